// What views keep of texts.

/** The text under this key of a kept value; undefined if it has none. */
export function readKept(kept: unknown, key: string): string | undefined {
  const value = (kept as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
}
