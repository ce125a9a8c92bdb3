// Tensors as the bytes of a safetensors file; core/format/safetensors.h draws
// its layout. WebAssembly is little-endian, as the format is.
import { WhylightError } from '../../runtime/errors.js';
import { shown } from '../../runtime/options.js';

/** The numbers of a tensor. */
export type TensorData =
  Float64Array | Float32Array | BigInt64Array | Int32Array | Int8Array | Uint8Array;

/** Numbers in the shape of a matrix or a vector. */
export interface LayerTensor<Data extends TensorData = TensorData> {
  /** [rows, columns], or [length]. */
  shape: readonly number[];
  /** Row after row. */
  data: Data;
}

const DTYPES: Record<string, string> = {
  Float64Array: 'F64',
  Float32Array: 'F32',
  BigInt64Array: 'I64',
  Int32Array: 'I32',
  Int8Array: 'I8',
  Uint8Array: 'U8',
};

/** A safetensors file of `tensors`. */
export function writeSafetensors(tensors: Readonly<Record<string, LayerTensor>>): Uint8Array {
  const header: [string, { dtype: string; shape: readonly number[]; data_offsets: number[] }][] =
    [];
  let size = 0;
  for (const [name, tensor] of Object.entries(tensors)) {
    const dtype = check(name, tensor);
    const { shape, data } = tensor;
    header.push([name, { dtype, shape, data_offsets: [size, (size += data.byteLength)] }]);
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const file = new Uint8Array(8 + json.length + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  let at = 8 + json.length;
  for (const { data } of Object.values(tensors)) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

/** The tensors of a file that the core wrote: floats, aligned. */
export function readFloats(
  file: Uint8Array<ArrayBuffer>,
): Record<string, LayerTensor<Float32Array>> {
  const { buffer, byteOffset } = file;
  const view = new DataView(buffer, byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const json = new TextDecoder().decode(file.subarray(8, start));
  const header = JSON.parse(json) as Record<string, { shape: number[]; data_offsets: number[] }>;
  const tensors: [string, LayerTensor<Float32Array>][] = [];
  for (const [name, { shape, data_offsets: offsets }] of Object.entries(header)) {
    const [from, to] = offsets as [number, number];
    const data = new Float32Array(buffer, byteOffset + start + from, (to - from) / 4);
    tensors.push([name, { shape, data }]);
  }
  return Object.fromEntries(tensors);
}

/** The type of the tensor's numbers. */
function check(name: string, tensor: unknown): string {
  const { shape, data } = (tensor ?? {}) as Partial<LayerTensor>;
  const problem = (message: string) =>
    new WhylightError('invalid-argument', `input: tensor ${JSON.stringify(name)}: ${message}`);
  // Its name says what a typed array is, whatever realm it is from.
  const type: string | undefined = ArrayBuffer.isView(data) ? data[Symbol.toStringTag] : undefined;
  const dtype = type === undefined ? undefined : DTYPES[type];
  if (!data || !dtype) {
    const found = type ?? (data === null ? 'null' : typeof data);
    throw problem(`expected data in one of ${Object.keys(DTYPES).join(', ')}, found ${found}`);
  }
  if (!isShape(shape)) {
    throw problem(`expected a shape such as [2, 3], found ${shownShape(shape)}`);
  }
  const count = shape.reduce((product, size) => product * size, 1);
  if (count !== data.length) {
    throw problem(
      `expected ${count} numbers for the shape [${shape.join(', ')}], found ${data.length}`,
    );
  }
  return dtype;
}

function shownShape(shape: unknown): string {
  const isNumbers = Array.isArray(shape) && shape.every((size) => typeof size === 'number');
  return isNumbers ? `[${String(shape)}]` : shown(shape);
}

function isShape(shape: unknown): shape is readonly number[] {
  return Array.isArray(shape) && shape.every((size) => Number.isSafeInteger(size) && size >= 0);
}
