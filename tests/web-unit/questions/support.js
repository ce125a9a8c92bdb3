// What the tests of the importers share.
const encoder = new TextEncoder();

/** A file of the given pieces: texts, or bytes. */
export function fileOf(name, ...pieces) {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  return {
    name,
    size: bytes.reduce((sum, { length }) => sum + length, 0),
    stream: () => ReadableStream.from(bytes),
  };
}

/** The cells of all rows. */
export function cellsOf({ rows }) {
  return rows.map(({ cells }) => cells);
}
