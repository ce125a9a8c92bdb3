// Turns the flat arrays of the bindings into the objects callers see.
import type { Span } from '../../runtime/types.js';
import type { RawExplanation } from './modules.js';
import type { Explanation, OperatingPoint, TokenEvidence } from './types.js';

export function assemble(
  text: string,
  aspects: readonly string[],
  raw: RawExplanation,
): Explanation {
  const tokens: TokenEvidence[] = [];
  for (let token = 0; 2 * token < raw.spans.length; ++token) {
    const row = token * aspects.length;
    tokens.push({
      ...spanAt(raw.spans, token),
      probability: byAspect(aspects, (aspect) => raw.probability[row + aspect]!),
      selected: byAspect(aspects, (aspect) => raw.selected[row + aspect] !== 0),
    });
  }
  let next = 0;
  const rationales = byAspect(aspects, (aspect) => {
    const first = next;
    next += raw.rationaleCounts[aspect]!;
    const spans: Span[] = [];
    for (let index = first; index < next; ++index) spans.push(spanAt(raw.rationaleSpans, index));
    return spans;
  });
  const ratings = byAspect(aspects, (aspect) => raw.ratings[aspect]!);
  return { text, ratings, tokens, rationales };
}

export function assemblePoints(
  aspects: readonly string[],
  raw: Float64Array,
): readonly OperatingPoint[] {
  const width = aspects.length + 1;
  const points = Array.from({ length: raw.length / width }, (_, index) => {
    const row = index * width;
    const errors = byAspect(aspects, (aspect) => raw[row + 1 + aspect]!);
    return Object.freeze({ rate: raw[row]!, errors: Object.freeze(errors) });
  });
  return Object.freeze(points);
}

function spanAt(flat: Uint32Array, index: number): Span {
  return { start: flat[2 * index]!, end: flat[2 * index + 1]! };
}

function byAspect<T>(aspects: readonly string[], value: (aspect: number) => T): Record<string, T> {
  return Object.fromEntries(aspects.map((name, aspect) => [name, value(aspect)]));
}
