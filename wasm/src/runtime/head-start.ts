// A smaller model, made of the first part of a download: one that knows the commonest
// words. In the file the tensors that every text needs come first and the vectors of the
// words last, the commonest words first, so a part of the file has all that some texts need.
import type { ModelFiles } from './model-files.js';

/** The bytes of a model's files. */
export type FileBytes = Pick<ModelFiles, 'config' | 'tensors' | 'vocabulary'>;

interface Tensor {
  dtype: string;
  /** In those of words, the first dimension has a row per word. */
  shape: readonly [number, ...number[]];
  data_offsets: readonly [start: number, end: number];
}

interface Layout {
  tensors: Readonly<Record<string, Tensor>>;
  /** Where their data begin in the file. */
  data: number;
}

/** The word vectors, and the factors of their rows. */
const OF_WORDS: ReadonlySet<string> = new Set(['embedding', 'embedding.scale']);

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The part of a model's tensors file that knows so many words. */
export class HeadStart {
  readonly #words: number;
  #layout: Layout | undefined;

  constructor(words: number) {
    this.#words = words;
  }

  /**
   * Whether the first `received` bytes of the file have that part. A file not of tensors never has
   * it: loading the whole file shows what is wrong with it.
   */
  isIn(tensors: Uint8Array, received: number): boolean {
    try {
      return this.#isIn(tensors, received);
    } catch {
      return false;
    }
  }

  #isIn(tensors: Uint8Array, received: number): boolean {
    this.#layout ??= readLayout(tensors.subarray(0, received));
    if (!this.#layout) return false;
    const { data } = this.#layout;
    return Object.entries(this.#layout.tensors).every(
      ([name, tensor]) => data + this.#endOf(name, tensor) <= received,
    );
  }

  /** The files of the smaller model. The first part of the tensors file must be there. */
  cut({ config, tensors, vocabulary }: FileBytes): FileBytes {
    const { tensors: all, data } = this.#layout!;
    const shorter: Record<string, Tensor> = {};
    const parts: Uint8Array[] = [];
    let start = 0;
    for (const [name, tensor] of inOrder(all)) {
      const part = tensors.subarray(
        data + tensor.data_offsets[0],
        data + this.#endOf(name, tensor),
      );
      const [rows, ...others] = tensor.shape;
      const kept = OF_WORDS.has(name) ? Math.min(rows, this.#words) : rows;
      const end = start + part.length;
      shorter[name] = { ...tensor, shape: [kept, ...others], data_offsets: [start, end] };
      parts.push(part);
      start = end;
    }
    return {
      config: fitConfig(config),
      tensors: writeTensors(shorter, parts),
      vocabulary: firstLines(vocabulary, this.#words),
    };
  }

  #endOf(name: string, { shape: [rows], data_offsets: [start, end] }: Tensor): number {
    if (!OF_WORDS.has(name) || rows <= this.#words) return end;
    return start + ((end - start) / rows) * this.#words;
  }
}

const inOrder = (tensors: Layout['tensors']) =>
  Object.entries(tensors).sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0]);

/** The table of contents of a safetensors file, when it is there. */
function readLayout(received: Uint8Array): Layout | undefined {
  if (received.length < 8) return undefined;
  const { buffer, byteOffset } = received;
  const length = Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
  if (received.length < 8 + length) return undefined;
  const header = JSON.parse(decoder.decode(received.subarray(8, 8 + length))) as object;
  const { __metadata__: _, ...tensors } = header as Record<string, Tensor>;
  return { tensors, data: 8 + length };
}

function writeTensors(tensors: Layout['tensors'], parts: readonly Uint8Array[]): Uint8Array {
  const json = JSON.stringify(tensors);
  // Data begin at a multiple of 8.
  const header = encoder.encode(json.padEnd(Math.ceil(json.length / 8) * 8));
  const size = parts.reduce((sum, { length }) => sum + length, 8 + header.length);
  const file = new Uint8Array(size);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  let at = 8 + header.length;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function firstLines(text: Uint8Array, count: number): Uint8Array {
  let end = 0;
  for (let line = 0; line < count && end < text.length; ++line) {
    const found = text.indexOf(10, end);
    end = found < 0 ? text.length : found + 1;
  }
  return text.slice(0, end);
}

/** The configuration, without what does not hold for the smaller model. */
function fitConfig(config: Uint8Array): Uint8Array {
  const parsed = JSON.parse(decoder.decode(config)) as object;
  // A word that it does not know yet is no misspelling of one that it knows.
  return encoder.encode(JSON.stringify({ ...parsed, files: undefined, spelling: false }));
}
