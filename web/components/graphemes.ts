// Spans that show whole: no accent, flag or emoji is painted in part.
import type { Span } from 'whylight';

/** Widens spans to whole graphemes, and joins those that then overlap. Spans come sorted. */
export function wholeGraphemes(text: string, spans: readonly Span[]): Span[] {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
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
