// What the review view shows, in one place: whoever shows a part of it, keeps it or takes it elsewhere
// reads it here, and hears of changes.
import type { Span } from 'whylight';

export interface ReviewState {
  /** The name of the model; '' before the first is chosen. */
  readonly model: string;
  readonly text: string;
  /** The operating point; none: as the model is shipped. */
  readonly point: number | undefined;
  /** The aspect whose words alone are shown; none: those of all. */
  readonly isolated: string | undefined;
  /** What the visitor dropped of the words of an aspect, as spans of the text, in their order. */
  readonly dropped: Dropped;
  /** The review that the text is compared with; none: it is not compared. */
  readonly against: string | undefined;
}

/** A longer review is not compared, in UTF-16 units. */
export const longestCompared = 50_000;

export type Dropped = Readonly<Record<string, readonly Span[]>>;

/** Is told of the state and of the parts of it that changed. */
export type StateListener = (state: ReviewState, changed: ReadonlySet<keyof ReviewState>) => void;

const nothingDropped: Dropped = {};

export class ReviewStore {
  #state: ReviewState = {
    model: '',
    text: '',
    point: undefined,
    isolated: undefined,
    dropped: nothingDropped,
    against: undefined,
  };
  readonly #listeners = new Set<StateListener>();

  get state(): ReviewState {
    return this.#state;
  }

  /** Has `listener` told of every change from now on. Returns what ends that. */
  onChange(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Changes some parts at once. What was dropped are spans of a text, so it goes with the text; point,
   * isolated aspect and the review to compare with are a model's, and go with it. Parts that are given
   * stay as they are given. A text that is given with another model counts as changed even if it is the
   * same: it takes the place of that model's first sample.
   */
  change(parts: Partial<ReviewState>): void {
    const before = this.#state;
    const otherModel = 'model' in parts && parts.model !== before.model;
    const otherText = 'text' in parts && parts.text !== before.text;
    const after: ReviewState = {
      ...before,
      ...(otherModel && { point: undefined, isolated: undefined, against: undefined }),
      ...((otherModel || otherText) && { dropped: nothingDropped }),
      ...parts,
    };
    const keys = Object.keys(after) as (keyof ReviewState)[];
    const changed = new Set(keys.filter((key) => !Object.is(after[key], before[key])));
    if (otherModel && parts.text !== undefined) changed.add('text');
    if (changed.size === 0) return;
    this.#state = after;
    // A listener may change more: those after it are told of the state as it then is.
    for (const listener of [...this.#listeners]) listener(this.#state, changed);
  }

  /** Drops a stretch of the text from the words of these aspects. */
  drop(aspects: readonly string[], { start, end }: Span): void {
    const dropped = { ...this.#state.dropped };
    for (const aspect of aspects) {
      const others = (dropped[aspect] ?? []).filter((span) => !overlap(span, { start, end }));
      dropped[aspect] = [...others, { start, end }].sort((a, b) => a.start - b.start);
    }
    this.change({ dropped });
  }

  /** Brings back what was dropped of a stretch. */
  restore(aspects: readonly string[], stretch: Span): void {
    const left = Object.entries(this.#state.dropped).map(
      ([aspect, spans]): [string, readonly Span[]] =>
        aspects.includes(aspect)
          ? [aspect, spans.filter((span) => !overlap(span, stretch))]
          : [aspect, spans],
    );
    const dropped = Object.fromEntries(left.filter(([, spans]) => spans.length > 0));
    this.change({ dropped });
  }

  /** Brings back all that was dropped. */
  restoreAll(): void {
    this.change({ dropped: nothingDropped });
  }
}

/** Whether two stretches of a text have a part in common. */
export function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
