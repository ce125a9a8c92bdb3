// Made-up reviews: words of a model's vocabulary, drawn like the words of real
// ones. The same call gives the same texts everywhere.

/** The generator of Numerical Recipes: numbers in [0, 1), from a seed. */
export function linearCongruential(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Draws words with a probability that falls with their rank to the power of
 * 1.05. Then about as many words of a review are distinct as in a real one: 18
 * of 20, 97 of 145 (beer reviews: 18 and 93).
 */
export function zipfWords(words, random) {
  const EXPONENT = 1.05;
  const sums = [];
  let sum = 0;
  words.forEach((_, index) => sums.push((sum += (index + 1) ** -EXPONENT)));
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return words[low];
  };
}

/** `count` texts of each of `lengths`, in words: [{words, text}]. */
export function textsOfLengths(vocabulary, lengths, count) {
  const draw = zipfWords(vocabulary, linearCongruential(1));
  return lengths.flatMap((words) =>
    Array.from({ length: count }, () => ({
      words,
      text: Array.from({ length: words }, draw).join(' '),
    })),
  );
}

/**
 * `count` texts whose lengths vary as those of beer reviews do: log-normal, one
 * half below 48 words, 5 % above 128.
 */
export function textsToTrainOn(vocabulary, count) {
  const random = linearCongruential(2);
  const draw = zipfWords(vocabulary, random);
  return Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const normal = radius * Math.cos(2 * Math.PI * random());
    const words = Math.min(300, Math.max(5, Math.round(Math.exp(3.87 + 0.6 * normal))));
    return { words, text: Array.from({ length: words }, draw).join(' ') };
  });
}
