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
import { describe } from '../../components/loading-panel';
import { create } from '../../dom';
import type { QuestionDocument } from '../../import/columns';
import { ngramText, signed } from '../../wording';
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
  place.replaceChildren(create('p', 'hint', 'Looking…'));
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
    const problem = create('p', 'problem', `Why could not be found out.\n${describe(error)}`);
    problem.role = 'alert';
    place.replaceChildren(problem);
  }
}

function scoreOf({ parts }: Hit<QuestionDocument>): HTMLElement {
  const shares = [
    ['model', parts.model, 'the model'],
    ['words', parts.bm25, 'words that both have'],
  ] as const;
  const whole = Math.max(Number.EPSILON, Math.abs(parts.model) + Math.abs(parts.bm25));
  const bar = create('span', 'score-bar');
  for (const [look, part] of shares) {
    const piece = create('span', `score-${look}`);
    piece.style.inlineSize = `${((100 * Math.abs(part)) / whole).toFixed(1)}%`;
    bar.append(piece);
  }
  const said = shares
    .filter(([, part]) => part !== 0)
    .map(([, part, from]) => `${part.toFixed(2)} from ${from}`);
  return create('p', 'why-score', `Its score: ${said.join(' and ') || 'nothing'}.`, bar);
}

function section(title: string, ...content: (Node | string)[]): HTMLElement {
  return create('section', 'why-part', create('h3', '', title), ...content);
}

function meaningOf(explanation: HitExplanation, options: WhyOptions): HTMLElement {
  const { strongest, score, pairs, bias, residual } = explanation;
  const sum = create(
    'p',
    'hint',
    `How alike the model finds them: ${score.toFixed(2)}, where 1 is the same. All pairs of words, ` +
      `one of each question, add ${signed(pairs)}; what is no such pair, ${signed(bias + residual)}.`,
  );
  if (strongest.length === 0) return section('What the model finds alike', sum);
  const largest = Math.max(...strongest.map(({ contribution }) => Math.abs(contribution)));
  const items = strongest.map((pair) => create('li', '', pairButton(pair, largest, options)));
  const list = create('ul', 'pairs', ...items);
  list.ariaLabel = 'Pairs of words that count most';
  return section('What the model finds alike', sum, list);
}

function pairButton(
  { query, document, contribution }: HitExplanation['strongest'][number],
  largest: number,
  { text, hit, point }: WhyOptions,
): HTMLElement {
  const inHit = document.filter(({ field }) => field === markedField);
  const asked = create('span', 'pair-text', ngramText(text, query));
  const found = create('span', 'pair-text', ngramText(hit.document.question, inHit));
  asked.dir = found.dir = 'auto';
  const bar = create('span', 'pair-bar');
  bar.style.inlineSize = `${((100 * Math.abs(contribution)) / largest).toFixed(1)}%`;
  const button = create(
    'button',
    contribution < 0 ? 'pair against' : 'pair',
    create('span', 'pair-texts', asked, create('span', 'pair-joint', ' and '), found),
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
    return section('Words that both have', create('p', 'hint', 'None: they differ in every word.'));
  }
  const rows = terms.map((term) => {
    const word = create('th', '', wordOf(term, text));
    word.scope = 'row';
    word.dir = 'auto';
    const there = create('td', '', term.term);
    there.dir = 'auto';
    return create('tr', '', word, there, create('td', '', term.bm25.toFixed(2)));
  });
  const head = create('thead', '', rowOf('th', 'You wrote', 'It has', 'Adds'));
  for (const cell of head.querySelectorAll('th')) cell.scope = 'col';
  const table = create('table', '', head, create('tbody', '', ...rows));
  const percent = Math.round(100 * share);
  const sum = `In all ${bm25.toFixed(2)}, ${percent}% of the most that any question could reach. Rare words add more.`;
  return section('Words that both have', table, create('p', 'hint', sum));
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
    word.dir = 'auto';
    const move =
      rank === whole.rank ? `stays in place ${rank}` : `goes from place ${whole.rank} to ${rank}`;
    const change = create('span', 'drop-score', `score ${signed(score - whole.score)}`);
    const item = create('li', '', 'Without ', word, ` it ${move} `, change);
    item.classList.toggle('falls', rank > whole.rank);
    return item;
  });
  return [section('If a word is left out', create('ul', 'drops', ...items))];
}

function aboveNext({ index, text, hit, place, below, point }: WhyOptions): HTMLElement[] {
  if (!below) return [];
  const button = create('button', '', `Compare with number ${place + 1}`);
  button.type = 'button';
  const says = create('p', 'hint');
  says.role = 'status';
  const list = create('ul', 'pairs');
  button.addEventListener('click', () => {
    void index.prefer(text, hit.id, below.id, { ngrams: pairsShown }).then(
      (preference) => {
        says.textContent = comparison(preference, hit, below, place);
        list.replaceChildren(...preferredNgrams(preference, text, place, point));
      },
      (error: unknown) => {
        says.textContent = `They could not be compared. ${describe(error)}`;
      },
    );
  });
  return [section(`Why it is above number ${place + 1}`, button, says, list)];
}

function comparison(
  { first, second }: Preference,
  hit: Hit<QuestionDocument>,
  below: Hit<QuestionDocument>,
  place: number,
): string {
  const words = hit.parts.bm25 - below.parts.bm25;
  const model = `The model finds it ${first.toFixed(2)} alike, and “${below.document.question}”, number ${place + 1}, ${second.toFixed(2)}.`;
  const parts = `Of the difference in score, ${signed(hit.parts.model - below.parts.model)} comes from the model and ${signed(words)} from words that both have.`;
  return `${model} ${parts}`;
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
    spoken.dir = 'auto';
    const bar = create('span', 'pair-bar');
    bar.style.inlineSize = `${((100 * Math.abs(contribution)) / largest).toFixed(1)}%`;
    const side = contribution < 0 ? `speaks for number ${place + 1}` : 'speaks for it';
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
