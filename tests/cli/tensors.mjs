// Files of tensors, and numbers to put into them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { randomNumbers } from './lamp-reviews.mjs';
import { file } from './support.mjs';

/** The header of a safetensors file, and the bytes behind it. */
export function readHeader(path) {
  const bytes = readFileSync(path);
  const start = 8 + Number(bytes.readBigUInt64LE());
  return { header: JSON.parse(bytes.toString('utf8', 8, start)), data: bytes.subarray(start) };
}

/** { name: { shape, data } } of a file of floats. */
export function readTensors(path) {
  const { header, data: bytes } = readHeader(path);
  const tensors = Object.entries(header).map(([name, { dtype, shape, data_offsets }]) => {
    assert.equal(dtype, 'F32');
    const data = new Float32Array(Uint8Array.from(bytes.subarray(...data_offsets)).buffer);
    return [name, { shape, data: [...data] }];
  });
  return Object.fromEntries(tensors);
}

/** A safetensors file of floats; `tensors` has shapes, numbers are zero or given. */
export function writeTensors(name, tensors) {
  let size = 0;
  const header = {};
  const data = [];
  for (const [tensor, [shape, numbers]] of Object.entries(tensors)) {
    const count = shape.reduce((product, each) => product * each, 1);
    data.push(
      Buffer.from(Float32Array.from({ length: count }, (_, i) => numbers?.[i] ?? 0).buffer),
    );
    header[tensor] = { dtype: 'F32', shape, data_offsets: [size, (size += 4 * count)] };
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return file(name, Buffer.concat([length, json, ...data]));
}

/** Gives numbers from -1 to 1, one a call, the same for the same seed. */
export function inventNumbers(seed) {
  const random = randomNumbers(seed);
  return () => Math.fround(2 * random() - 1);
}
