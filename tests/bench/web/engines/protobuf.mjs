// Writes Protocol Buffers: as much of the format as an ONNX model needs.

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function concatenate(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const key = (field, wire) => varint((field << 3) | wire);

/** An integer of `field`. */
export const integer = (field, value) => concatenate([key(field, VARINT), varint(value)]);

/** A number in single precision. */
export function float(field, value) {
  return concatenate([key(field, FIXED32), new Uint8Array(Float32Array.of(value).buffer)]);
}

/** Bytes, a string in UTF-8, or another message. */
export function bytes(field, content) {
  const written = typeof content === 'string' ? text.encode(content) : content;
  return concatenate([key(field, BYTES), varint(written.length), written]);
}

/** A message of these fields, in order; those that are missing are left out. */
export const message = (...fields) => concatenate(fields.flat(Infinity).filter(Boolean));
