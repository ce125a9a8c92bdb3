/// <reference lib="esnext.disposable" preserve="true" />
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError } from '../../runtime/errors.js';
import type { Kept, KeptKind } from '../../runtime/kept.js';
import { SIGNAL, checkAsked, checkKinds, shown, typeName } from '../../runtime/options.js';
import type { AskOptions } from '../../runtime/types.js';
import type {
  GivenReview,
  Recommendation,
  Recommendations,
  RecommendFromOptions,
} from './types.js';

/** @internal */
export const COLLECTION: KeptKind = {
  key: 'collection',
  noun: 'collection of reviews',
  advice: 'Make it again.',
};

/**
 * Reviews that a recommender has read and keeps. Created by `keepReviews()` of a
 * `Recommender`.
 *
 * Calls reject as the recommender's do. When the WebAssembly module stopped, the
 * collection is lost, as the error says; the recommender works again.
 *
 * A collection owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class ReviewCollection {
  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  readonly #kept: Kept;
  #size = 0;

  /** @internal */
  constructor(kept: Kept) {
    this.#kept = kept;
  }

  static {
    declareDisposable(this.prototype);
  }

  /** How many reviews there are. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds all of the reviews or, if one is refused, none. Their places continue from those
   * before. They are read in one go: for many, use `keepReviews()`.
   */
  async add(reviews: readonly Readonly<GivenReview>[], options: AskOptions = {}): Promise<void> {
    const { signal } = checkKinds('add', options, { signal: SIGNAL });
    checkReviews('add', reviews);
    signal?.throwIfAborted();
    // What is added is added, whoever gives up waiting.
    const { size } = await this.#kept.ask<{ size: number }>('collection-add', [], {
      reviews: membersRead(reviews),
    });
    this.#size = size;
  }

  /**
   * Predicts what a user would like best, or how they would rate one item, and shows which
   * of the reviews are the reasons. Reviews added in the meantime may count.
   */
  async recommend(options: RecommendFromOptions = {}): Promise<Recommendations> {
    const { signal, ...asked } = checkAsked('recommend', options);
    return this.#kept.ask('collection-recommend', [], asked, signal);
  }

  /** Predicts how `user` would rate `item`, and shows which of the reviews are the reasons. */
  async rate(user: string, item: string, options: AskOptions = {}): Promise<Recommendation> {
    const { signal } = checkKinds('rate', options, { signal: SIGNAL });
    checkPair(user, item);
    const { items } = await this.recommend({ user, item, signal });
    return items[0]!;
  }

  /**
   * Frees the reviews. Calls still under way reject with `disposed`. Calling it again does
   * nothing.
   */
  async dispose(): Promise<void> {
    await this.#kept.close();
  }
}

/** Without an item the core would name the best, and without a user take anybody. */
export function checkPair(user: unknown, item: unknown): void {
  const check = (what: string, found: unknown, fits: boolean) => {
    if (fits) return;
    const message = `rate: expected the name of ${what}, a string, found ${shown(found)}`;
    throw new WhylightError('invalid-argument', message);
  };
  check('a user', user, typeof user === 'string');
  check('an item', item, typeof item === 'string' && item !== '');
}

export function checkReviews(call: string, reviews: unknown): void {
  if (Array.isArray(reviews)) return;
  const message = `${call}: expected an array of reviews, found ${typeName(reviews)}`;
  throw new WhylightError('invalid-argument', message);
}

/** Reviews without the members that nobody reads, which may be large, or nothing that travels. */
export function membersRead(reviews: readonly unknown[]): unknown[] {
  return reviews.map((review) => {
    if (typeof review !== 'object' || review === null) return review;
    const { user, item, text } = review as Partial<GivenReview>;
    return { user, item, text };
  });
}

/** About how long it takes to read a review, if it is one: if not, the core says so. */
export function weightOf(review: Readonly<GivenReview> | undefined): number {
  return 1 + (review?.text?.length ?? 0);
}

/** The error of reviews that `before` others precede, told of all. */
export function relocated(error: unknown, before: number): unknown {
  if (!(error instanceof WhylightError)) return error;
  const message = error.message.replace(
    /(?<=^collection-add: reviews\[)\d+/,
    (place) => `${before + Number(place)}`,
  );
  return new WhylightError(error.code, message, { cause: error.cause });
}
