// What a user would rate items: what can be asked, and the answers. Spans are into the
// caller's strings, as everywhere.
import type { AnyWorker, AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadRecommender()`. */
export interface LoadRecommenderOptions extends LoadModelOptions {
  /**
   * One module Worker running `whylight/worker`, or in Node one of `worker_threads`: the
   * model and the reviews that it keeps then live there.
   */
  worker?: AnyWorker | undefined;
}

/**
 * A review by a user, of an item. Names are strings, or whole numbers, which stand for
 * their digits. Other members are ignored.
 */
export interface GivenReview {
  /** Who wrote it; nobody if left out. */
  user?: string | number | undefined;
  /** What it is about; nothing if left out. */
  item?: string | number | undefined;
  /** Its text. */
  text: string;
}

/** Options of a collection's `recommend()`. */
export interface RecommendFromOptions extends AskOptions {
  /** Name of the user; by default, someone about whom nothing is known. */
  user?: string | undefined;
  /**
   * Name of the item to rate; by default, all items that the model or the reviews name and
   * the user has not reviewed.
   */
  item?: string | undefined;
  /** How many items to list, highest rating first: 1 to 1000, 10 by default. */
  count?: number | undefined;
}

export interface RecommendOptions extends RecommendFromOptions {
  /** Reviews by users, of items; none by default. */
  reviews?: readonly Readonly<GivenReview>[] | undefined;
}

export interface RateOptions extends AskOptions {
  /** Reviews by the user, and of the item; none by default. */
  reviews?: readonly Readonly<GivenReview>[] | undefined;
}

export interface KeepOptions extends AskOptions {
  /** Called as reviews are read. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** Items, highest rating first. */
export interface Recommendations {
  items: Recommendation[];
}

/** How a user would rate an item, and why. */
export interface Recommendation {
  /** The name of the item. */
  item: string;
  /** The sum of the `parts`, clipped to the model's `range`. */
  rating: number;
  parts: {
    /** The mean of all ratings that the model was trained on. */
    mean: number;
    /** What the user's name adds. */
    user: number;
    /** What the item's name adds. */
    item: number;
    /** What the model adds for the two together, e.g. from their reviews. */
    match: number;
  };
  /**
   * How many reviews there were to point at, by the user and of the item. This user's own
   * review of this item is not read.
   */
  read: { user: number; item: number };
  /** The reviews that are the reasons, a pair per pointer; none if the model has no pointers. */
  pointers: ReviewPointer[];
}

/** What one pointer chose. A side without reviews is missing. */
export interface ReviewPointer {
  /** A review by the user. */
  user?: PointedReview;
  /** A review of the item. */
  item?: PointedReview;
}

/** A review that is a reason. */
export interface PointedReview {
  /** Its place among the given reviews, from 0. */
  review: number;
  /**
   * How much the pointer prefers it to the other reviews on its side. The weights of all
   * add up to 1; this is the largest.
   */
  weight: number;
  /** Its words that were read; none if the model does not weigh words. */
  words: ReviewWord[];
}

/** A word of a review and its weight; the weights of all words read add up to 1. */
export interface ReviewWord extends Span {
  weight: number;
}
