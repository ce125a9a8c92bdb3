// Measures rankers: on labelled pairs, and on queries whose right questions are known.
import type { Hit, SearchMode } from 'whylight/questions';
import type { LabelledPair } from '../../import/labelled-pairs';
import type { QuestionDocument } from '../../import/columns';
import type { Searched } from './level';
import { searching } from './search';
import type { TestQuery } from './shipped-sets';
import { bootstrap, Ranking, shareOf, type Estimate, type Weights } from './statistics';

export interface JudgeOptions {
  /** The probability from which on two questions are taken to ask the same. */
  threshold: number;
  signal?: AbortSignal | undefined;
  /** How far it has come, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface PairFigures {
  ranker: Ranker;
  auc: Estimate;
  averagePrecision: Estimate;
  /**
   * Of what the page says of each pair, by its probability, if there are any; of the others at the
   * threshold that is best here.
   */
  accuracy: Estimate;
}

export type Ranker = 'combined' | 'model' | 'bm25';

export interface PairReport {
  pairs: number;
  /** How many of them ask the same. */
  same: number;
  rows: PairFigures[];
  /** Differences of the areas: the model less BM25, on the same samples. */
  difference: Estimate;
}

/** The distinct second texts of pairs, as documents of an index. */
export function documentsOf(pairs: readonly LabelledPair[]): QuestionDocument[] {
  return [...new Set(pairs.map(({ b }) => b))].map((question, i) => ({ id: String(i), question }));
}

/** Judges pairs by an index of `documentsOf(pairs)`. */
export async function judgePairs(
  pairs: readonly LabelledPair[],
  index: Searched<QuestionDocument>,
  { threshold: fits, signal, onProgress }: JudgeOptions,
): Promise<PairReport> {
  const ids = new Map(documentsOf(pairs).map(({ id, question }) => [question, id]));
  const hits: (Hit<QuestionDocument> | undefined)[] = [];
  for (const { a, b } of pairs) {
    const id = ids.get(b)!;
    const [hit] = await index.search(a, {
      mode: 'hybrid',
      fuzzy: searching.fuzzy,
      filter: (document) => document.id === id,
      limit: 1,
      signal,
    });
    hits.push(hit);
    onProgress?.((0.7 * hits.length) / pairs.length);
  }
  const scored = (scoreOf: (hit: Hit<QuestionDocument>) => number) =>
    new Ranking(pairs.map(({ same }, i) => ({ same, score: hits[i] ? scoreOf(hits[i]) : 0 })));
  const rankings: Record<Ranker, Ranking> = {
    combined: scored(({ score }) => score),
    model: scored(({ cosine }) => cosine),
    bm25: scored(({ share }) => share),
  };
  const calibrated = hits.some((hit) => hit?.probability !== undefined);
  const verdicts = calibrated ? scored(({ probability = 0 }) => probability) : undefined;
  const rankers = Object.keys(rankings) as Ranker[];
  const measures = rankers.flatMap((ranker) => {
    const ranking = rankings[ranker];
    const best = ranking.bestThreshold();
    return [
      (weights?: Weights) => ranking.auc(weights),
      (weights?: Weights) => ranking.averagePrecision(weights),
      (weights?: Weights) =>
        ranker === 'combined' && verdicts
          ? verdicts.accuracy(fits, weights)
          : ranking.accuracy(best, weights),
    ];
  });
  const estimates = await bootstrap(
    pairs.length,
    [...measures, (weights) => rankings.model.auc(weights) - rankings.bm25.auc(weights)],
    { turn: turns(signal, (share) => onProgress?.(0.7 + 0.3 * share)) },
  );
  return {
    pairs: pairs.length,
    same: pairs.filter(({ same }) => same).length,
    rows: rankers.map((ranker, i) => {
      const [auc, averagePrecision, accuracy] = estimates.slice(3 * i, 3 * i + 3);
      return { ranker, auc: auc!, averagePrecision: averagePrecision!, accuracy: accuracy! };
    }),
    difference: estimates.at(-1)!,
  };
}

export interface QueryReport {
  /** Queries with a right question, and without one. */
  answerable: number;
  others: number;
  /** The share of the first that has a right question in first place. */
  first: Record<Ranker, Estimate>;
  /** The shares of both of which the page says that nothing fits; not of uncalibrated models. */
  refused?: { answerable: Estimate; others: Estimate };
}

const modes: Record<Ranker, SearchMode> = { combined: 'hybrid', model: 'model', bm25: 'bm25' };

/** Judges queries, each in the index of its subject. */
export async function judgeQueries(
  queries: readonly TestQuery[],
  indexOf: (query: TestQuery) => Searched<QuestionDocument>,
  { threshold: fits, signal, onProgress }: JudgeOptions,
): Promise<QueryReport> {
  const answerable = queries.filter(({ matches }) => matches.length > 0);
  const others = queries.filter(({ matches }) => matches.length === 0);
  const right: Record<Ranker, boolean[]> = { combined: [], model: [], bm25: [] };
  const refused: { answerable: boolean[]; others: boolean[] } = { answerable: [], others: [] };
  let calibrated = false;
  let done = 0;
  for (const query of [...answerable, ...others]) {
    const isAnswerable = query.matches.length > 0;
    for (const ranker of Object.keys(right) as Ranker[]) {
      const hits = await indexOf(query).search(query.query, {
        ...searching,
        mode: modes[ranker],
        limit: 10,
        signal,
      });
      if (isAnswerable) right[ranker].push(query.matches.includes(hits[0]?.id ?? ''));
      if (ranker !== 'combined') continue;
      calibrated ||= hits.some(({ probability }) => probability !== undefined);
      const nothing = hits.every(({ probability = 0 }) => probability < fits);
      refused[isAnswerable ? 'answerable' : 'others'].push(nothing);
    }
    done += 1;
    onProgress?.(done / queries.length);
  }
  return {
    answerable: answerable.length,
    others: others.length,
    first: {
      combined: shareOf(right.combined),
      model: shareOf(right.model),
      bm25: shareOf(right.bm25),
    },
    ...(calibrated && {
      refused: { answerable: shareOf(refused.answerable), others: shareOf(refused.others) },
    }),
  };
}

// Short enough that typing and scrolling are not held up.
const longestTask = 20;

/** Lets others run between rounds, and stops when cancelled. */
function turns(signal: AbortSignal | undefined, onProgress: (share: number) => void) {
  let began = performance.now();
  return async (done: number, rounds: number) => {
    signal?.throwIfAborted();
    if (performance.now() - began < longestTask) return;
    onProgress(done / rounds);
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
    signal?.throwIfAborted();
  };
}
