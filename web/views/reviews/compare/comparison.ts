// Two reviews side by side: A, as it was when it was kept, and B, which is in the editor. Their ratings in
// a table and, where B is an edit of A, the words that were taken out and put in.
import type { Explanation } from 'whylight';
import { showFailure } from '../../../components/failure';
import { LiveExplainer } from '../../../components/live-explainer';
import { create, find } from '../../../dom';
import { aspectName, holdsEnglish } from '../../../english';
import { shownReview, type ShownReview } from '../../../share/shown-review';
import { strings } from '../../../strings/strings';
import { MarkLayer } from '../mark-layer';
import { lookOf } from '../marked-text';
import { marksOf } from '../marks';
import type { OpenModel } from '../open-model';
import { longestCompared, type ReviewStore } from '../review-state';
import type { DiffPiece } from './diff';
import { differenceOf } from './difference';
import './compare.css';

// So many words of what is the same stand on each side of a change.
const context = 8;

interface Asked {
  text: string;
  point: number | undefined;
}

export class Comparison {
  readonly #place: HTMLElement;
  readonly #store: ReviewStore;
  readonly #shown: () => ShownReview | undefined;
  readonly #start: HTMLButtonElement;
  readonly #startSays: HTMLElement;
  readonly #kept: HTMLElement;
  readonly #part: HTMLElement;
  readonly #editorName: HTMLElement;
  readonly #layer: MarkLayer;
  readonly #says: HTMLElement;
  readonly #problem: HTMLElement;
  readonly #rows: HTMLElement;
  readonly #changes: HTMLElement;
  readonly #diff: HTMLElement;
  #open: OpenModel | undefined;
  #rater: LiveExplainer<Explanation, Asked> | undefined;
  #explanation: Explanation | undefined;
  /** The texts whose differences are shown. */
  #compared = '';

  /** Takes over the parts of the view in `root`. `shown` is what is in the editor, once it is rated. */
  constructor(root: HTMLElement, store: ReviewStore, shown: () => ShownReview | undefined) {
    this.#place = find(root, '.reviewing', HTMLElement);
    this.#store = store;
    this.#shown = shown;
    this.#start = find(root, '.start-compare', HTMLButtonElement);
    this.#startSays = find(root, '.start-says', HTMLElement);
    this.#kept = find(root, '.compared-with', HTMLElement);
    this.#part = find(root, '.comparison', HTMLElement);
    this.#editorName = find(root, '.editor-name', HTMLElement);
    this.#layer = new MarkLayer(holdsEnglish(find(this.#kept, '.compared-text', HTMLElement)));
    this.#says = find(this.#part, '.comparison-says', HTMLElement);
    this.#problem = find(this.#part, '.problem', HTMLElement);
    this.#rows = find(this.#part, 'tbody', HTMLElement);
    this.#changes = find(this.#part, '.changes', HTMLElement);
    this.#diff = holdsEnglish(find(this.#part, '.diff', HTMLElement));
    this.#start.addEventListener('click', () => this.#begin());
    find(this.#part, '.stop-compare', HTMLButtonElement).addEventListener('click', () => {
      store.change({ against: undefined });
      this.#start.focus();
    });
    store.onChange(({ against }, changed) => {
      if (changed.has('text')) this.#startSays.textContent = '';
      if (changed.has('against')) this.#keep(against);
      else if (changed.has('point')) this.#ask();
    });
  }

  use(open: OpenModel): void {
    // An early model may still have been asked.
    this.#rater?.stop();
    this.#open = open;
    this.#rater = new LiveExplainer(({ text, point }) => open.model.explain(text, { point }), {
      onStart: () => {},
      onResult: (explanation) => {
        this.#problem.textContent = '';
        this.#explanation = explanation;
        this.show();
      },
      onError: (error) => {
        showFailure(this.#problem, strings.comparing.failed, error);
      },
    });
    this.#ask();
  }

  /** The model is gone, and what was rated by it. */
  lose(): void {
    this.#rater?.stop();
    this.#rater = undefined;
    this.#open = undefined;
    this.#explanation = undefined;
    this.show();
  }

  /** Shows both as they now are. */
  show(): void {
    const { against, text, isolated } = this.#store.state;
    if (against === undefined) return;
    const aspects = this.#open?.model.aspects ?? [];
    const marked = isolated !== undefined && aspects.includes(isolated) ? [isolated] : aspects;
    const found = this.#explanation?.text === against ? this.#explanation : undefined;
    this.#layer.show(found?.inDomain ? marksOf(found, marked, {}) : [], aspects);
    this.#showRatings(found, aspects);
    this.#showChanges(against, text).catch((error: unknown) => {
      if (!this.#shows(against, text)) return;
      this.#changes.hidden = true;
      showFailure(this.#says, strings.comparing.changesFailed, error);
    });
  }

  #begin(): void {
    const { text } = this.#store.state;
    if (text.length > longestCompared) {
      this.#startSays.textContent = strings.comparing.tooLong;
      return;
    }
    this.#store.change({ against: text });
    find(this.#place, '.editor textarea', HTMLTextAreaElement).focus({ preventScroll: true });
  }

  /** Shows this review as A, or none. */
  #keep(against: string | undefined): void {
    const compares = against !== undefined;
    this.#place.classList.toggle('comparing', compares);
    this.#kept.hidden = !compares;
    this.#part.hidden = !compares;
    this.#editorName.hidden = !compares;
    this.#start.hidden = compares;
    this.#explanation = undefined;
    this.#problem.textContent = '';
    this.#layer.write(against ?? '');
    this.#ask();
    this.show();
  }

  #ask(): void {
    const { against, point } = this.#store.state;
    if (against !== undefined) this.#rater?.runNow({ text: against, point });
  }

  #showRatings(found: Explanation | undefined, aspects: readonly string[]): void {
    const scale = this.#open?.scale;
    if (!scale) return;
    const a = found && shownReview(this.#store.state, found, scale);
    const b = this.#shown();
    this.#rows.replaceChildren(
      ...aspects.map((aspect) => {
        const ratingIn = (review: ShownReview | undefined) =>
          review?.ratings.find((rating) => rating.aspect === aspect);
        const [one, other] = [ratingIn(a), ratingIn(b)];
        const head = create('th', '', aspectName(`name ${lookOf(aspect, aspects)}`, aspect));
        head.scope = 'row';
        head.role = 'rowheader';
        const cells = [one, other].map((rating) =>
          create('td', '', rating?.says ?? strings.reviews.notRated),
        );
        const difference = differenceOf(scale, aspect, one?.rating, other?.rating);
        cells.push(create('td', 'difference', difference));
        for (const cell of cells) cell.role = 'cell';
        const row = create('tr', '', head, ...cells);
        row.role = 'row';
        return row;
      }),
    );
  }

  #shows(against: string, text: string): boolean {
    const { state } = this.#store;
    return state.against === against && state.text === text;
  }

  async #showChanges(against: string, text: string): Promise<void> {
    const compared = JSON.stringify([against, text]);
    if (compared === this.#compared) return;
    const { wordDiff } = await import('./diff');
    if (!this.#shows(against, text)) return;
    this.#compared = compared;
    const pieces = wordDiff(against, text);
    const changed = pieces?.filter(({ kind }) => kind !== 'same') ?? [];
    const count = (kind: string) =>
      changed.reduce((sum, piece) => sum + (piece.kind === kind ? piece.words : 0), 0);
    const { comparing } = strings;
    if (!pieces) this.#says.textContent = comparing.otherReview;
    else if (changed.length === 0) this.#says.textContent = comparing.same;
    else this.#says.textContent = comparing.edited(count('removed'), count('added'));
    this.#changes.hidden = changed.length === 0;
    this.#diff.replaceChildren(
      ...(pieces ?? []).map((piece, i, all) =>
        shownPiece(piece, { first: i === 0, last: i === all.length - 1 }),
      ),
    );
  }
}

function shownPiece(
  { kind, text }: DiffPiece,
  at: { first: boolean; last: boolean },
): HTMLElement | string {
  if (kind === 'same') return nearby(text, at);
  const words = text.trimStart();
  const says = create('span', 'visually-hidden', `${strings.comparing[kind]} `);
  says.lang = strings.page.locale;
  const piece = create(kind === 'removed' ? 'del' : 'ins', '', says, words);
  return create('span', '', text.slice(0, text.length - words.length), piece);
}

/** What is the same, without what is far from any change. */
function nearby(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const parts = text.split(/(?<=\s)(?=\S)/);
  const [before, after] = [first ? 0 : context, last ? 0 : context];
  if (parts.length <= before + after + 1) return text;
  const end = after === 0 ? '' : parts.slice(-after).join('');
  return `${parts.slice(0, before).join('')} … ${end}`;
}
