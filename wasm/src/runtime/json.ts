// JSON for the modules, which have no parser of their own: the engine's reads it, and its values
// are written one after the other, as wasm/bindings/json_parser.cc reads them. To ask for each of
// them from there would take far longer.

/** What stands before each value; numbers follow in 8 bytes, text and lists after their length. */
const TAG = { null: 0, false: 1, true: 2, number: 3, text: 4, list: 5, object: 6, tooDeep: 7 };

/**
 * The values of the JSON, or nothing if it is not JSON: an error would end the instance. Output
 * ends at lists and objects nested deeper than `maxDepth`.
 */
export function parseJson(utf8: Uint8Array, maxDepth: number): Uint8Array | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(utf8));
    const writer = new Writer();
    writer.write(withoutHistory(value), maxDepth);
    return writer.bytes();
  } catch {
    return undefined;
  }
}

/** Half of a config.json is about how its model was trained, which no module reads. */
function withoutHistory(json: unknown): unknown {
  const config = json as Readonly<Record<string, unknown>> | null;
  if (config?.['format'] !== 'whylight') return json;
  const { training, ...read } = config;
  return read;
}

class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;
  readonly #encoder = new TextEncoder();

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** False if it is too deep. */
  write(value: unknown, depth: number): boolean {
    if (typeof value === 'number') {
      this.#tag(TAG.number);
      const at = this.#take(8);
      this.#view.setFloat64(at, value, true);
    } else if (typeof value === 'string') {
      this.#tag(TAG.text);
      this.#text(value);
    } else if (typeof value !== 'object' || value === null) {
      this.#tag(value === null ? TAG.null : value ? TAG.true : TAG.false);
    } else {
      return this.#items(value, depth);
    }
    return true;
  }

  #items(value: object, depth: number): boolean {
    if (depth === 0) {
      this.#tag(TAG.tooDeep);
      return false;
    }
    const isList = Array.isArray(value);
    const items = Object.entries(value);
    this.#tag(isList ? TAG.list : TAG.object);
    this.#count(items.length);
    return items.every(([key, item]) => {
      if (!isList) this.#text(key);
      return this.write(item, depth - 1);
    });
  }

  #tag(tag: number): void {
    const at = this.#take(1);
    this.#bytes[at] = tag;
  }

  #count(count: number): void {
    const at = this.#take(4);
    this.#view.setUint32(at, count, true);
  }

  #text(text: string): void {
    const utf8 = this.#encoder.encode(text);
    this.#count(utf8.length);
    const at = this.#take(utf8.length);
    this.#bytes.set(utf8, at);
  }

  /** Where the next `size` bytes are to be written, which may be in a larger buffer than before. */
  #take(size: number): number {
    const at = this.#size;
    this.#size += size;
    if (this.#size > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#size);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
