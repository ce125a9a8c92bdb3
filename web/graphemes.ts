// Pieces of texts that show whole: no accent, flag or emoji is shown in part.
import type { Span } from 'whylight';

export function graphemesOf(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
}

/** As much of the beginning of `text` as fits into so many UTF-16 units. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // Any number of accents can make a single grapheme.
  return text.slice(0, graphemesOf(text).containing(most)!.index || most);
}

/** The same, with an ellipsis in the place of the rest. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${beginningOf(text, most)}…` : text;
}

/** Widens spans to whole graphemes, and joins those that then overlap. Spans come sorted. */
export function wholeGraphemes(text: string, spans: readonly Span[]): Span[] {
  const graphemes = graphemesOf(text);
  const whole: Span[] = [];
  for (const span of spans) {
    const last = graphemes.containing(span.end - 1);
    const start = graphemes.containing(span.start)?.index ?? span.start;
    const end = last ? last.index + last.segment.length : span.end;
    const previous = whole.at(-1);
    if (previous && start < previous.end) previous.end = Math.max(previous.end, end);
    else whole.push({ start, end });
  }
  return whole;
}
