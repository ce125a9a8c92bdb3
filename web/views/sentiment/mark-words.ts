// Words of the text that one thing or another points at.
import type { Span } from 'whylight';
import type { SideLook } from './ngrams';

/** Marks the cells whose words overlap these spans, and no others, and scrolls `place` to the first. */
export function markWords(
  place: HTMLElement,
  words: readonly Span[],
  cells: readonly HTMLElement[],
  spans: readonly Span[],
  look: SideLook,
): void {
  const marked = words.map((word) =>
    spans.some(({ start, end }) => start < word.end && word.start < end),
  );
  cells.forEach((cell, i) => {
    cell.className = marked[i] ? `word marked-word ${look}` : 'word';
  });
  const first = cells[marked.indexOf(true)];
  if (!first) return;
  const { scrollTop, clientHeight } = place;
  const hidden =
    first.offsetTop < scrollTop || first.offsetTop + first.offsetHeight > scrollTop + clientHeight;
  if (hidden) place.scrollTop = first.offsetTop;
}
