// Data sets of a few made-up texts, in the formats and under the names of
// docs/reference/data-sets.md, so that what is documented runs in moments.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { linearCongruential } from '../bench/texts.mjs';

const TEXTS = 60;
// Enough to make another set of them by `prepare`, or to cut into folds.
const REVIEWS = 200;
const WORDS = (
  'the a of and is it in beer head aroma taste palate hops malt sweet bitter dry thin thick amber ' +
  'citrus coffee stout banana hotel room staff clean view price film plot actor dull superb bad good ' +
  'not never very company said on for new'
).split(' ');

const random = linearCongruential(3);
const draw = () => WORDS[Math.floor(WORDS.length * random())];
const texts = (count = TEXTS) =>
  Array.from({ length: count }, () =>
    Array.from({ length: 8 + Math.floor(8 * random()) }, draw).join(' '),
  );

const jsonLines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const lines = (all) => `${all.join('\n')}\n`;

const rated = (aspects, count) =>
  jsonLines(
    texts(count).map((text) => ({
      text,
      ratings: Object.fromEntries(aspects.map((aspect) => [aspect, random()])),
    })),
  );
const filmReviews = () =>
  texts().map((text, i) => ({ text, label: ['neg', 'pos'][i % 2], stars: String(1 + (i % 10)) }));
const markedReviews = () =>
  texts().map((text, i) => ({
    tokens: text.split(' '),
    label: ['NEG', 'POS'][i % 2],
    rationales: [[1, 4]],
  }));
const labelled = (labels, count) =>
  lines(texts(count).map((text, i) => `${labels[i % labels.length]} ${text}`));
const trees = () =>
  lines(
    texts().map((text, i) => {
      const [first, ...rest] = text.split(' ').map((word) => `(2 ${word})`);
      return rest.reduce((tree, leaf, at) => `(${(i + at) % 5} ${tree} ${leaf})`, first);
    }),
  );

// Each of two sentences, a title and a body.
const queries = () => {
  const questions = (count) => texts(count).map((text) => `${text}? ${draw()} ${draw()}.`);
  return jsonLines(
    questions(TEXTS).map((query) => ({
      query,
      candidates: questions(4).map((text, i) => ({ text, label: i === 0 ? 1 : 0 })),
    })),
  );
};
// Each word stands above what is said of it.
const answered = () => {
  const section = (name, text) => {
    const words = text.split(' ');
    return [`<${name}>`, words.join('\t'), words.map(() => 'NN').join('\t'), `</${name}>`];
  };
  return lines(
    texts(TEXTS).flatMap((question, i) => [
      `<QApairs id='${i}'>`,
      ...section('question', question),
      ...texts(3).flatMap((text, at) => section(at === 1 ? 'positive' : 'negative', text)),
      '</QApairs>',
    ]),
  );
};
const pairs = (label, first, second, labels) =>
  lines([
    [label, first, second].join('\t'),
    ...texts().map((text, i) => [labels[i % labels.length], text, draw()].join('\t')),
  ]);
const gradedPairs = () =>
  lines([
    'entailment_judgment\tsentence_A\tsentence_B\trelatedness_score',
    ...texts().map((text, i) =>
      [['ENTAILMENT', 'NEUTRAL', 'CONTRADICTION'][i % 3], text, draw(), 1 + 4 * random()].join(
        '\t',
      ),
    ),
  ]);

const TAGS = ['NOUN', 'VERB', 'ADJ'];
/** Sentences whose words hang on each other in a row. */
const parsed = () =>
  texts()
    .map((text) =>
      text
        .split(' ')
        .map((word, i) =>
          [i + 1, word, word, TAGS[i % 3], '_', '_', i, i ? 'dep' : 'root', '_', '_'].join('\t'),
        )
        .join('\n'),
    )
    .join('\n\n') + '\n\n';

/** Sentences of which every fifth word is a place, and some of two words. */
const named = () =>
  texts()
    .map((text) =>
      text
        .split(' ')
        .map(
          (word, i) => `${word}\t${['B-location', i % 2 ? 'I-location' : 'O', 'O'][i % 5] ?? 'O'}`,
        )
        .join('\n'),
    )
    .join('\n\n') + '\n\n';

/** Sentences that say something of their first word. */
const opinions = () => {
  const sentence = (text, i) => {
    const polarity = ['positive', 'negative', 'neutral'][i % 3];
    const term = text.slice(0, text.indexOf(' '));
    return `<sentence><text>${text}</text><aspectTerms><aspectTerm term="${term}" polarity="${polarity}" from="0" to="${term.length}"/></aspectTerms></sentence>`;
  };
  return lines(['<sentences>', ...texts().map(sentence), '</sentences>']);
};

/** Ratings of a few items by a few users. */
const ratings = () =>
  jsonLines(
    texts(REVIEWS).map((text, i) => ({
      user: 800 + (i % 9),
      item: 40 + (i % 31),
      rating: 1 + (i % 5),
      text,
    })),
  );

/** Questions of which every third has no answer. */
const askedOfReviews = () =>
  jsonLines(
    texts().map((text, i) => ({
      question: `${draw()} ${draw()}?`,
      text,
      answers: i % 3 === 0 ? [] : [[0, text.indexOf(' ')]],
      no_answer_votes: i % 2,
    })),
  );

const BEER = ['appearance', 'aroma', 'palate', 'taste', 'overall'];
const HOTEL = ['overall', 'value', 'room', 'location', 'cleanliness', 'service'];
const FINE = ['0', '1', '2', '3', '4'];
const each = (names, make) => names.map((name) => [name, make]);

const FILES = Object.fromEntries([
  ['beer/train.jsonl.gz', () => rated(BEER, REVIEWS)],
  ['beer/dev.jsonl.gz', () => rated(BEER)],
  ...each(['hotels/train.jsonl.gz', 'hotels/dev.jsonl.gz', 'hotels/partly_rated.jsonl.gz'], () =>
    rated(HOTEL),
  ),
  ...each(['beer/unlabelled.txt.gz', 'imdb/unlabelled.txt.gz'], () => lines(texts())),
  ...each(['imdb/train.jsonl.gz', 'imdb/dev.jsonl.gz'], () => jsonLines(filmReviews())),
  ...each(['movies/train.jsonl.gz', 'movies/dev.jsonl.gz'], () => jsonLines(markedReviews())),
  ...each(
    ['train', 'dev', 'test'].map((part) => `sst/fine.${part}.txt.gz`),
    () => labelled(FINE),
  ),
  ...each(
    ['train', 'dev', 'test'].map((part) => `sst/binary.${part}.txt.gz`),
    () => labelled(['0', '1']),
  ),
  ...each(['sst/trees.train.txt.gz', 'sst/trees.dev.txt.gz'], trees),
  ...each(
    ['TREC.train', 'TREC.test', 'subj', 'rt-polarity', 'custrev', 'mpqa'].map(
      (name) => `classification/${name}.txt.gz`,
    ),
    () => labelled(['0', '1'], REVIEWS),
  ),
  ...each(
    ['quora', 'yahoo'].flatMap((name) =>
      ['train', 'dev'].map((part) => `questions/${name}.${part}.jsonl.gz`),
    ),
    queries,
  ),
  ...each(
    ['questions/semeval2016', 'answers/wikiqa'].flatMap((name) =>
      ['train', 'dev'].map((part) => `${name}.${part}.jsonl.gz`),
    ),
    queries,
  ),
  ...each(
    ['TRAIN', 'DEV', 'TEST'].map((part) => `answers/trecqa/${part}.xml.gz`),
    answered,
  ),
  ...each(['questions/stackoverflow_titles.txt.gz', 'questions/ubuntu_irc.txt.gz'], () =>
    lines(texts()),
  ),
  [
    'vectors/glove.6B.50d.union.txt.gz',
    () => lines(WORDS.map((word, i) => `${word} ${i % 3} ${i % 5} 1`)),
  ],
  ...each(
    ['train', 'val', 'test'].map((part) => `pairs/msr/msr-para-${part}.tsv.gz`),
    () => pairs('Quality', '#1 String', '#2 String', ['1', '0']),
  ),
  ...each(
    ['train', 'trial', 'test_annotated'].map((part) => `pairs/sick/SICK_${part}.txt.gz`),
    gradedPairs,
  ),
  ...each(
    ['train', 'valid', 'test'].map((part) => `ptb/${part}.txt.gz`),
    () => lines(texts()),
  ),
  ...each(
    ['en_lines', 'en_partut'].flatMap((name) =>
      ['train', 'dev'].map((part) => `parsing/${name}.${part}.conllu.gz`),
    ),
    parsed,
  ),
  ...each(
    ['electronics', 'grocery', 'restaurants', 'tripadvisor', 'movies', 'books'].flatMap((domain) =>
      ['train', 'dev'].map((part) => `reading/subjqa/${domain}.${part}.jsonl.gz`),
    ),
    askedOfReviews,
  ),
  ...each(
    ['train', 'dev'].map((part) => `tagging/wnut17.${part}.conll.gz`),
    named,
  ),
  ...each(
    [
      ...['train', 'val', 'test'].map((part) => `mams_atsa/${part}`),
      ...['Restaurants_Train_v2', 'Laptop_Train_v2'].map((name) => `semeval/${name}`),
    ].map((name) => `aspects/${name}.xml.gz`),
    opinions,
  ),
  ...each(
    ['train', 'dev'].map((part) => `recommend/beer.${part}.jsonl.gz`),
    ratings,
  ),
  ...each(['chinese/thucnews_titles/dev.txt.gz'], () =>
    lines(texts(REVIEWS).map((text, i) => `${text}\t${i % 2}`)),
  ),
]);

/** Writes all of them below `folder`. */
export function writeDataSets(folder) {
  for (const [name, make] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(make()));
  }
}

/** Files of one's own that documents name, by what they hold. */
export const own = {
  texts: () => lines(texts()),
  labelled: () => labelled(['0', '1']),
  /** Word vectors as word2vec writes them. */
  vectors: () =>
    Buffer.concat([
      Buffer.from(`${WORDS.length} 3\n`),
      ...WORDS.flatMap((word, i) => [
        Buffer.from(`${word} `),
        Buffer.from(Float32Array.of(i, 1, -i).buffer),
        Buffer.from('\n'),
      ]),
    ]),
  pairs: () => lines(['amber citrus', 'coffee stout']),
};
