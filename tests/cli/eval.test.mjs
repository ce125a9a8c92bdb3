// `whylight eval`: figures, and errors in reviews.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import {
  fail,
  file,
  home,
  lines,
  program,
  repository,
  succeed,
  tiny,
  tooLong,
} from './support.mjs';

const review = (text, appearance, aroma) => ({ text, ratings: { appearance, aroma } });
const reviews = [
  review('Pours a hazy gold with a thick white head. Smells of honey and grapefruit.', 0.9, 0.8),
  review('Watery brown, no head at all. The nose is wet paper and little coins.', 0.1, 0.2),
  review('Soft on the tongue, silky finish; would drink it again tomorrow!!!', 0.5, 0.7),
];
const good = file('reviews.jsonl', lines(reviews));
const evaluate = (data, ...more) => ['eval', '--model', tiny, '--data', data, ...more];

// The keys in the tables of docs/reference/figures.md: of an aspect, by what they need,
// and of what has a table of its own.
function documentedKeys() {
  const page = readFileSync(join(repository, 'docs/reference/figures.md'), 'utf8');
  const section = page.match(/^## Rationale models\n([^]*?)(?=^## )/m)[1];
  const [figures, ...parts] = section.split(/^### /m);
  const part = (heading) => parts.find((text) => text.startsWith(heading));
  const rows = (table) =>
    [...table.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)].flatMap(([, names, meaning]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name, meaning })),
    );
  const needing = (need) =>
    rows(figures)
      .filter(({ meaning }) => need.test(meaning))
      .map(({ name }) => name);
  return {
    keywords: needing(/--keywords/),
    fullText: needing(/--full-text/),
    polarity: needing(/^where all ratings are 0 or 1/),
    marked: needing(/only where the data say/),
    model: needing(/^of (a model that|an aspect with) /),
    many: needing(/^of at least 100 reviews/),
    all: rows(figures).map(({ name }) => name),
    own: rows(part("The aspect's own part")).map(({ name }) => name),
    sentences: rows(part('Sentences')).map(({ name }) => name),
    agreement: rows(part('Agreement')).map(({ name }) => name),
  };
}

const marked = file(
  'marked.jsonl',
  lines([
    {
      tokens: ['Pours', 'a', 'hazy', 'gold', ',', 'and', 'smells', 'of', 'honey', '.'],
      ratings: { appearance: 1, aroma: 0 },
      rationales: { appearance: [[0, 4]], aroma: [[6, 9]] },
    },
    {
      text: 'Watery brown.',
      tokens: ['Watery', 'brown', '.'],
      ratings: { appearance: 0, aroma: 1 },
      rationales: {},
    },
  ]),
);

test('prints every documented figure', () => {
  const documented = documentedKeys();
  const keywords = file('keywords.json', '{"appearance": ["gold", "head"], "aroma": ["nose"]}');
  const { keywords: keyed, fullText, polarity, marked: gold, model, many, all } = documented;
  for (const keys of Object.values(documented)) assert.ok(keys.length > 0);
  const without = (...lists) => all.filter((key) => ![...lists, model, many].flat().includes(key));
  for (const [data, args, expected] of [
    [good, [], without(keyed, fullText, polarity, gold)],
    [good, ['--keywords', keywords], without(fullText, polarity, gold)],
    [good, ['--full-text', tiny], without(keyed, polarity, gold)],
    [marked, ['--text-key', 'tokens'], without(keyed, fullText)],
  ]) {
    const evaluation = JSON.parse(succeed(evaluate(data, ...args)));
    const {
      n,
      relative_error: relative,
      relative_error_all_words: relativeAll,
      clean_edges: clean,
      aspects,
      ...rest
    } = evaluation;
    assert.ok(clean >= 0 && clean <= 1);
    assert.equal(n, data === good ? 3 : 2);
    assert.deepEqual(rest, {});
    for (const [found, key] of [
      [relative, 'mse_rationale'],
      [relativeAll, 'mse_all_words'],
    ]) {
      const ratios = Object.values(aspects).map((one) => one[key] / one.mse_mean);
      const mean = ratios.reduce((sum, ratio) => sum + ratio) / ratios.length;
      assert.ok(Math.abs(found - mean) < 1e-9, `${found} is not ${mean}`);
    }
    assert.deepEqual(Object.keys(aspects), ['appearance', 'aroma']);
    for (const figures of Object.values(aspects)) {
      assert.deepEqual(Object.keys(figures).toSorted(), expected.toSorted());
      for (const [name, figure] of Object.entries(figures)) {
        if (typeof figure === 'object') continue;
        assert.ok(Number.isFinite(figure), `${name}: ${figure}`);
        const signed = ['kept', 'sufficiency', 'comprehensiveness'].includes(name);
        assert.ok(signed || figure >= 0, `${name}: ${figure}`);
      }
      assert.ok(figures.selected <= 1 && figures.mse_rationale <= 1);
      for (const part of gold.filter((key) => key in figures)) {
        assert.deepEqual(Object.keys(figures[part].all), documented.agreement);
        assert.equal(figures[part].all.texts, 2);
        assert.equal(figures[part].marked.texts, 1);
      }
    }
  }
});

test('says of a hundred reviews what the words tell that is their own', () => {
  const many = Array.from({ length: 34 }, (_, i) =>
    reviews.map(({ text, ratings }, j) =>
      review(text, ratings.appearance, (ratings.aroma + ((3 * i + 7 * j) % 10)) / 11),
    ),
  ).flat();
  const path = file('many.jsonl', lines(many));
  const { aspects } = JSON.parse(succeed(evaluate(path)));
  for (const { own } of Object.values(aspects)) {
    assert.deepEqual(Object.keys(own), documentedKeys().own);
    assert.equal(own.n, 102);
    assert.ok(own.share > 0 && own.share <= 1);
  }
});

test('says which single sentences are rated', () => {
  const keywords = file('keys.json', '{"appearance": ["gold", "head"], "aroma": ["nose"]}');
  const flags = ['--sentences', '--keywords', keywords];
  const { sentences } = JSON.parse(succeed(evaluate(good, ...flags)));
  const { aspects, ...all } = sentences;
  assert.equal(all.n, 5);
  for (const figures of Object.values(aspects)) {
    assert.deepEqual([...Object.keys(all), ...Object.keys(figures)], documentedKeys().sentences);
    assert.ok(figures.rated <= all.any_rated);
  }
});

test('keeps all of what it explains itself', () => {
  const { aspects } = JSON.parse(succeed(evaluate(good, '--full-text', tiny)));
  for (const { mse_all_words: own, mse_full_text: full } of Object.values(aspects)) {
    assert.equal(own, full);
  }
});

test('measures words that others choose, at the rates of the model', () => {
  const keywords = file('some-keywords.json', '{"appearance": ["gold"], "aroma": ["nose"]}');
  const own = JSON.parse(succeed(evaluate(good)));
  const train = file('six-times.jsonl', lines(Array.from({ length: 6 }, () => reviews).flat()));
  for (const flags of [
    ['--chooser', 'keywords', '--keywords', keywords],
    ['--chooser', 'linear', '--train', train],
    ['--chooser', 'first'],
  ]) {
    const other = JSON.parse(succeed(evaluate(good, ...flags)));
    for (const [aspect, { selected }] of Object.entries(other.aspects)) {
      const words = selected - own.aspects[aspect].selected;
      assert.ok(Math.abs(words) < 0.35, `${flags[1]}, ${aspect}: ${words} more`);
    }
    assert.notDeepEqual(other, own);
  }
  assert.match(
    fail('invalid-argument', evaluate(good, '--chooser', 'linear')),
    /^--chooser linear: expected --train/,
  );
  fail('invalid-argument', evaluate(good, '--chooser', 'keywords'));
});

test('writes a page with the words marked', () => {
  const page = join(home, 'report.html');
  const json = succeed(evaluate(good, '--report', page));
  assert.equal(json, succeed(evaluate(good)));
  const html = readFileSync(page, 'utf8');
  for (const heading of ['Rated best', 'Rated worst', 'At random']) {
    assert.ok(html.includes(`<h3>${heading}</h3>`));
  }
  const text = html.replaceAll(/<[^>]*>/g, '');
  for (const review of reviews) assert.ok(text.includes(review.text), review.text);
  assert.match(html, /<mark class="a\d">/);

  const odd = [review('<b>gold</b> & 🍺 "head"', 0.5, 0.5)];
  succeed(evaluate(good, '--report', page, '--examples', file('examples.jsonl', lines(odd))));
  const shown = readFileSync(page, 'utf8').replaceAll(/<\/?mark[^>]*>/g, '');
  assert.ok(shown.includes('&lt;b&gt;gold&lt;/b&gt; &amp; 🍺 &quot;head&quot;'));
  assert.ok(!shown.includes('Rated best'));
  fail('io', evaluate(good, '--report', join(page, 'report.html')));
});

test('refuses spans beyond the text, and ratings for words that none is given for', () => {
  const bad = file(
    'beyond.jsonl',
    lines([
      {
        tokens: ['a', 'b'],
        ratings: { appearance: 'fair', aroma: 1 },
        rationales: { appearance: [[1, 3]] },
      },
    ]),
  );
  const tokens = ['--text-key', 'tokens'];
  const unnamed = fail('bad-data', evaluate(bad, ...tokens));
  assert.equal(unnamed, `${bad}:1: expected a rating "appearance" between 0 and 1, found a string`);
  const beyond = fail('bad-data', evaluate(bad, ...tokens, '--values', 'fair=0.5'));
  assert.match(beyond, /:1: expected "appearance" to be a list of .* 2 tokens .*, found \[1,3\]$/);
  const flags = succeed(
    evaluate(
      file('listed.jsonl', lines([{ x: ['a'], y: [1, 0], 0: [[0, 1]] }])),
      ...['--text-key', 'x', '--ratings-key', 'y', '--columns', 'appearance=0,aroma=1'],
    ),
  );
  assert.equal(JSON.parse(flags).aspects.appearance.gold.all.texts, 1);
});

test('tells on request what integers change', () => {
  const printed = (threads) => succeed(evaluate(good, '--integers', '--threads', threads));
  const { aspects, integers } = JSON.parse(printed('1'));
  assert.deepEqual(Object.keys(integers), Object.keys(aspects));
  for (const [aspect, figures] of Object.entries(integers)) {
    assert.equal(figures.mse_rationale, aspects[aspect].mse_rationale);
    assert.ok(figures.largest_probability_difference > 0, 'integers differ a little');
    assert.ok(figures.largest_probability_difference < 0.01);
    assert.ok(figures.words_changed <= 1 && figures.reviews_changed <= 1);
  }
  assert.equal(printed('3'), printed('1'));
});

test('prints the same on any number of threads', () => {
  const [one, three] = ['1', '3'].map((count) => succeed(evaluate(good, '--threads', count)));
  assert.equal(one, three);
});

test('passes over blank lines', () => {
  const path = file('blank.jsonl', `\n${lines(reviews).replaceAll('\n', '\n\r\n\n')}`);
  assert.equal(succeed(evaluate(path)), succeed(evaluate(good)));
});

test('reads the same from a table', () => {
  const rows = reviews.map(
    ({ text, ratings }) => `${ratings.appearance},${ratings.aroma},"${text}"\n`,
  );
  const path = file('reviews.csv', `appearance,aroma,text\n${rows.join('')}`);
  assert.equal(succeed(evaluate(path)), succeed(evaluate(good)));
  const renamed = file('renamed.tsv', `appearance,aroma,body\n${rows.join('')}`);
  const flags = ['--format', 'csv', '--text-key', 'body'];
  assert.equal(succeed(evaluate(renamed, ...flags)), succeed(evaluate(good)));
});

test('counts only the reviews that rate an aspect, and says how many', () => {
  const { text, ratings } = review('Hop tea in the glass.', 1, 0.5);
  const rated = JSON.parse(succeed(evaluate(good)));
  const path = file(
    'partly.jsonl',
    lines([...reviews, { text, ratings: { aroma: ratings.aroma, appearance: null } }]),
  );
  const partly = JSON.parse(succeed(evaluate(path)));
  assert.equal(partly.n, 4);
  assert.equal(partly.aspects.appearance.n, 3);
  assert.equal(partly.aspects.aroma.n, undefined);
  for (const figure of ['mse_rationale', 'mse_all_words', 'mse_mean', 'mse_complement']) {
    assert.equal(partly.aspects.appearance[figure], rated.aspects.appearance[figure], figure);
    assert.notEqual(partly.aspects.aroma[figure], rated.aspects.aroma[figure], figure);
  }
  assert.equal(succeed(evaluate(path, '--skip-unrated')), succeed(evaluate(good)));
});

test('names an aspect that no review rates', () => {
  const path = file('unrated.jsonl', '{"text": "hop", "ratings": {"aroma": 0.5}}\n');
  assert.equal(
    fail('bad-data', evaluate(path)),
    `${path}:1: expected a rating "appearance", found none`,
  );
});

for (const [name, line] of [
  ['no JSON', 'hop'],
  ['no ratings', '{"text": "hop"}'],
  ['a rating too large', '{"text": "hop", "ratings": {"aroma": 0.5, "appearance": 1.01}}'],
  ['a rating that is no number', '{"text": "hop", "ratings": {"aroma": "1", "appearance": 1}}'],
  ['brackets in brackets', `{"text": "hop", "ratings": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
]) {
  test(`refuses a review with ${name}`, () => {
    const path = file('bad.jsonl', `${lines(reviews)}${line}\n`);
    const message = fail('bad-data', evaluate(path));
    assert.ok(message.startsWith(`${path}:4: `), message);
  });
}

test('refuses a review that is too long', () => {
  const path = file('long.jsonl', lines([reviews[0], review(tooLong, 0.5, 0.5)]));
  const message = fail(['bad-data', 'text-too-long'], evaluate(path));
  assert.ok(message.startsWith(`${path}:2: `), message);
});

test('refuses what is not there', () => {
  fail('not-found', ['eval', '--model', `${tiny}/none`, '--data', good]);
  fail('not-found', evaluate(`${good}.none`));
  fail('not-found', evaluate(good, '--keywords', `${good}.none`));
});

test('refuses a folder of what is not trained', () => {
  const folder = join(home, 'layers');
  cpSync(tiny, folder, { recursive: true });
  const config = JSON.parse(readFileSync(join(tiny, 'config.json'), 'utf8'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, task: 'layers' }));
  assert.equal(
    fail('invalid-argument', ['eval', '--model', folder, '--data', good]),
    `${folder}: expected a model that can be trained, found single layers`,
  );
});

test('refuses keywords that are malformed', () => {
  const depth = 100_000;
  for (const keywords of ['hop', '["hop"]', '{"aroma": "nose"}', '['.repeat(depth)]) {
    const path = file('bad-keywords.json', keywords);
    assert.ok(fail('bad-data', evaluate(good, '--keywords', path)).startsWith(`${path}: `));
  }
});

test('says when a disk is full', () => {
  const full = openSync('/dev/full', 'w');
  try {
    fail('io', evaluate(good), { stdout: full });
  } finally {
    closeSync(full);
  }
});

describe('on a terminal, which `script` makes,', () => {
  const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

  function show(args) {
    const command = [program, ...args].map(quote).join(' ');
    const { stdout, status } = spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TERM: 'dumb' },
    });
    assert.equal(status, 0, stdout);
    return stdout.replaceAll('\r\n', '\n');
  }

  /** The cells of the rows whose first is `name`. */
  const rowsOf = (shown, name) =>
    shown
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
      .filter(([first]) => first === name)
      .map(([, ...cells]) => cells);

  const short = (number) => String(Number(number.toPrecision(4)));

  test('figures of several aspects stand beside each other', () => {
    const shown = show(evaluate(good));
    const { aspects, ...own } = JSON.parse(succeed(evaluate(good)));
    assert.doesNotMatch(shown, /[{}"]/);
    assert.match(shown, /\naspects\n +appearance +aroma\n {2}selected {2,}/);
    for (const [key, value] of Object.entries(own)) {
      assert.deepEqual(rowsOf(shown, key)[0], [short(value)], key);
    }
    const names = Object.keys(aspects);
    const tabled = Object.keys(aspects[names[0]]).filter((key) =>
      names.every((name) => typeof aspects[name][key] === 'number'),
    );
    assert.ok(tabled.includes('mse_rationale'));
    for (const key of tabled) {
      const cells = names.map((name) => short(aspects[name][key]));
      assert.ok(
        rowsOf(shown, key).some((row) => row.join() === cells.join()),
        `${key}: ${cells}\n${shown}`,
      );
    }
    // What each has for itself comes after the table.
    assert.deepEqual(
      rowsOf(shown, 'positions'),
      names.map((name) => [aspects[name].positions.map(short).join(', ')]),
    );
    for (const [word, count] of Object.entries(aspects[names[1]].frequent)) {
      assert.ok(
        rowsOf(shown, word).some(([cell]) => cell === String(count)),
        word,
      );
    }
  });

  test('figures of labels are a table, and what was taken for which another', () => {
    const data = file(
      'graded.jsonl',
      lines([
        { text: 'A superb film.', label: '4' },
        { text: 'A dreadful film.', label: '0' },
        { text: 'It is a film.', label: '4' },
      ]),
    );
    const args = ['eval', '--model', join(repository, 'models/sentiment'), '--data', data];
    const shown = show(args);
    const { labels, precision, recall, class_f1, confusion } = JSON.parse(succeed(args));
    assert.match(shown, /\nlabels\n +precision {2}recall {2}class_f1\n/);
    for (const [i, label] of labels.entries()) {
      // The columns of what was taken for which have the names of labels, too.
      const rows = rowsOf(shown, label);
      assert.deepEqual(rows[0], [precision[i], recall[i], class_f1[i]].map(short));
      assert.deepEqual(rows.at(-1), confusion[i].map(short));
    }
  });

  test('--json prints what a pipe gets', () => {
    assert.equal(show([...evaluate(good), '--json']), succeed(evaluate(good)));
  });
});
