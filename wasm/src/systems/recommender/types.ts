// What a user would rate items: what can be asked, and the answers. Spans are into the
// caller's strings, as everywhere.
import type { AnyWorker, AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadRecommender()`. */
export interface LoadRecommenderOptions extends LoadModelOptions {
  /**
   * A module Worker running `whylight/worker`, or in Node a Worker of `worker_threads`:
   * one, where the model and the reviews that it keeps then live.
   */
  worker?: AnyWorker | undefined;
}

/**
 * A review that users and items are known by. Names are strings, or whole numbers, which
 * are what their digits say. Other members are not read.
 */
export interface GivenReview {
  /** Who wrote it; without one it is nobody's. */
  user?: string | number | undefined;
  /** What it is of; without one it is of nothing. */
  item?: string | number | undefined;
  /** What it says. */
  text: string;
}

/** What is asked of reviews that the model keeps. */
export interface RecommendFromOptions extends AskOptions {
  /** Name of the user; by default somebody that nothing is known of. */
  user?: string | undefined;
  /**
   * Name of the item to rate; by default all that the model or the reviews name and the
   * user has no review of.
   */
  item?: string | undefined;
  /** How many items, from the highest rating: 1 to 1000, by default 10. */
  count?: number | undefined;
}

export interface RecommendOptions extends RecommendFromOptions {
  /** Reviews that users and items are known by; by default none. */
  reviews?: readonly Readonly<GivenReview>[] | undefined;
}

export interface RateOptions extends AskOptions {
  /** Reviews that the user and the item are known by; by default none. */
  reviews?: readonly Readonly<GivenReview>[] | undefined;
}

export interface KeepOptions extends AskOptions {
  /** Called as reviews are read. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** Items, from the highest rating. */
export interface Recommendations {
  items: Recommendation[];
}

/** What a user would rate an item, and why. */
export interface Recommendation {
  /** Its name. */
  item: string;
  /** The sum of the `parts`, kept within the `range` of the model. */
  rating: number;
  parts: {
    /** The mean of all ratings that the model was trained on. */
    mean: number;
    /** What the user adds by name. */
    user: number;
    /** What the item adds by name. */
    item: number;
    /** What the model finds between the two, in their reviews, say. */
    match: number;
  };
  /**
   * How many reviews of each there were to point at. One of this very item by this user is
   * not read.
   */
  read: { user: number; item: number };
  /** The reviews that say so: one pair a pointer. Of models that point at reviews. */
  pointers: ReviewPointer[];
}

/** What one pointer chose. A side without reviews is not there. */
export interface ReviewPointer {
  /** A review by the user. */
  user?: PointedReview;
  /** A review of the item. */
  item?: PointedReview;
}

/** A review that is a reason. */
export interface PointedReview {
  /** Its place among those that were given, from 0. */
  review: number;
  /**
   * How much the pointer prefers it to the other reviews of its side; those of all add up
   * to 1, and it has the most.
   */
  weight: number;
  /** The words of it that were read. Of models that weigh words, else none. */
  words: ReviewWord[];
}

/** A word of a review, and what it counts beside the others, which add up to 1 with it. */
export interface ReviewWord extends Span {
  weight: number;
}
