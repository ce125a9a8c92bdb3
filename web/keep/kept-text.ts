// What views with nothing but a text keep of it.

/** The text of a kept value; undefined if it has none. */
export function readKeptText(kept: unknown): string | undefined {
  const text = (kept as { text?: unknown } | null | undefined)?.text;
  return typeof text === 'string' ? text : undefined;
}
