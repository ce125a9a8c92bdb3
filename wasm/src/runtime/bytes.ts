// Bytes as callers pass them.
import { WhylightError } from './errors.js';

export function isBuffer(value: unknown): value is ArrayBuffer | Uint8Array {
  return hasTag(value, 'ArrayBuffer') || ArrayBuffer.isView(value);
}

// Unlike instanceof, this knows the objects of another realm, such as a frame's.
export function hasTag(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`;
}

export function toBytes(bytes: unknown, what: string): Uint8Array {
  if (ArrayBuffer.isView(bytes)) {
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Memory that is shared can be neither hashed nor compiled.
    return hasTag(bytes.buffer, 'SharedArrayBuffer') ? view.slice() : view;
  }
  if (isBuffer(bytes)) return new Uint8Array(bytes);
  throw new WhylightError('invalid-argument', `Expected a Uint8Array or ArrayBuffer as ${what}.`);
}
