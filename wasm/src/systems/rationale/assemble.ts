// Turns the flat arrays of the bindings into the objects callers see.
import type { Span } from '../../runtime/types.js';
import type { AboutRationaleModel, RawExplanation } from './modules.js';
import type { Explanation, OperatingPoint, RatedClass, TokenEvidence } from './types.js';

/** What all explanations of a model share. */
export interface Frame {
  readonly aspects: readonly string[];
  /** The two labels of each aspect that has any. */
  readonly labels: Readonly<Record<string, readonly [string, string]>>;
  readonly priors: Readonly<Record<string, number>>;
}

export function assemble(text: string, frame: Frame, raw: RawExplanation): Explanation {
  const { aspects, labels, priors } = frame;
  const tokens: TokenEvidence[] = [];
  const ofToken = recordOf(aspects);
  for (let token = 0; 2 * token < raw.spans.length; ++token) {
    const row = token * aspects.length;
    // Spread into the literal, the span would take longer than all the rest.
    const { start, end } = spanAt(raw.spans, token);
    tokens.push({
      start,
      end,
      probability: ofToken((aspect) => raw.probability[row + aspect]!),
      selected: ofToken((aspect) => raw.selected[row + aspect] !== 0),
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
  const ratings = byAspect(aspects, (aspect) => orNull(raw.ratings[aspect]!));
  return {
    text,
    inDomain: raw.domain[1] !== 0,
    domain: orNull(raw.domain[0]!),
    known: raw.domain[2]!,
    ratings,
    mentioned: byAspect(aspects, (aspect) => ratings[aspects[aspect]!] !== null),
    spreads: byAspect(aspects, (aspect) => orNull(raw.spreads[aspect]!)),
    priors: { ...priors },
    classes: Object.fromEntries(
      Object.entries(labels).map(([name, both]) => [name, classOf(ratings[name]!, both)]),
    ),
    tokens,
    rationales,
  };
}

export function assembleFrame(about: AboutRationaleModel): Frame {
  const aspects = Object.freeze([...about.aspects]);
  const labels = aspects.flatMap((name, aspect) => {
    const [first, second] = about.labels[aspect]!;
    if (first === undefined || second === undefined) return [];
    return [[name, Object.freeze([first, second] as const)] as const];
  });
  return {
    aspects,
    labels: Object.freeze(Object.fromEntries(labels)),
    priors: Object.freeze(byAspect(aspects, (aspect) => about.priors[aspect]!)),
  };
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/** `rating` is the probability of the second of `labels`. */
function classOf(rating: number | null, labels: readonly [string, string]): RatedClass | null {
  if (rating === null) return null;
  return rating > 0.5
    ? { name: labels[1], probability: rating }
    : { name: labels[0], probability: 1 - rating };
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

/**
 * `byAspect` of the same aspects for thousands of tokens. Filling copies takes a quarter of the
 * time. They own every name, even `__proto__`.
 */
function recordOf(
  aspects: readonly string[],
): <T>(value: (aspect: number) => T) => Record<string, T> {
  const empty = byAspect(aspects, () => undefined);
  return <T>(value: (aspect: number) => T) => {
    const record = { ...empty } as Record<string, unknown> as Record<string, T>;
    for (let aspect = 0; aspect < aspects.length; ++aspect) {
      record[aspects[aspect]!] = value(aspect);
    }
    return record;
  };
}
