// Files of tensors, written here byte by byte as the published format has it: those of its writers for
// Python are read, whatever the format forbids is refused.
import { expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { bytesOf, goldenFiles, signed } from './support.js';

const files = goldenFiles();

/** The golden tensors: name, type, shape and bytes. */
const tensors = (() => {
  const file = files['model.safetensors'];
  const start = 8 + Number(file.readBigUInt64LE(0));
  return Object.entries(JSON.parse(file.subarray(8, start).toString())).map(
    ([
      name,
      {
        dtype,
        shape,
        data_offsets: [from, to],
      },
    ]) => {
      return { name, dtype, shape, bytes: file.subarray(start + from, start + to) };
    },
  );
})();

/** The length of the header, the header, and the data. */
function file(header, data, length = Buffer.byteLength(header)) {
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(BigInt(length));
  return Buffer.concat([start, Buffer.from(header), data]);
}

/** The entries of tensors that lie one behind the other. */
function entriesOf(some) {
  let at = 0;
  return some.map(({ name, dtype, shape, bytes }) => {
    const offsets = [at, (at += bytes.length)];
    return `"${name}":{"dtype":"${dtype}","shape":${JSON.stringify(shape)},"data_offsets":[${offsets}]}`;
  });
}

const dataOf = (some) => Buffer.concat(some.map(({ bytes }) => bytes));

/** As the writers for Python have it: wide types first, then names; blanks up to a multiple of 8. */
function published(some, metadata) {
  const widths = { F64: 8, F32: 4, F16: 2, I8: 1 };
  const sorted = [...some].sort(
    (a, b) => widths[b.dtype] - widths[a.dtype] || (a.name < b.name ? -1 : 1),
  );
  const first = metadata ? [`"__metadata__":${JSON.stringify(metadata)}`] : [];
  const header = `{${[...first, ...entriesOf(sorted)].join(',')}}`;
  return file(header.padEnd(8 * Math.ceil(header.length / 8)), dataOf(sorted));
}

const open = (bytes) => load(bytesOf(signed({ ...files, 'model.safetensors': bytes })));
const text = 'Pours a hazy gold with a thick white head.';

async function answerOf(bytes) {
  const model = await open(bytes);
  const answer = await model.explain(text);
  await model.dispose();
  return answer;
}

const odd = { name: 'odd', dtype: 'U8', shape: [3], bytes: Buffer.alloc(3) };
const small = [
  { name: 'none', dtype: 'F32', shape: [0, 7], bytes: Buffer.alloc(0) },
  { name: 'one', dtype: 'F64', shape: [], bytes: Buffer.alloc(8) },
];

test.each([
  { name: 'as the writers for Python lay it out', bytes: published(tensors) },
  {
    name: 'with metadata',
    bytes: published(tensors, { format: 'pt', note: 'für uns', empty: '' }),
  },
  { name: 'with an empty tensor and a single number', bytes: published([...tensors, ...small]) },
  {
    name: 'in another order, behind an odd number of bytes',
    bytes: file(
      `{${entriesOf([odd, ...tensors].reverse()).join(',')}}`,
      dataOf([odd, ...tensors].reverse()),
    ),
  },
  {
    name: 'with its numbers at odd places',
    bytes: file(`{${entriesOf([odd, ...tensors]).join(',')}}`, dataOf([odd, ...tensors])),
  },
  {
    name: 'with blanks and line breaks in its header, whose entries are in any order',
    bytes: file(`{\n  ${entriesOf(tensors).reverse().join(' ,\n  ')}\n} \n`, dataOf(tensors)),
  },
])('a model is the same $name', async ({ bytes }) => {
  expect(await answerOf(bytes)).toEqual(await answerOf(files['model.safetensors']));
});

// Files that are too small for the model are refused before they are read.
const long = (header) => header.padEnd(5000);

/** A file of one tensor with these members, as JSON. */
function withEntry(members, data = Buffer.alloc(4)) {
  const { dtype = '"F32"', shape = '[1]', offsets = `[0,${data.length}]` } = members;
  return file(long(`{"a":{"dtype":${dtype},"shape":${shape},"data_offsets":${offsets}}}`), data);
}

test.each([
  {
    name: 'a hole',
    bytes: withEntry({ offsets: '[4,8]' }, Buffer.alloc(8)),
    says: 'after unused bytes',
  },
  {
    name: 'bytes at the end',
    bytes: withEntry({ offsets: '[0,4]' }, Buffer.alloc(5)),
    says: 'expected 4 bytes of data, found 5',
  },
  {
    name: 'two tensors in one place',
    bytes: file(
      long(
        '{"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"I8","shape":[2],"data_offsets":[2,4]}}',
      ),
      Buffer.alloc(4),
    ),
    says: 'inside another tensor',
  },
  {
    // The engine's JSON keeps the last of them, so that the first one's bytes are nobody's.
    name: 'a name twice',
    bytes: file(
      long(
        '{"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}}',
      ),
      Buffer.alloc(8),
    ),
    says: 'after unused bytes',
  },
  { name: 'a type that nobody knows', bytes: withEntry({ dtype: '"f32"' }), says: 'found "f32"' },
  {
    name: 'fewer bytes than its shape',
    bytes: withEntry({ shape: '[2]' }),
    says: 'expected 8 bytes',
  },
  // Of 32 bits, in which the module counts, both products keep none.
  {
    name: 'a shape of 2^32 numbers',
    bytes: withEntry({ shape: '[65536,65536]', offsets: '[0,0]' }, Buffer.alloc(0)),
    says: 'more than all',
  },
  {
    name: 'a shape of 2^30 numbers',
    bytes: withEntry({ shape: '[1073741824]', offsets: '[0,0]' }, Buffer.alloc(0)),
    says: 'more than all',
  },
  {
    name: 'a length of 2^32',
    bytes: withEntry({ shape: '[4294967296]' }),
    says: '"shape" as whole numbers',
  },
  {
    name: 'a length below zero',
    bytes: withEntry({ shape: '[-1]' }),
    says: '"shape" as whole numbers',
  },
  {
    name: 'offsets that turn back',
    bytes: withEntry({ offsets: '[4,0]' }),
    says: 'within the 4 of',
  },
  {
    name: 'offsets beyond the end',
    bytes: withEntry({ shape: '[2]', offsets: '[0,8]' }),
    says: 'within the 4 of',
  },
  {
    name: 'offsets of 2^32',
    bytes: withEntry({ offsets: '[4294967296,4294967300]' }),
    says: '"data_offsets" as two',
  },
  {
    name: 'a third offset',
    bytes: withEntry({ offsets: '[0,2,4]' }),
    says: '"data_offsets" as two',
  },
  {
    name: 'metadata that is no text',
    bytes: file(long('{"__metadata__":{"a":1}}'), Buffer.alloc(0)),
    says: 'metadata as text for key "a"',
  },
  {
    name: 'a blank before its header',
    bytes: file(long(' {}'), Buffer.alloc(0)),
    says: 'starts with {',
  },
  {
    name: 'a comma at the end of its header',
    bytes: file(long('{"a":1,}'), Buffer.alloc(0)),
    says: 'JSON',
  },

  { name: 'no header', bytes: Buffer.alloc(5000), says: 'starts with {' },
  {
    name: 'half a header',
    bytes: file(long('{}'), Buffer.alloc(0), 5001),
    says: 'a header of 5001 bytes, found 5000',
  },
  // In 32 bits this would be 2.
  {
    name: 'a header of 2^32 bytes',
    bytes: file(long('{}'), Buffer.alloc(0), 2 ** 32 + 2),
    says: 'a header of 4294967298 bytes',
  },
])('a file with $name is refused', async ({ bytes, says }) => {
  await expect(open(bytes)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(says),
  });
});
