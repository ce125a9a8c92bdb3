import type { Backend } from '../../runtime/backend.js';
import { Keeper } from '../../runtime/kept.js';
import { MODEL_KINDS, WORKER } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { ANY, FUNCTION, SIGNAL, checkKinds, checkOptions } from '../../runtime/options.js';
import { inPieces } from '../../runtime/pieces.js';
import type { Platform } from '../../runtime/platform.js';
import type { Answer } from '../../runtime/system.js';
import type { ModelSource } from '../../runtime/types.js';
import {
  COLLECTION,
  ReviewCollection,
  checkPair,
  checkReviews,
  membersRead,
  relocated,
  weightOf,
} from './review-collection.js';
import { RECOMMENDER } from './system.js';
import type {
  GivenReview,
  KeepOptions,
  LoadRecommenderOptions,
  RateOptions,
  Recommendation,
  Recommendations,
  RecommendOptions,
} from './types.js';

/** A trained recommender, ready to rate items. Created by `loadRecommender()`. */
export class Recommender extends LoadedModel {
  /** The lowest and the highest rating. */
  readonly range: readonly [number, number];
  /**
   * Whether it reads reviews; if not, it rates by names alone, and reviews only show who has
   * reviewed what.
   */
  readonly readsReviews: boolean;
  /** How many users it knows by name. */
  readonly users: number;
  /** How many items it knows by name. */
  readonly items: number;

  readonly #collections = new Keeper(COLLECTION, (question, inputs, options, signal) =>
    this.send(question, inputs, options, signal),
  );

  /** @internal */
  constructor(backend: Backend) {
    super(RECOMMENDER, backend);
    const { json } = backend.about as { json: string };
    const { range, readsReviews, users, items } = JSON.parse(json) as RecommenderAbout;
    this.range = Object.freeze(range);
    this.readsReviews = readsReviews;
    this.users = users;
    this.items = items;
  }

  /**
   * Predicts from the given reviews what a user would like best, or how they would rate one
   * item, and shows which reviews are the reasons. Each call reads all reviews, in one go;
   * `keepReviews()` reads them once.
   *
   * Users and items that the model has never seen are not an error. Rejects with
   * `invalid-argument`, naming the review or the option, or if neither the model nor the
   * reviews name an item; with `text-too-long`, `disposed`, `out-of-memory`, or
   * `wasm-failed` when the module stopped; the recommender works again on the next call.
   * While it rates items, it takes turns with other work on the thread, and checks the
   * signal in between.
   */
  async recommend(options: RecommendOptions = {}): Promise<Recommendations> {
    const { reviews } = checkOptions('recommend', options);
    const asked = Array.isArray(reviews)
      ? { ...options, reviews: membersRead(reviews as readonly unknown[]) }
      : options;
    return (await this.askOne('recommend', [], asked)) as Recommendations;
  }

  /** Predicts how `user` would rate `item`, and why. Rejects as `recommend()` does. */
  async rate(user: string, item: string, options: RateOptions = {}): Promise<Recommendation> {
    checkKinds('rate', options, { signal: SIGNAL, reviews: ANY });
    checkPair(user, item);
    const { items } = await this.recommend({ ...options, user, item });
    return items[0]!;
  }

  /**
   * Reads reviews once, for any number of questions about them.
   *
   * It takes turns with other work on the thread, reports progress, and checks the signal
   * in between. The model keeps the reviews, in a Worker if it lives there: dispose of a
   * collection that you no longer need. The model's own `dispose()` disposes of its
   * collections, too. Rejects as `recommend()` does.
   */
  async keepReviews(
    reviews: readonly Readonly<GivenReview>[],
    options: KeepOptions = {},
  ): Promise<ReviewCollection> {
    const { signal, onProgress } = checkKinds('keepReviews', options, {
      signal: SIGNAL,
      onProgress: FUNCTION,
    });
    checkReviews('keepReviews', reviews);
    signal?.throwIfAborted();
    const { json } = await this.send('collection-create', [], '{}', undefined);
    const { collection } = JSON.parse(json as string) as { collection: number };
    const kept = new ReviewCollection(this.#collections.keep(collection));
    const all: readonly Readonly<GivenReview>[] = reviews;
    const report = (done: number) => {
      signal?.throwIfAborted();
      onProgress?.({ done, total: all.length });
    };
    try {
      report(0);
      await inPieces(all, weightOf, async (piece, done) => {
        await kept.add(piece).catch((error: unknown) => {
          throw relocated(error, done - piece.length);
        });
        report(done);
      });
    } catch (error) {
      await kept.dispose();
      throw error;
    }
    return kept;
  }

  /** @internal */
  protected override read({ json }: Answer): unknown {
    return JSON.parse(json as string);
  }
}

interface RecommenderAbout {
  range: [number, number];
  readsReviews: boolean;
  users: number;
  items: number;
}

export async function openRecommender(
  source: ModelSource,
  options: LoadRecommenderOptions,
  platform: Platform,
): Promise<Recommender> {
  // The reviews that it keeps are in one place.
  checkKinds('loadRecommender', options, { ...MODEL_KINDS, worker: WORKER });
  const wasm = { 'whylight-recommender.wasm': options.wasm };
  return new Recommender(await open(RECOMMENDER, source, { ...options, wasm }, platform));
}
