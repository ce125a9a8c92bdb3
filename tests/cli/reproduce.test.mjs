// The configs that models of publications are trained again with.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import prettier from 'prettier';

import { needsOf, runCells } from '../../scripts/reproduce/cells.mjs';
import { someLines, writeFolds } from '../../scripts/reproduce/data.mjs';
import { markdown, writeSection } from '../../scripts/reproduce/document.mjs';
import { encoders } from '../../scripts/reproduce/encoders.mjs';
import { news } from '../../scripts/reproduce/news.mjs';
import { pairs } from '../../scripts/reproduce/pairs.mjs';
import { parsing } from '../../scripts/reproduce/parsing.mjs';
import { questions } from '../../scripts/reproduce/questions.mjs';
import { beer, hotels, movies } from '../../scripts/reproduce/rationales.mjs';
import { recommend } from '../../scripts/reproduce/recommend.mjs';
import { Results } from '../../scripts/reproduce/results.mjs';
import { reading } from '../../scripts/reproduce/reading.mjs';
import { sst } from '../../scripts/reproduce/sst.mjs';
import { tagging } from '../../scripts/reproduce/tagging.mjs';
import { trees as alongTrees } from '../../scripts/reproduce/trees.mjs';
import { writing } from '../../scripts/reproduce/writing.mjs';
import { file, home, lines, program, repository, whylight } from './support.mjs';

/** A test that the config of a cell can be trained on the file `data`. */
function canBeTrained({ name, config }, data) {
  test(`${name} has a config that can be trained`, () => {
    const path = file(`${name.replaceAll(' ', '-')}.json`, JSON.stringify(config));
    const { status, stderr } = whylight([
      ...['train', '--config', path, '--train', data, '--dev', data],
      ...['--out', join(home, name), '--dry-run'],
    ]);
    assert.equal(status, 0, stderr);
  });
}

describe('the language models of the Penn Treebank', () => {
  // As many words as there are in its vocabulary, of which "<unk>" and "<eos>"
  // need not be written.
  before(() => {
    mkdirSync(join(home, 'ptb'));
    const words = Array.from({ length: 9998 }, (_, i) => `vorto${i}`);
    file('ptb/train.txt.gz', `${words.join(' ')}\n`);
    file('ptb/valid.txt.gz', `${words.slice(0, 30).join(' ')}\n`);
  });

  const folder = join(repository, 'scripts/reproduce/ptb');
  for (const name of readdirSync(folder)) {
    test(`${name} has 5.0 million parameters`, () => {
      const { status, stderr } = whylight(
        ['train', '--config', join(folder, name), '--out', join(home, name), '--dry-run'],
        { env: { ...process.env, WHYLIGHT_DATA: home } },
      );
      assert.equal(status, 0, stderr);
      const [, parameters] = /10000 different, (\d+) parameters/.exec(stderr);
      assert.equal((Number(parameters) / 1e6).toFixed(1), '5.0');
    });
  }
});

describe('rationales', () => {
  const vectors = file('vectors.txt', '2 2\nla 1 0\nbiero 0 1\n');
  const reviewsOf = {
    beer: ['appearance', 'aroma', 'palate', 'taste', 'overall'],
    hotels: ['location', 'cleanliness', 'service', 'room', 'value', 'overall'],
  };
  const rated = (names) =>
    [0.2, 0.4].map((first) => ({
      text: 'la biero',
      ratings: Object.fromEntries(names.map((name, index) => [name, first + index / 10])),
    }));
  const data = {
    ...Object.fromEntries(
      Object.entries(reviewsOf).map(([set, names]) => [set, lines(rated(names))]),
    ),
    movies: lines(['neg', 'pos'].map((label) => ({ text: 'la biero', label }))),
  };

  for (const [set, { cells }] of Object.entries({ beer, hotels, movies })) {
    const reviews = file(`${set}.jsonl`, data[set]);
    const all = cells({ quick: false });
    for (const { name, config } of all.filter(({ measure }) => measure && !measure.model)) {
      test(`of ${set}: ${name} has a config that can be trained`, () => {
        const path = file(`${name}.json`, JSON.stringify(config));
        const { status, stderr } = whylight([
          ...['train', '--config', path, '--train', reviews, '--dev', reviews],
          ...['--vectors', vectors, '--out', join(home, set, name), '--dry-run'],
        ]);
        assert.equal(status, 0, stderr);
      });
    }

    test(`of ${set}: every cell is measured by what another cell makes`, () => {
      const names = new Set(all.map(({ name }) => name));
      for (const { vectors: learned, measure = {} } of all) {
        for (const name of [learned, measure.model, measure.fullText]) {
          assert.ok(name === true || name === undefined || names.has(name), name);
        }
      }
    });
  }

  test('are printed beside those of other words, and of people where they marked any', () => {
    const results = new Results();
    const figures = {
      selected: 0.1,
      explained: 0.5,
      explained_all_words: 0.75,
      explained_random_spans: 0.25,
      kept: 0.8,
      accuracy: 0.875,
      accuracy_all_words: 0.9,
    };
    const marked = { selected: 0.2, f1_macro: 0.3, iou_f1_macro: 0.4, auprc: 0.6 };
    const random_spans = { selected: 0.2, f1_macro: 0.01, iou_f1_macro: 0.02, auprc: 0.03 };
    results.note({ name: 'full text', dev: { polarity: figures } });
    for (const seed of [1, 2]) {
      const dev = { polarity: { ...figures, kept: 0.6 + seed / 10 } };
      results.note({ name: `competing seed ${seed}`, dev, marked: { ...marked, random_spans } });
    }
    const cellsOf = (line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const table = movies.table(results).split('\n').map(cellsOf);
    const [heads, , ...rows] = table;
    assert.deepEqual(heads, [
      ...['%', 'words', 'variance', 'kept', 'class right'],
      ...['marked: words', 'token F1', 'IOU F1', 'AUPRC'],
    ]);
    const spread = (mean, deviation = '0.0') => `${mean} ± ${deviation}`;
    assert.deepEqual(rows, [
      [
        'competing, straight-through (ours), 2 seeds',
        ...[spread('10.0'), spread('50.0'), spread('75.0', '7.1'), spread('87.5')],
        ...[spread('20.0'), spread('30.0'), spread('40.0'), spread('60.0')],
      ],
      ['encoder of the full text', '100.0', '75.0', '100.0', '90.0', '', '', '', ''],
      ['random spans of the same lengths', '10.0', '25.0', '', '', '20.0', '1.0', '2.0', '3.0'],
    ]);
  });
});

describe('the sentences', () => {
  const labels = [0, 1, 2, 3, 4];
  const sentences = file(
    'sentences.txt',
    labels.map((label) => `${label} vorto ${label}\n`).join(''),
  );
  const trees = file(
    'phrases.trees',
    labels.map((label) => `(${label} (2 vorto) (2 ${label}))\n`).join(''),
  );

  const trained = [...sst.cells({ quick: true }), ...alongTrees.cells({ quick: true })].filter(
    ({ svm, ensemble, name }) => !svm && !ensemble && !/binary/.test(name),
  );
  for (const { name, config } of trained) {
    test(`${name} has a config that can be trained`, () => {
      const path = file(`${name}.json`, JSON.stringify(config));
      const train = config.data.format === 'trees' ? trees : sentences;
      const held = config.held_out ? ['--held_out', file('held-out.txt', '0 io alia\n')] : [];
      const { status, stderr } = whylight([
        ...['train', '--config', path, '--train', train, ...held],
        ...['--dev', config.task === 'classifier' ? sentences : trees],
        ...['--out', join(home, name), '--dry-run'],
      ]);
      assert.equal(status, 0, stderr);
    });
  }
});

describe('the questions that ask the same', () => {
  const queries = file(
    'queries.jsonl',
    lines([
      {
        query: 'kie estas la biero? mi volas scii tion.',
        candidates: [
          { text: 'kie la biero? mi ne scias.', label: 1 },
          { text: 'kiu estas vi?', label: 0 },
        ],
      },
    ]),
  );
  const vectors = file('question-vectors.txt', '3 2\nkie 1 0\nbiero 0 1\nvi 1 1\n');
  const trained = questions.cells({ quick: true }).filter(({ ranking }) => ranking === true);
  for (const { name, config } of trained) {
    test(`${name} has a config that can be trained`, () => {
      const given = { ...config, train: [queries], dev: [queries] };
      const path = file(`${name.replaceAll(' ', '-')}.json`, JSON.stringify(given));
      const { status, stderr } = whylight([
        ...['train', '--config', path, '--vectors', vectors],
        ...['--out', join(home, name), '--dry-run'],
      ]);
      assert.equal(status, 0, stderr);
    });
  }

  test('rankers are asked of a model that another cell trains', () => {
    const cells = questions.cells({ quick: false });
    const names = cells.map(({ name }) => name);
    for (const { ranking } of cells) {
      if (ranking?.model) assert.ok(names.includes(ranking.model), ranking.model);
    }
  });
});

describe('the questions about reviews', () => {
  const asked = file(
    'asked.jsonl',
    lines([
      { question: 'kia estas la biero?', text: 'la biero estas bona', answers: [[15, 19]] },
      { question: 'kia estas la vino?', text: 'la biero estas bona', answers: [] },
    ]),
  );
  const vectors = file('reader-vectors.txt', '3 2\nkia 1 0\nbiero 0 1\nla 1 1\n');
  const trained = [reading, writing].flatMap(({ cells }) => cells({ quick: false }));
  for (const { name, config } of trained.filter(({ reader }) => reader)) {
    if (config.seed > 1) continue;
    test(`${config.task}: ${name} has a config that can be trained`, () => {
      const given = { ...config, train: [asked], dev: [asked] };
      // Words of one text are few.
      if (config.task === 'answer-generator') given.min_texts = 1;
      const out = `${config.task} ${name}`.replaceAll(/\W/g, '-');
      const path = file(`${out}.json`, JSON.stringify(given));
      const { status, stderr } = whylight([
        ...['train', '--config', path, '--vectors', vectors],
        ...['--out', join(home, out), '--dry-run'],
      ]);
      assert.equal(status, 0, stderr);
    });
  }
});

describe('the pairs', () => {
  const sentences = [
    ['la lampo brilas', 'la lampo lumas', 'ENTAILMENT', 4.5, 1],
    ['la lampo brilas', 'la lampo ne brilas', 'CONTRADICTION', 3, 0],
    ['la lampo brilas', 'la hundo kuras', 'NEUTRAL', 1.2, 0],
  ];
  const columns =
    'sentence_A\tsentence_B\tentailment_judgment\trelatedness_score\tQuality\t#1 String\t#2 String';
  const table = file(
    'pairs.tsv',
    [columns, ...sentences.map((row) => [...row, ...row.slice(0, 2)].join('\t'))].join('\n') + '\n',
  );
  for (const cell of pairs.cells({ quick: true })) canBeTrained(cell, table);
});

describe('the encoders', () => {
  const sentences = file('encoders.txt', '0 vorto\n1 alia vorto\n');
  const trained = encoders.cells({ quick: true }).filter(({ vectors }) => vectors !== true);
  for (const cell of trained) canBeTrained(cell, sentences);
});

describe('titles of news', () => {
  const titles = file('news.txt', '0 啤酒\n1 电影\n');
  const trained = news.cells({ quick: true }).filter(({ svm }) => !svm);
  for (const cell of trained) canBeTrained(cell, titles);

  test('are cut into folds with their labels first', () => {
    const path = file('titles.txt', ['股市 上涨\t2', '新 电影\t9', '比赛\t7', ''].join('\n'));
    const [{ train, dev, test: tested }] = writeFolds(path, 3, join(home, 'titles'));
    const found = [train, dev, tested].map((part) => readFileSync(part, 'utf8'));
    assert.deepEqual(found.join('').split('\n').filter(Boolean).sort(), [
      '2 股市 上涨',
      '7 比赛',
      '9 新 电影',
    ]);
  });
});

describe('the ratings of beers', () => {
  const ratings = file(
    'ratings.jsonl',
    lines(
      [1, 2, 3, 4].map((rating) => ({
        ...{ user: rating % 2, item: rating, rating },
        text: 'bona biero '.repeat(5),
      })),
    ),
  );
  for (const cell of recommend.cells({ quick: true })) canBeTrained(cell, ratings);
});

describe('the parsers', () => {
  const word = (id, form, tag, head, relation) =>
    [id, form, '_', tag, '_', '_', head, relation, '_', '_'].join('\t');
  const sentence = [
    word(1, 'vorto', 'NOUN', 2, 'subj'),
    word(2, 'estas', 'VERB', 0, 'root'),
    ...['', ''],
  ].join('\n');
  const sentences = file('parsed.conllu', sentence);
  for (const cell of parsing.cells({ quick: true })) canBeTrained(cell, sentences);

  test('whole sentences are taken', () => {
    const path = file('many.conllu', ['unu', 'du', 'tri', 'kvar'].map((w) => `${w}\n\n`).join(''));
    const some = readFileSync(someLines(path, 2, join(home, 'some.conllu')), 'utf8');
    assert.equal(some, 'unu\n\ntri\n\n');
  });
});

describe('the tags', () => {
  const row = (at, word, tag) => `${at}\t${word}\t_\t${tag}\t_\t_\t_\t_\t_\t_\n`;
  const text = '<text>bona biero</text>';
  const term = '<aspectTerm term="biero" polarity="positive" from="5" to="10"/>';
  const files = {
    en_lines: file('tagged.conllu', row(1, 'la', 'DET') + row(2, 'biero', 'NOUN')),
    wnut17: file('tagged.conll', 'la O\nbiero B-trinkaĵo\n'),
    mams: file('tagged.xml', `<sentence>${text}${term}</sentence>\n`),
  };
  files.en_partut = files.en_lines;
  for (const cell of tagging.cells({ quick: true })) {
    canBeTrained(cell, files[cell.name.split(' ')[0]]);
  }

  test('every loss and every encoder is on every set', () => {
    const names = tagging.cells({ quick: false }).map(({ name }) => name);
    // Three encoders, four losses, four sets and three seeds.
    assert.equal(names.length, 3 * 4 * 4 * 3);
    assert.equal(new Set(names).size, names.length);
  });
});

test('what a cell builds on is made once more where it is not there', async () => {
  mkdirSync(join(home, 'again'));
  file('again/texts.txt', 'la biero estas bona\n'.repeat(50));
  file('again/labels.txt', '1 bona biero\n0 malbona biero\n'.repeat(10));
  const vectors = {
    name: 'vectors',
    vectors: true,
    config: {
      input: ['texts.txt'],
      flags: { dimension: 4, 'min-count': 1, epochs: 1, seed: 1 },
    },
  };
  const cell = {
    name: 'classes',
    vectors: 'vectors',
    config: {
      ...{ task: 'classifier', train: 'labels.txt', dev: 'labels.txt' },
      layers: [{ type: 'rcnn', hidden: 4 }],
      training: { epochs: 1, batch: 4 },
    },
  };
  assert.deepEqual(needsOf(cell), ['vectors']);
  // As in a new clone, where the vectors are done, but not there.
  const results = new Results();
  results.note({ name: 'vectors', config: vectors.config, dev: {}, seconds: 1 });
  const done = await runCells([cell], {
    every: [vectors, cell],
    results,
    data: join(home, 'again'),
    runs: join(home, 'again/runs'),
    root: `${repository}/`,
    program,
    quick: false,
    threads: '1',
  });
  assert.equal(done, true);
  assert.ok(results.named('classes').dev.accuracy >= 0.5);
});

describe('a quick run is not stopped by a label that is in one small sample alone:', () => {
  const folder = join(home, 'rare');
  before(() => {
    mkdirSync(folder);
    const rows = Array.from({ length: 40 }, (_, at) => `${at % 2} vorto ${at}\n`);
    file('rare/labels.txt', [...rows, '2 rara vorto\n'].join(''));
    const word = (form, tag) => `1\t${form}\t_\t${tag}\t_\t_\t_\t_\t_\t_\n\n`;
    file('rare/train.conllu', word('la', 'DET') + word('biero', 'NOUN'));
    file('rare/dev.conllu', word('%', 'SYM'));
  });

  const training = { epochs: 1, batch: 4 };
  const classifier = { task: 'classifier', train: 'labels.txt', dimensions: 4, training };
  const tagger = { task: 'tagger', train: 'train.conllu', dev: 'dev.conllu', dimensions: 4 };
  const cells = [
    { name: 'a fold for dev', folds: 4, test: 'labels.txt', config: classifier },
    { name: 'folds', folds: 4, config: classifier },
    { name: 'folds of an SVM', svm: true, folds: 4, config: { train: 'labels.txt', order: 1 } },
    { name: 'a file for dev', config: { ...tagger, training } },
  ];
  for (const cell of cells) {
    test(cell.name, async () => {
      const results = new Results();
      const done = await runCells([cell], {
        every: [cell],
        results,
        data: folder,
        runs: join(home, `rare runs of ${cell.name}`),
        root: `${repository}/`,
        program,
        quick: true,
        threads: '1',
      });
      assert.equal(done, true);
      assert.ok(results.named(cell.name).dev.accuracy > 0);
    });
  }
});

test('a table is written as prettier leaves it', async () => {
  const path = file('report.md', '# Report\n\n<!-- begin one -->\n\n<!-- end one -->\n');
  const rows = [
    ['λ = 0.5 → 1', '50.6 ± 0.1', ''],
    ['RCNN', '', '3'],
  ];
  writeSection(path, 'one', markdown(['', 'dev', 'n'], rows));
  const written = readFileSync(path, 'utf8');
  assert.match(written, /\n\| λ = 0\.5 → 1 \| 50\.6 ± 0\.1 \| {5}\|\n/);
  assert.equal(written, await prettier.format(written, { filepath: path }));
});

test('a label without a text is in no fold', () => {
  const path = file('reviews.txt', '1 bona\n0 \n0\n0 malbona\n1 tre bona\n');
  const folds = writeFolds(path, 2, join(home, 'folds'));
  const read = ({ test: path }) => readFileSync(path, 'latin1').split('\n').filter(Boolean);
  assert.deepEqual(folds.flatMap(read).sort(), ['0 malbona', '1 bona', '1 tre bona']);
});

test('of questions with answers whole ones are taken', () => {
  const question = (name) => [
    ...['<QApairs id="1">', '<question>', `kio\testas\t${name}`, '</question>'],
    ...['<positive>', 'jen', '</positive>', '</QApairs>'],
  ];
  const path = file('answers.xml', ['unu', 'du', 'tri', 'kvar'].flatMap(question).join('\n'));
  const some = readFileSync(someLines(path, 2, join(home, 'some.xml')), 'utf8');
  assert.equal(some, `${[...question('unu'), ...question('tri')].join('\n')}\n`);
});

test('of sentences of words, and of those with terms, whole ones are taken', () => {
  const words = file('some.conll', 'a O\nb O\n\nc O\n\n\nd O\ne O\n\nf O\n');
  assert.equal(
    readFileSync(someLines(words, 2, join(home, 'fewer.conll')), 'utf8'),
    'a O\nb O\n\nd O\ne O\n\n',
  );
  const sentence = (name) => `<sentence id="1">\n<text>${name}</text>\n</sentence>`;
  const body = ['unu', 'du', 'tri', 'kvar'].map(sentence).join('\n');
  const terms = file('some-terms.xml', `<sentences>\n${body}\n</sentences>\n`);
  assert.equal(
    readFileSync(someLines(terms, 2, join(home, 'fewer.xml')), 'utf8'),
    `${sentence('unu')}\n${sentence('tri')}\n`,
  );
});
