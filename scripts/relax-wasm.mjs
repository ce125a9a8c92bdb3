// Writes a wasm module once more with its float products and sums fused, for
// engines with relaxed SIMD: an instruction this version of emcc cannot emit.
//
//   node scripts/relax-wasm.mjs MODULE.wasm RELAXED.wasm
import binaryen from 'binaryen';
import { readFile, rename, writeFile } from 'node:fs/promises';

const [source, target] = process.argv.slice(2);
const { Features } = binaryen;

const text = binaryen.readBinary(await readFile(source)).emitText();
let fused = 0;
const relaxed = binaryen.parseText(text.replace(/^ \(func [^]*?^ \)$/gm, fuse));
if (fused === 0) throw new Error(`${source}: expected sums of products, found none`);
// The features that emcc uses, and no more: with all of them, binaryen would write what no
// engine reads yet.
relaxed.setFeatures(
  Features.MutableGlobals |
    Features.NontrappingFPToInt |
    Features.SignExt |
    Features.BulkMemory |
    Features.SIMD128 |
    Features.RelaxedSIMD,
);
if (!relaxed.validate()) throw new Error(`${target} would not be valid`);
// Half a file must not look like one that is up to date.
await writeFile(`${target}.new`, relaxed.emitBinary());
await rename(`${target}.new`, target);

/** Turns (f32x4.add (f32x4.mul a b) c) into (f32x4.relaxed_madd a b c). */
function fuse(code) {
  // The last sum first: what it is part of stands before it.
  for (let at = code.length; (at = code.lastIndexOf('(f32x4.add', at - 1)) >= 0;) {
    const [left, right, end] = operands(code, at);
    const leftFactors = factors(left);
    const rightFactors = factors(right);
    let madd;
    if (leftFactors) madd = [...leftFactors, right];
    // Here the sum is computed after the product, not before.
    else if (rightFactors && isPure(left) && isPure(right)) madd = [...rightFactors, left];
    if (!madd) continue;
    ++fused;
    code = `${code.slice(0, at)}(f32x4.relaxed_madd ${madd.join(' ')})${code.slice(end)}`;
  }
  return code;
}

function factors(expression) {
  return expression.startsWith('(f32x4.mul') && operands(expression, 0).slice(0, 2);
}

function isPure(expression) {
  return !/\((?!f32x4\.|v128\.(?:load|const|bitselect)|local\.get|i32\.(?:const|add|shl|load)\b)/.test(
    expression,
  );
}

/** The operands of the expression at `start`, and where it ends. */
function operands(code, start) {
  const found = [];
  let depth = 0;
  let from = start;
  for (let at = start; ; ++at) {
    if (code[at] === '(' && ++depth === 2) from = at;
    if (code[at] !== ')') continue;
    if (--depth === 1) found.push(code.slice(from, at + 1));
    if (depth === 0) return [...found, at + 1];
  }
}
