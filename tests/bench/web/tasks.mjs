// The measurements within one runtime: Node, a page or a Worker, which all run
// this. Tasks and results are plain data.
import { drawInput, drawWeights, LAYERS } from './network.mjs';
import { drawVocabulary, editsOf, readerOf, textsOf } from './reading.mjs';
import { rooflines } from './roofline.mjs';
import { takeTurns } from './timing.mjs';

// How far an engine may be from the reference in double precision.
const TOLERANCE = 2e-6;

// Words of the texts that are read before as-used times are taken, and of those
// that are read then.
const WARMING_WORDS = 60_000;
const FRESH_WORDS = 30_000;
const EDITS = 64;

/** An engine as engines.mjs describes it, started. */
async function openEngine({ kind, options }, weights, more = {}) {
  const { open } = await import(`./engines/${kind}.mjs`);
  return open({ ...options, ...more, weights });
}

function checkNumbers(engine, what, found, expected) {
  if (found.length !== expected.length) {
    throw new Error(`${engine}: expected ${expected.length} ${what}, found ${found.length}`);
  }
  for (let i = 0; i < expected.length; i += 1) {
    const difference = Math.abs(found[i] - expected[i]);
    if (!(difference <= TOLERANCE)) {
      throw new Error(
        `${engine}: expected ${expected[i]} as number ${i + 1} of ${expected.length} ${what}, ` +
          `found ${found[i]}`,
      );
    }
  }
}

const zip = (contestants, times) =>
  contestants.map(({ engine, words, block, name, flops }, index) => ({
    ...{ engine, words, block, name, flops },
    times: times[index],
  }));

/** Every engine does the same arithmetic on rows that have nothing in common. */
async function straight({ engines, expected, timing }) {
  const weights = drawWeights();
  const contestants = [];
  for (const engine of engines) {
    const network = await openEngine(engine, weights);
    for (const { words, probabilities, ratings } of expected) {
      const input = drawInput(words);
      const answer = await network.run(input);
      checkNumbers(engine.name, 'probabilities', answer.probabilities, probabilities);
      checkNumbers(engine.name, 'ratings', answer.ratings, ratings);
      contestants.push({
        block: 'straight',
        engine: engine.name,
        words,
        run: () => network.run(input),
      });
    }
  }
  const limits = await rooflines();
  const all = [...contestants, ...limits];
  const results = zip(all, await takeTurns(all, timing));
  return {
    times: results.slice(0, contestants.length),
    rooflines: results.slice(contestants.length),
  };
}

/**
 * A contestant that reads each of `texts` in turn, and again from the first. It
 * begins where it stopped, whatever was read since.
 */
function goRound(texts, read) {
  let next = 0;
  return {
    prepare: () => read(texts.at(next - 1)),
    run() {
      const text = texts[next];
      next = (next + 1) % texts.length;
      return read(text);
    },
  };
}

/** Texts as they come, their rationale alone rated; then one-word edits. */
async function asUsed({ engines, expected, timing }) {
  const weights = drawWeights();
  const { hidden } = weights;
  const vocabulary = drawVocabulary(hidden);
  const contestants = [];
  for (const engine of engines) {
    const opened = await openEngine(engine, weights, { asUsed: true, vocabulary });
    const reader = opened.read
      ? opened
      : readerOf(opened, vocabulary, hidden, engine.options.masked);
    for (const { ids, selected, ratings } of expected) {
      const answer = await reader.read(Int32Array.from(ids));
      if (selected.join() !== [...answer.selected].join()) {
        throw new Error(`${engine.name}: another rationale of ${ids.length} words than expected`);
      }
      checkNumbers(engine.name, 'ratings', answer.ratings, ratings);
    }
    const lengths = [...new Set(expected.map(({ words }) => words))];
    if (engine.warms) {
      for (const text of textsOf(145, WARMING_WORDS / 145, 11)) await reader.read(text);
    }
    for (const words of lengths) {
      const fresh = textsOf(words, Math.max(16, Math.ceil(FRESH_WORDS / words)), 12);
      const edits = editsOf(words, EDITS, 13);
      const read = (text) => reader.read(text);
      contestants.push(
        { block: 'as used: fresh', engine: engine.name, words, ...goRound(fresh, read) },
        { block: 'as used: edit', engine: engine.name, words, ...goRound(edits, read) },
      );
    }
  }
  return { times: zip(contestants, await takeTurns(contestants, timing)) };
}

/**
 * The parts of our engines' straight runs: the whole without one of them, and
 * each of them alone, over as many words.
 */
async function profile({ engines, lengths, timing }) {
  const weights = drawWeights();
  const contestants = [];
  for (const { name: engine, kind, options } of engines) {
    const { openParts } = await import(`./engines/${kind}.mjs`);
    const { without, layer } = await openParts({ ...options, weights });
    for (const words of lengths) {
      const input = drawInput(words);
      for (const skipped of ['', 'words', 'states', 'products', 'layers']) {
        const network = without(skipped);
        contestants.push({
          block: 'without',
          name: skipped,
          ...{ engine, words },
          run: () => network.run(input),
        });
      }
      for (const name of ['words', 'states', 'cells']) {
        contestants.push({
          block: 'alone',
          ...{ engine, words, name },
          run: () => layer[name](LAYERS.length * words),
        });
      }
    }
  }
  const all = [...contestants, ...(await rooflines())];
  return { times: zip(all, await takeTurns(all, timing)) };
}

/** From nothing but the weights to the answer to a first text, in milliseconds. */
async function firstAnswer({ engine, words }) {
  const weights = drawWeights();
  const input = drawInput(words);
  const start = performance.now();
  const network = await openEngine(engine, weights);
  await network.run(input);
  return { milliseconds: performance.now() - start };
}

/** Answers until the engine holds all the memory it will. */
async function answerOften({ engine, words, calls }) {
  const weights = drawWeights();
  const network = await openEngine(engine, weights);
  const input = drawInput(words);
  for (let call = 0; call < calls; call += 1) await network.run(input);
  return {};
}

const tasks = { straight, asUsed, profile, firstAnswer, answerOften };

/** Does `{task, ...}` here. */
export const perform = ({ task, ...parameters }) => tasks[task](parameters);
