// What was found: the hits, joined word by word to the question, or that nothing fits.
import type { Hit, SearchMode } from 'whylight/questions';
import { showFailure } from '../../components/failure';
import type { Listener } from '../../components/live-explainer';
import { ResultStatus } from '../../components/result-status';
import { create, find } from '../../dom';
import type { QuestionDocument } from '../../import/columns';
import { strings } from '../../strings/strings';
import { milliseconds } from '../../wording';
import { certainty, chance } from './certainty';
import { hitCard } from './hit-card';
import type { Index } from './library';
import { LinkedWords, type LinkedHit } from './linked-words';
import {
  linksOfPairs,
  linksOfTerms,
  markedField,
  strongestPair,
  telling,
  wordWeight,
  type Link,
} from './links';
import type { Found } from './search';
import { fillWhy } from './why';

type QuestionHit = Hit<QuestionDocument>;

export interface FoundListener {
  /** Nothing in the set fits the question; the nearest is that likely to. */
  onNothing(text: string, nearest: number | undefined): void;
  /** The visitor wants to keep a question that nothing fits. */
  keep(text: string, nearest: number | undefined): Promise<void>;
}

/** What is shown, and joined word by word. */
interface Shown {
  index: Index;
  text: string;
  /** The most that a word of the question could add to a hit, on average. */
  weight: number;
  hits: { hit: QuestionHit; linked: LinkedHit }[];
}

// The model's words are marked when the typing is over.
const quietMs = 250;
const explained = 6;
const pairsExplained = 20;

export class FoundQuestions implements Listener<Found> {
  readonly #status: ResultStatus;
  readonly #linked: LinkedWords;
  readonly #nothing: HTMLElement;
  readonly #place: HTMLElement;
  readonly #ways: HTMLElement;
  readonly #listener: FoundListener;
  #shown: Shown | undefined;
  #explaining: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: HTMLElement, listener: FoundListener) {
    this.#status = new ResultStatus(panel);
    this.#linked = new LinkedWords(find(panel, '.asked', HTMLElement));
    this.#nothing = find(panel, '.nothing', HTMLElement);
    this.#place = find(panel, '.found', HTMLElement);
    this.#ways = find(panel, '.ways', HTMLElement);
    this.#listener = listener;
    // Hits come in sight, and their words with them.
    this.#place.addEventListener(
      'toggle',
      ({ target }) => {
        if ((target as Element).matches('.nearest')) this.#linked.ready();
      },
      { capture: true },
    );
  }

  /** Shows no result, but `notice`. */
  clear(notice: string): void {
    this.#reset();
    this.#status.recover();
    this.#status.done('', '');
    this.#status.notice(notice);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(found: Found, ms: number): void {
    const { text, index, threshold, hits, apart } = found;
    if (text.trim() === '') {
      this.clear(strings.found.nothingAsked);
      return;
    }
    this.#reset();
    this.#status.notice('');
    this.#status.done(strings.found.searched(index.size, milliseconds(ms)), summaryOf(found));
    this.#ways.hidden = false;
    this.#linked.start(text);
    const all = [...hits, ...(apart?.model ?? []), ...(apart?.bm25 ?? [])];
    this.#shown = { index, text, weight: wordWeight(text, all), hits: [] };
    const best = bestOf(hits);
    const nothing = hits.length === 0 || (best !== undefined && best < threshold);
    if (nothing) this.#showNothing(text, best);
    if (apart) {
      this.#place.replaceChildren(
        create(
          'div',
          'apart',
          this.#column(strings.found.byModel, strings.found.byModelSays, apart.model, 'model'),
          this.#column(strings.found.byWords, strings.found.byWordsSays, apart.bm25, 'bm25'),
        ),
      );
    } else if (nothing && hits.length > 0) {
      const nearest = create('details', 'nearest', create('summary', '', strings.found.nearest));
      nearest.append(this.#list(hits, strings.found.nearestList));
      this.#place.replaceChildren(nearest);
    } else {
      this.#place.replaceChildren(...this.#likelyFirst(found));
    }
    this.#linked.ready();
    this.#timer = setTimeout(() => void this.#markMeaning(), quietMs);
  }

  onError(error: unknown): void {
    this.fail(strings.found.failed, error);
  }

  /** There is no result: `what` could not be done. */
  fail(what: string, error: unknown): void {
    this.#reset();
    this.#status.fail(what, error);
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#explaining?.abort();
    this.#shown = undefined;
    this.#ways.hidden = true;
    this.#nothing.hidden = true;
    this.#place.replaceChildren();
    this.#linked.hide();
  }

  #showNothing(text: string, best: number | undefined): void {
    const says =
      best === undefined ? strings.found.unknownWords : strings.found.nearestChance(chance(best));
    const keep = create('button', '', strings.found.keep);
    keep.type = 'button';
    const kept = create('div', 'hint');
    kept.role = 'status';
    keep.addEventListener('click', () => {
      void this.#listener.keep(text, best).then(
        () => (kept.textContent = strings.unanswered.kept),
        (error: unknown) => showFailure(kept, strings.unanswered.keepFailed, error),
      );
    });
    const title = create('p', 'nothing-title', strings.found.nothing);
    this.#nothing.replaceChildren(title, create('p', '', says), keep, kept);
    this.#nothing.hidden = false;
    this.#listener.onNothing(text, best);
  }

  /** The hits that fit, then the others below a line. */
  #likelyFirst({ hits, threshold }: Found): HTMLElement[] {
    const isLikely = ({ probability }: QuestionHit) => (probability ?? 1) >= threshold;
    const likely = hits.filter(isLikely);
    const others = hits.filter((hit) => !isLikely(hit));
    const lists = [this.#list(likely, strings.found.list, hits)];
    if (others.length > 0) {
      const summary = create('summary', '', strings.found.lessLikelyOf(others.length));
      lists.push(
        create('details', 'nearest', summary, this.#list(others, strings.found.lessLikely, hits)),
      );
    }
    return lists;
  }

  #column(
    title: string,
    says: string,
    hits: readonly QuestionHit[],
    mode: SearchMode,
  ): HTMLElement {
    const head = create('div', 'apart-head', create('h3', '', title), create('p', 'hint', says));
    const content =
      hits.length > 0
        ? this.#list(hits, title, hits, mode)
        : create('p', 'hint', strings.found.noneByWords);
    return create('section', 'column', head, content);
  }

  /** `hits`, which are some of `all`, in their order. */
  #list(
    hits: readonly QuestionHit[],
    label: string,
    all = hits,
    mode: SearchMode = 'hybrid',
  ): HTMLElement {
    const list = create('ol', 'hits', ...hits.map((hit) => this.#card(hit, all, mode)));
    list.ariaLabel = label;
    return list;
  }

  #card(hit: QuestionHit, all: readonly QuestionHit[], mode: SearchMode): HTMLElement {
    const { index, text, hits, weight } = this.#shown!;
    const at = all.indexOf(hit);
    const { element, question } = hitCard(hit, mode, (place) => {
      void fillWhy(place, {
        index,
        text,
        mode,
        hit,
        place: at + 1,
        below: all[at + 1],
        point: (query, inHit) => {
          if (query.length > 0 || inHit.length > 0) this.#linked.point(query, linked, inHit);
          else this.#linked.release();
        },
      });
    });
    const linked = this.#linked.add(
      question,
      hit.document[markedField],
      linksOfTerms(hit.terms, weight),
    );
    hits.push({ hit, linked });
    element.value = at + 1;
    return element;
  }

  /** Marks what the model finds alike, in the first hits. */
  async #markMeaning(): Promise<void> {
    if (!this.#shown) return;
    const { index, text, hits, weight } = this.#shown;
    const explaining = new AbortController();
    const { signal } = explaining;
    this.#explaining = explaining;
    const pairs: ReturnType<typeof telling>[] = [];
    try {
      for (const { hit } of hits.slice(0, explained)) {
        const explanation = await index.explain(text, hit.id, { pairs: pairsExplained, signal });
        pairs.push(telling(explanation, text, hit.document[markedField]));
      }
    } catch {
      // The hits stand without these marks; "Why" says what is wrong.
      return;
    }
    const best = strongestPair(pairs);
    const changes = pairs.map((ofHit, i): [LinkedHit, readonly Link[]] => {
      const { hit, linked } = hits[i]!;
      return [linked, [...linksOfTerms(hit.terms, weight), ...linksOfPairs(ofHit, best)]];
    });
    if (!signal.aborted) this.#linked.relink(new Map(changes));
  }
}

/** The best probability of any hit; undefined if hits have none. */
function bestOf(hits: readonly QuestionHit[]): number | undefined {
  const known = hits.flatMap(({ probability }) => probability ?? []);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** One line for screen readers. */
function summaryOf({ hits, threshold }: Found): string {
  const [first] = hits;
  const best = bestOf(hits);
  if (!first) return strings.found.nothingSummary;
  const { question } = first.document;
  if (best !== undefined && best < threshold) {
    return strings.found.nearestSummary(question, chance(best));
  }
  const likely = hits.filter(({ probability }) => (probability ?? 1) >= threshold).length;
  const { probability } = first;
  if (probability === undefined) return strings.found.summary(likely, question);
  return strings.found.summaryAndChance(
    likely,
    question,
    certainty(probability),
    chance(probability),
  );
}
