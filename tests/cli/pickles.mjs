// Pickles of protocol 2, as Python 2 writes them, put together by hand.

const latin1 = (value) => (Buffer.isBuffer(value) ? value : Buffer.from(value, 'latin1'));
const join = (...parts) => Buffer.concat(parts.map(latin1));

/** The instruction that names a function or a type. */
export const name = (module, each) => `c${module}\n${each}\n`;

export function whole(value) {
  const bytes = Buffer.alloc(5, 'J');
  bytes.writeInt32LE(value, 1);
  return bytes;
}

export function number(value) {
  const bytes = Buffer.alloc(9, 'G');
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

export function text(value) {
  const bytes = Buffer.from(value);
  return join('U', Buffer.from([bytes.length]), bytes);
}

const list = (items) => join('](', ...items.map(valueOf), 'e');
const valueOf = (value) => (Array.isArray(value) ? list(value) : latin1(value));
const pairs = (values) =>
  join('}(', ...Object.entries(values).flatMap(([key, value]) => [text(key), valueOf(value)]), 'u');

/** An argparse.Namespace. */
export const options = (values) => join(name('argparse', 'Namespace'), ')\x81', pairs(values), 'b');

/** A NumPy array of 32-bit floats. */
export function array(shape, numbers) {
  const data = Buffer.from(Float32Array.from(numbers).buffer);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const dtype = join(
    ...[name('numpy', 'dtype'), text('f4'), 'K\x00K\x01\x87R'],
    ...['(K\x03', text('<'), 'NNN', whole(-1), whole(-1), 'K\x00tb'],
  );
  return join(
    ...[name('numpy.core.multiarray', '_reconstruct'), '(', name('numpy', 'ndarray')],
    ...['K\x00\x85', text('b'), 'tR(K\x01(', ...shape.map(whole), 't', dtype],
    ...['\x89T', size, data, 'tb'],
  );
}

/** A pickle, instruction by instruction. */
export class Pickle {
  #parts = ['\x80\x02'];

  raw(...parts) {
    this.#parts.push(...parts);
    return this;
  }
  tuple(...items) {
    return this.raw('(', ...items.map(valueOf), 't');
  }
  dict(values) {
    return this.raw(pairs(values));
  }
  end() {
    return join(...this.#parts, '.');
  }
}
