// Simulates a page while somebody writes: texts whose words repeat as in real
// ones, a rationale of the likeliest words, and texts that differ from the one
// before by a single word. Words are numbers here, the frequent ones low.
import { linearCongruential, zipfWords } from '../texts.mjs';

export const VOCABULARY = 24_000;
const SELECTED_SHARE = 0.15;

/** How many words of a text make its rationale. */
export const rationaleSize = (words) => Math.ceil(SELECTED_SHARE * words);

/** The vectors of all words, a row each. */
export function drawVocabulary(hidden, words = VOCABULARY) {
  const random = linearCongruential(3);
  return Float32Array.from({ length: words * hidden }, () => 2 * random() - 1);
}

/** Draws texts of `words` words: Int32Arrays of their numbers. */
export function* drawTexts(words, seed) {
  const ids = Array.from({ length: VOCABULARY }, (_, id) => id);
  const draw = zipfWords(ids, linearCongruential(seed));
  for (;;) yield Int32Array.from({ length: words }, draw);
}

/** `count` of them. */
export function textsOf(words, count, seed) {
  const texts = drawTexts(words, seed);
  return Array.from({ length: count }, () => texts.next().value);
}

/**
 * Texts of which each is the one before with one word replaced, added or taken
 * away; the first follows from the last in the same way, so they can go round.
 */
export function editsOf(words, count, seed) {
  const random = linearCongruential(seed);
  const draw = zipfWords(
    Array.from({ length: VOCABULARY }, (_, id) => id),
    random,
  );
  const texts = [Array.from({ length: words }, draw)];
  const kinds = ['replace', 'add', 'replace', 'remove'];
  while (texts.length <= count / 2) {
    const text = [...texts.at(-1)];
    const kind = kinds[texts.length % kinds.length];
    const at = Math.floor(random() * text.length);
    text.splice(at, kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : [draw()]));
    texts.push(text);
  }
  // And back the way they came.
  const round = [...texts, ...texts.slice(1, -1).reverse()];
  return round.map((text) => Int32Array.from(text));
}

/** The rows of `ids`, one after another. */
export function gather(vocabulary, hidden, ids) {
  const rows = new Float32Array(ids.length * hidden);
  for (let t = 0; t < ids.length; t += 1) {
    rows.set(vocabulary.subarray(ids[t] * hidden, (ids[t] + 1) * hidden), t * hidden);
  }
  return rows;
}

/** Where the likeliest words are, in order; of equals the first. */
export function selectWords(probabilities) {
  const count = rationaleSize(probabilities.length);
  const least = probabilities.slice().sort()[probabilities.length - count];
  const selected = [];
  let equals = count;
  for (const probability of probabilities) equals -= probability > least ? 1 : 0;
  for (let t = 0; t < probabilities.length; t += 1) {
    if (probabilities[t] > least || (probabilities[t] === least && equals-- > 0)) selected.push(t);
  }
  return Int32Array.from(selected);
}

/**
 * Reads texts with an engine that knows rows of numbers: `generate(rows)` and
 * `encode(rows, mask)`. With `masked` the encoder is given all rows and a mask,
 * else the rows of the rationale.
 */
export function readerOf({ generate, encode }, vocabulary, hidden, masked = false) {
  return {
    async read(ids) {
      const rows = gather(vocabulary, hidden, ids);
      const selected = selectWords(await generate(rows));
      if (masked) {
        const mask = new Float32Array(ids.length);
        for (const t of selected) mask[t] = 1;
        return { selected, ratings: await encode(rows, mask) };
      }
      const read = gather(
        vocabulary,
        hidden,
        selected.map((t) => ids[t]),
      );
      return { selected, ratings: await encode(read) };
    },
  };
}
