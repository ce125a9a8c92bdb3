// Why a question was found: what the model finds alike, which words both have, what each word of
// the question is good for, and why it stands above the next.
import type { Span } from 'whylight';
import type {
  Hit,
  HitExplanation,
  Preference,
  SearchMode,
  TermMatch,
  WordDrop,
} from 'whylight/questions';
import { showFailure } from '../../components/failure';
import { create } from '../../dom';
import { holdsEnglish, withEnglish } from '../../english';
import type { QuestionDocument } from '../../import/columns';
import { strings } from '../../strings/strings';
import { decimal, ngramText, percentage, signed } from '../../wording';
import type { Index } from './library';
import { markedField } from './links';
import { searching } from './search';

export interface WhyOptions {
  index: Index;
  /** The question that was asked, and how hits were ranked. */
  text: string;
  mode: SearchMode;
  hit: Hit<QuestionDocument>;
  /** Its place among the hits, from 1, and the hit below it. */
  place: number;
  below: Hit<QuestionDocument> | undefined;
  /** Lights up places of the question and of the hit; nothing, for none. */
  point: (query: readonly Span[], hit: readonly Span[]) => void;
}

const pairsShown = 6;
// Leaving out each word of more would take long.
const longest = 500;

export async function fillWhy(place: HTMLElement, options: WhyOptions): Promise<void> {
  const { index, text, mode, hit } = options;
  place.replaceChildren(create('p', 'hint', strings.why.looking));
  try {
    const [explanation, drops] = await Promise.all([
      index.explain(text, hit.id, { pairs: pairsShown }),
      text.length <= longest ? index.withoutWords(text, hit.id, { ...searching, mode }) : [],
    ]);
    place.replaceChildren(
      scoreOf(hit),
      meaningOf(explanation, options),
      wordsOf(explanation, text),
      ...withoutWords(drops, text),
      ...aboveNext(options),
    );
  } catch (error) {
    const problem = create('div', 'problem');
    problem.role = 'alert';
    showFailure(problem, strings.why.failed, error);
    place.replaceChildren(problem);
  }
}

function scoreOf({ parts }: Hit<QuestionDocument>): HTMLElement {
  const shares = [
    ['model', parts.model],
    ['words', parts.bm25],
  ] as const;
  const whole = Math.max(Number.EPSILON, Math.abs(parts.model) + Math.abs(parts.bm25));
  const bar = create('span', 'score-bar');
  for (const [look, part] of shares) {
    const piece = create('span', `score-${look}`);
    piece.style.inlineSize = `${((100 * Math.abs(part)) / whole).toFixed(1)}%`;
    bar.append(piece);
  }
  return create('p', 'why-score', scoreText(parts), bar);
}

function scoreText({ model, bm25 }: Hit<QuestionDocument>['parts']): string {
  const { why } = strings;
  if (model !== 0 && bm25 !== 0) return why.scoreOfBoth(decimal(model), decimal(bm25));
  if (model !== 0) return why.scoreOfModel(decimal(model));
  return bm25 === 0 ? why.scoreOfNothing : why.scoreOfWords(decimal(bm25));
}

function section(title: string, ...content: (Node | string)[]): HTMLElement {
  return create('section', 'why-part', create('h3', '', title), ...content);
}

function meaningOf(explanation: HitExplanation, options: WhyOptions): HTMLElement {
  const { strongest, score, pairs, bias, residual } = explanation;
  const sum = create(
    'p',
    'hint',
    strings.why.alikeSays(decimal(score), signed(pairs), signed(bias + residual)),
  );
  if (strongest.length === 0) return section(strings.why.alike, sum);
  const largest = Math.max(...strongest.map(({ contribution }) => Math.abs(contribution)));
  const items = strongest.map((pair) => create('li', '', pairButton(pair, largest, options)));
  const list = create('ul', 'pairs', ...items);
  list.ariaLabel = strings.why.pairs;
  return section(strings.why.alike, sum, list);
}

function pairButton(
  { query, document, contribution }: HitExplanation['strongest'][number],
  largest: number,
  { text, hit, point }: WhyOptions,
): HTMLElement {
  const inHit = document.filter(({ field }) => field === markedField);
  const asked = create('span', 'pair-text', ngramText(text, query));
  const found = create('span', 'pair-text', ngramText(hit.document.question, inHit));
  holdsEnglish(asked);
  holdsEnglish(found);
  const bar = create('span', 'pair-bar');
  bar.style.inlineSize = `${((100 * Math.abs(contribution)) / largest).toFixed(1)}%`;
  const button = create(
    'button',
    contribution < 0 ? 'pair against' : 'pair',
    create('span', 'pair-texts', asked, create('span', 'pair-joint', strings.why.and), found),
    ' ',
    create('b', '', signed(contribution)),
    bar,
  );
  button.type = 'button';
  for (const type of ['focus', 'pointerenter', 'click']) {
    button.addEventListener(type, () => point(query, inHit));
  }
  for (const type of ['blur', 'pointerleave']) button.addEventListener(type, () => point([], []));
  return button;
}

function wordsOf({ terms, bm25, share }: HitExplanation, text: string): HTMLElement {
  if (terms.length === 0) {
    return section(strings.why.words, create('p', 'hint', strings.why.noWords));
  }
  const rows = terms.map((term) => {
    const word = create('th', '', wordOf(term, text));
    word.scope = 'row';
    holdsEnglish(word);
    const there = create('td', '', term.term);
    holdsEnglish(there);
    return create('tr', '', word, there, create('td', '', decimal(term.bm25)));
  });
  const head = create(
    'thead',
    '',
    rowOf('th', strings.why.youWrote, strings.why.itHas, strings.why.adds),
  );
  for (const cell of head.querySelectorAll('th')) cell.scope = 'col';
  const table = create('table', '', head, create('tbody', '', ...rows));
  const sum = strings.why.wordsSum(decimal(bm25), percentage(share));
  return section(strings.why.words, table, create('p', 'hint', sum));
}

function wordOf({ query, querySpans }: TermMatch, text: string): string {
  const [first] = querySpans;
  return first ? text.slice(first.start, first.end) : query;
}

function rowOf(tag: 'th' | 'td', ...cells: string[]): HTMLTableRowElement {
  return create('tr', '', ...cells.map((cell) => create(tag, '', cell)));
}

function withoutWords([whole, ...drops]: readonly WordDrop[], text: string): HTMLElement[] {
  if (!whole || drops.length === 0) return [];
  const items = drops.map(({ start, end, rank, score }) => {
    const word = create('b', '', text.slice(start, end));
    holdsEnglish(word);
    const [before, behind] =
      rank === whole.rank
        ? strings.why.withoutStays(rank)
        : strings.why.withoutMoves(whole.rank, rank);
    const says = strings.why.scoreChange(signed(score - whole.score));
    const item = create('li', '', before, word, behind, create('span', 'drop-score', says));
    item.classList.toggle('falls', rank > whole.rank);
    return item;
  });
  return [section(strings.why.without, create('ul', 'drops', ...items))];
}

function aboveNext({ index, text, hit, place, below, point }: WhyOptions): HTMLElement[] {
  if (!below) return [];
  const button = create('button', '', strings.why.compare(place + 1));
  button.type = 'button';
  const says = create('div', 'hint');
  says.role = 'status';
  const list = create('ul', 'pairs');
  button.addEventListener('click', () => {
    void index.prefer(text, hit.id, below.id, { ngrams: pairsShown }).then(
      (preference) => {
        const said = comparison(preference, hit, below, place);
        says.replaceChildren(...withEnglish(said, below.document.question));
        list.replaceChildren(...preferredNgrams(preference, text, place, point));
      },
      (error: unknown) => {
        showFailure(says, strings.why.compareFailed, error);
      },
    );
  });
  return [section(strings.why.above(place + 1), button, says, list)];
}

function comparison(
  { first, second }: Preference,
  hit: Hit<QuestionDocument>,
  below: Hit<QuestionDocument>,
  place: number,
): string {
  const words = hit.parts.bm25 - below.parts.bm25;
  const model = hit.parts.model - below.parts.model;
  return strings.why.comparison({
    alike: decimal(first),
    other: below.document.question,
    place: place + 1,
    otherAlike: decimal(second),
    model: signed(model),
    words: signed(words),
  });
}

function preferredNgrams(
  { strongest }: Preference,
  text: string,
  place: number,
  point: WhyOptions['point'],
): HTMLElement[] {
  const largest = Math.max(...strongest.map(({ contribution }) => Math.abs(contribution)));
  return strongest.map(({ words, contribution }) => {
    const spoken = create('span', 'pair-text', ngramText(text, words));
    holdsEnglish(spoken);
    const bar = create('span', 'pair-bar');
    bar.style.inlineSize = `${((100 * Math.abs(contribution)) / largest).toFixed(1)}%`;
    const side = contribution < 0 ? strings.why.speaksForOther(place + 1) : strings.why.speaksFor;
    const button = create(
      'button',
      contribution < 0 ? 'pair against' : 'pair',
      create('span', 'pair-texts', spoken, ' ', create('span', 'pair-joint', side)),
      ' ',
      create('b', '', signed(contribution)),
      bar,
    );
    button.type = 'button';
    for (const type of ['focus', 'pointerenter', 'click']) {
      button.addEventListener(type, () => point(words, []));
    }
    for (const type of ['blur', 'pointerleave']) button.addEventListener(type, () => point([], []));
    return create('li', '', button);
  });
}
