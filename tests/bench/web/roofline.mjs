// How fast this engine multiplies and adds when nothing else is to be done:
// WebAssembly of 128-bit SIMD that keeps all its numbers in registers. No
// program of these operations is faster, so the fastest of several arrangements
// is the limit of what a matrix product can reach.
//
// Arrangements differ in how many chains run side by side, where each operation
// waits for the one before it: too few leave the units idle, too many do not fit
// into the registers.

const SIMD = 0xfd;
const OPERATION = { add: [SIMD, 0xe4, 0x01], multiply: [SIMD, 0xe6, 0x01] };
const LANES = 4;
// Operations of every chain in one turn of the loop.
const UNROLLED = 8;

const V128 = 0x7b;
const I32 = 0x7f;
const F32 = 0x7d;

const [TURNS, START, OPERAND, CHAINS] = [0, 1, 2, 3];

function leb(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

const sized = (bytes) => [...leb(bytes.length), ...bytes];
const section = (id, bytes) => [id, ...sized(bytes)];
const get = (local) => [0x20, local];
const set = (local) => [0x21, local];

/**
 * `chains`: of each chain the operations it repeats, e.g. ['multiply', 'add'].
 * The module exports run(turns, operand) -> number; every operation has that
 * operand, so that a register is left for one more chain.
 */
function assemble(chains) {
  const step = (index, operation) => [
    ...get(CHAINS + index),
    ...get(OPERAND),
    ...OPERATION[operation],
    ...set(CHAINS + index),
  ];
  const body = [
    ...[OPERAND, ...chains.map((_, index) => CHAINS + index)].flatMap((local) => [
      ...get(START),
      ...[SIMD, 0x13], // splat
      ...set(local),
    ]),
    ...[0x03, 0x40], // loop
    ...Array.from({ length: UNROLLED }, (_, round) =>
      chains.flatMap((operations, index) => step(index, operations[round % operations.length])),
    ).flat(),
    ...get(TURNS),
    ...[0x41, 1, 0x6b, 0x22, TURNS], // less one
    ...[0x0d, 0], // again unless it is 0
    0x0b,
    // An unused result would not be computed.
    ...chains.flatMap((_, index) => [
      ...get(CHAINS + index),
      ...(index === 0 ? [] : OPERATION.add),
    ]),
    ...[SIMD, 0x1f, 0], // the first number of the sum
    0x0b,
  ];
  const locals = [1, ...leb(1 + chains.length), V128];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 2, I32, F32, 1, F32]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...sized([...'run'].map((letter) => letter.charCodeAt(0))), 0, 0]),
    ...section(10, [1, ...sized([...locals, ...body])]),
  ]);
}

/**
 * The arrangements, as contestants for timing.mjs: `run()` does `flops`
 * floating-point operations.
 */
export async function rooflines() {
  const repeated = (count, operations) => Array.from({ length: count }, () => operations);
  const arrangements = [
    // Each product is added to before it is multiplied again.
    ...[4, 6, 8, 10, 12, 14, 16, 20].map((count) => [
      `${count} chains`,
      repeated(count, ['multiply', 'add']),
    ]),
    // Chains that only multiply beside chains that only add.
    ...[3, 4, 5, 6, 7, 8, 10].map((count) => [
      `${count} + ${count} chains`,
      [...Array(count)].flatMap(() => [['multiply'], ['add']]),
    ]),
  ];
  const turns = 20_000;
  return Promise.all(
    arrangements.map(async ([name, chains]) => {
      const { instance } = await WebAssembly.instantiate(assemble(chains));
      return {
        name,
        flops: turns * UNROLLED * chains.length * LANES,
        // With 1 no number overflows or becomes too small.
        run: () => instance.exports.run(turns, 1),
      };
    }),
  );
}
