// What the tests of many reviews share.

/** A review of these ratings, with quotes `[aspect, words, sure]` of its text. */
export function reviewOf(place, ratings, text = `Review ${place}`, quotes = []) {
  return {
    place,
    line: place + 2,
    text,
    inDomain: true,
    ratings,
    quotes: quotes.map(([aspect, words, sure]) => {
      const start = text.indexOf(words);
      return { aspect, start, end: start + words.length, sure };
    }),
    words: text.split(' ').length,
  };
}

export const stars = { model: 'hotels', aspects: ['room', 'value'], labels: {} };

export const classes = {
  model: 'movies',
  aspects: ['polarity'],
  labels: { polarity: ['against the film', 'for the film'] },
};
