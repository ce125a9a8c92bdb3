// Made-up questions: words of our own samples, drawn like the words of real texts. The
// same call gives the same questions everywhere.
import { linearCongruential, zipfWords } from '../texts.mjs';

export const SAMPLES = ['computers', 'help-desk', 'travel'].map(
  (name) => `web/samples/${name}.json`,
);

/** The distinct words of sample questions, the most frequent first. */
export function wordsOf(samples) {
  const counts = new Map();
  for (const { question, answer } of samples) {
    for (const word of `${question} ${answer}`.toLowerCase().match(/[a-z']+/g)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
}

const WORDS_A_QUESTION = 12;

/** `count` questions, as strings. */
export function drawQuestions(words, count, seed) {
  const draw = zipfWords(words, linearCongruential(seed));
  return Array.from(
    { length: count },
    () => `${Array.from({ length: WORDS_A_QUESTION }, draw).join(' ')}?`,
  );
}
