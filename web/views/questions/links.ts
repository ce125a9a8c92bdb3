// Which words of a question belong to which words of a hit: the same words, and those that the
// model finds alike.
import type { Span } from 'whylight';
import type { HitExplanation, TermMatch } from 'whylight/questions';
import { wholeGraphemes } from '../../graphemes';

/** The field of a document that the view shows marked. */
export const markedField = 'question';

/** So much of a text is shown, and marked: a question may be a whole book. In UTF-16 units. */
export const longestShown = 2000;

/** Words of a question and words of a hit that match each other. */
export interface Link {
  query: readonly Span[];
  hit: readonly Span[];
  /** The same word, or one that starts like it or is misspelt; or one that means alike. */
  by: 'word' | 'meaning';
}

/** The most that a word of the question could add to a hit, on average. */
export function wordWeight(
  question: string,
  hits: readonly { bm25: number; share: number }[],
): number {
  const words = question.match(/[\p{L}\p{N}]+/gu)?.length ?? 1;
  const scored = hits.find(({ share }) => share > 0);
  return scored ? scored.bm25 / scored.share / words : 0;
}

// "How do I" is in every other question: to mark it would drown what counts. A word that occurs once
// adds a bit less than half of the most it could.
const worthMarking = 0.3;

/** A link for each word that both texts have, unless it says little beside the `average` one. */
export function linksOfTerms(terms: readonly TermMatch[], average: number): Link[] {
  return terms
    .filter(({ bm25 }) => bm25 >= worthMarking * average)
    .map(({ querySpans, spans }) => ({
      query: querySpans,
      hit: spans[markedField] ?? [],
      by: 'word' as const,
    }))
    .filter(({ hit }) => hit.length > 0);
}

type Pair = HitExplanation['strongest'][number];

/**
 * The pairs of n-grams that speak for a match without being the same words, which are marked as such
 * anyway.
 */
export function telling(
  { strongest }: Pick<HitExplanation, 'strongest'>,
  asked: string,
  found: string,
): Pair[] {
  const words = (text: string, spans: readonly Span[]) =>
    spans.map(({ start, end }) => text.slice(start, end).toLowerCase()).join(' ');
  return strongest
    .map((pair) => ({
      ...pair,
      document: pair.document.filter(({ field }) => field === markedField),
    }))
    .filter(
      ({ query, document, contribution }) =>
        contribution > 0 && document.length > 0 && words(asked, query) !== words(found, document),
    );
}

/** What the strongest pair adds to any of the hits. */
export function strongestPair(hits: readonly (readonly Pair[])[]): number {
  return Math.max(0, ...hits.flat().map(({ contribution }) => contribution));
}

// Weaker pairs than these would mark nearly every word.
const strongEnough = 0.5;
const mostPairs = 6;

/** Links for the pairs that count beside the `best` of any hit. */
export function linksOfPairs(pairs: readonly Pair[], best: number): Link[] {
  return pairs
    .filter(({ contribution }) => contribution >= strongEnough * best)
    .slice(0, mostPairs)
    .map(({ query, document }) => ({ query, hit: document, by: 'meaning' as const }));
}

/** What belongs to the places `at` in one of the texts: the places in the other. */
export function partners(
  links: readonly Link[],
  side: 'query' | 'hit',
  at: readonly Span[],
): readonly Span[] {
  const other = side === 'query' ? 'hit' : 'query';
  return links
    .filter((link) => link[side].some((span) => at.some((place) => overlap(span, place))))
    .flatMap((link) => link[other]);
}

/** The words of one side of the links that are shown, in order. */
export function matchedWords(
  text: string,
  links: readonly Link[],
  side: 'query' | 'hit',
): MatchedWord[] {
  const words = new Map<string, MatchedWord>();
  for (const by of ['meaning', 'word'] as const) {
    for (const link of links) {
      if (link.by !== by) continue;
      for (const { start, end } of link[side]) {
        if (end <= longestShown) words.set(`${start} ${end}`, { start, end, by });
      }
    }
  }
  const inOrder = [...words.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  return wholeGraphemes(text, inOrder).map(({ start, end }) => {
    const inside = inOrder.filter((word) => overlap(word, { start, end }));
    return { start, end, by: inside.some(({ by }) => by === 'word') ? 'word' : 'meaning' };
  });
}

export interface MatchedWord extends Span {
  by: Link['by'];
}

export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
