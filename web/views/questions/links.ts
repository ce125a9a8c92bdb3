// Which words of a question belong to which words of a hit: the same words, and those that the
// model finds alike.
import type { Span } from 'whylight';
import type { HitExplanation, TermMatch } from 'whylight/questions';
import { wholeGraphemes } from '../../components/graphemes';

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

/** What the word that says most adds to any of the hits. */
export function strongestTerm(hits: readonly { terms: readonly TermMatch[] }[]): number {
  return Math.max(0, ...hits.flatMap(({ terms }) => terms.map(({ bm25 }) => bm25)));
}

// "How do I" is in every other question: to mark it would drown what counts.
const telling = 0.3;

/** A link for each word that both texts have, and that says something beside the `strongest`. */
export function linksOfTerms(terms: readonly TermMatch[], strongest: number): Link[] {
  return terms
    .filter(({ bm25 }) => bm25 >= telling * strongest)
    .map(({ querySpans, spans }) => ({
      query: querySpans,
      hit: spans[markedField] ?? [],
      by: 'word' as const,
    }))
    .filter(({ hit }) => hit.length > 0);
}

// Weaker pairs than these would mark nearly every word.
const strongEnough = 0.25;
const mostPairs = 8;

/** Links for the pairs of n-grams that count most for the model. */
export function linksOfPairs({ strongest }: Pick<HitExplanation, 'strongest'>): Link[] {
  const best = Math.max(0, ...strongest.map(({ contribution }) => contribution));
  return strongest
    .filter(({ contribution }) => contribution > 0 && contribution >= strongEnough * best)
    .slice(0, mostPairs)
    .map(({ query, document }) => ({
      query,
      hit: document.filter(({ field }) => field === markedField),
      by: 'meaning' as const,
    }))
    .filter(({ hit }) => hit.length > 0);
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
