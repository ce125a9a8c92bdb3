// What the review view shows, as it is kept in a tab and travels in links. Anybody may have written it.
import type { Span } from 'whylight';
import { longestCompared, type Dropped, type ReviewState } from '../views/reviews/review-state';

const mostName = 100;
const mostAspects = 50;
const mostSpans = 5000;

/** The state that a value holds; undefined if it is not one in every part. */
export function readSnapshot(value: unknown): ReviewState | undefined {
  if (!isObject(value)) return undefined;
  const { model, text, point, isolated, dropped, against } = value;
  if (!isName(model) || typeof text !== 'string') return undefined;
  if (point !== undefined && !isIndex(point)) return undefined;
  if (isolated !== undefined && !isName(isolated)) return undefined;
  if (against !== undefined && !isCompared(against)) return undefined;
  // Otherwise the spans would be those of another text.
  const lines = withLines(text);
  const read = readDropped(dropped ?? {}, lines.length);
  if (!read) return undefined;
  return {
    model,
    text: lines,
    point,
    isolated,
    dropped: read,
    against: against === undefined ? undefined : withLines(against),
  };
}

/** A text with its ends of lines as a text area has them. */
function withLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** The parts of a state that a model has: neither points nor aspects of another. */
export function fitTo(
  { point, isolated, dropped }: ReviewState,
  { aspects, points }: { aspects: readonly string[]; points: readonly unknown[] },
): Pick<ReviewState, 'point' | 'isolated' | 'dropped'> {
  const fitting = Object.entries(dropped).filter(([aspect]) => aspects.includes(aspect));
  const same = fitting.length === Object.keys(dropped).length;
  return {
    point: point !== undefined && point < points.length ? point : undefined,
    isolated: isolated !== undefined && aspects.includes(isolated) ? isolated : undefined,
    dropped: same ? dropped : Object.fromEntries(fitting),
  };
}

function readDropped(value: unknown, length: number): Dropped | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > mostAspects) return undefined;
  const read: [string, Span[]][] = [];
  for (const [aspect, spans] of entries) {
    const own = isName(aspect) ? readSpans(spans, length) : undefined;
    if (!own) return undefined;
    if (own.length > 0) read.push([aspect, own]);
  }
  // From entries, as an aspect may have any name: `__proto__`, too.
  return Object.fromEntries(read);
}

/** Spans of a text of this length, in their order, apart from each other. */
function readSpans(value: unknown, length: number): Span[] | undefined {
  if (!Array.isArray(value) || value.length > mostSpans) return undefined;
  let from = 0;
  const spans: Span[] = [];
  for (const each of value as unknown[]) {
    if (!isObject(each)) return undefined;
    const { start, end } = each;
    if (!isIndex(start) || !isIndex(end)) return undefined;
    if (start < from || end <= start || end > length) return undefined;
    spans.push({ start, end });
    from = end;
  }
  return spans;
}

/** -0, which JSON has but JavaScript does not write, is none: it is not the same as 0 everywhere. */
function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);
}

function isCompared(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestCompared;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= mostName;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
