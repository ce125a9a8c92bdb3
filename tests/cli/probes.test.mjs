// `whylight probes`: whether a model rates texts as it must.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import {
  explain,
  fail,
  file,
  home,
  lines,
  parseLines,
  repository,
  succeed,
  tiny,
  whylight,
} from './support.mjs';

const sentiment = join(repository, 'models/sentiment');
const pairs = join(repository, 'models/pairs');
const probes = (model, ...args) => ['probes', '--model', model, ...args];

// Two texts of which the random model rates the first higher; in which order is
// seen by asking it.
const [higher, lower] = [
  'Pours a hazy gold with a thick white head.',
  'Watery brown, no head at all.',
]
  .map((text) => ({ text, rating: explain(['--text', text])[0].ratings.appearance }))
  .toSorted((a, b) => b.rating - a.rating)
  .map(({ text }) => text);
const pair = { kind: 'plain', half: 'choose', aspect: 'appearance', higher, lower };
const wrong = { ...pair, kind: 'negation near', half: 'card', higher: lower, lower: higher };
const irony = { ...wrong, kind: 'irony' };
const nothing = { kind: 'other subject', aspect: 'aroma', none: '...' };
const all = file('all.jsonl', lines([pair, wrong, irony, nothing]));

// A layer of order 2 whose state is its last sum alone knows no single word.
test('the sentiment model reads texts of one word', () => {
  const words = ['good', 'great', 'bad', 'terrible'];
  const input = file('words.jsonl', lines(words.map((text) => ({ text }))));
  const answers = parseLines(succeed(['classify', '--model', sentiment, '--input', input]));
  const [good, great, bad, terrible] = answers.map(({ grade }) => grade);
  assert.ok(great > good && good > 0, `${great} ${good}`);
  assert.ok(terrible < bad && bad < 0, `${terrible} ${bad}`);
});

describe('probes', () => {
  test('prints kinds that are not ours after those that are', () => {
    const own = { ...pair, kind: 'bubbles and their size' };
    const path = file('own.jsonl', lines([own, irony, pair, { ...own, kind: 'ads' }]));
    const rows = succeed(probes(tiny, '--file', path)).split('\n');
    assert.deepEqual(
      rows.slice(1, 5).map((row) => row.split(/ {2,}/)[0]),
      ['plain', 'irony', 'bubbles and their size', 'ads'],
    );
    assert.equal(new Set(rows.filter(Boolean).map(({ length }) => length)).size, 1);
  });

  test('prints a table by kind, irony apart from the total', () => {
    assert.equal(
      succeed(probes(tiny, '--file', all)),
      `kind                 n  right   share
plain                1      1   100 %
negation near        1      0     0 %
other subject        1      1   100 %
irony                1      0     0 %

negation in all      1      0     0 %
total but irony      3      2    67 %
`,
    );
  });

  test('prints the same as JSON', () => {
    const found = JSON.parse(succeed(probes(tiny, '--file', all, '--json')));
    assert.deepEqual(Object.keys(found), ['total', 'negation', 'kinds']);
    assert.deepEqual(found.total, { n: 3, right: 2, share: 2 / 3 });
    assert.deepEqual(found.negation, { n: 1, right: 0, share: 0 });
    assert.deepEqual(Object.keys(found.kinds), [
      'plain',
      'negation near',
      'other subject',
      'irony',
    ]);
  });

  test('lists failures with the ratings seen', () => {
    const ratings = [lower, higher].map((text) => {
      const [{ ratings }] = explain(['--text', text]);
      return ratings.appearance;
    });
    const text = succeed(probes(tiny, '--file', all, '--failures'));
    const shown = ratings.map((rating) => rating.toFixed(2));
    assert.ok(
      text.includes(
        `${all}:2: negation near, appearance: expected the first higher\n` +
          `  ${shown[0]}  ${lower}\n  ${shown[1]}  ${higher}\n`,
      ),
      text,
    );
    const { failures } = JSON.parse(succeed(probes(tiny, '--file', all, '--failures', '--json')));
    assert.deepEqual(
      failures.map(({ file, line, kind }) => ({ file, line, kind })),
      [
        { file: all, line: 2, kind: 'negation near' },
        { file: all, line: 3, kind: 'irony' },
      ],
    );
    assert.deepEqual(
      failures[0].texts.map(({ text }) => text),
      [lower, higher],
    );
    failures[0].texts.forEach(({ ratings: { appearance } }, i) => {
      assert.ok(Math.abs(appearance - ratings[i]) < 1e-5);
    });
  });

  test('reads one half', () => {
    const { total } = JSON.parse(
      succeed(probes(tiny, '--file', all, '--half', 'choose', '--json')),
    );
    assert.deepEqual(total, { n: 1, right: 1, share: 1 });
    const { status, stderr } = whylight(probes(tiny, '--file', all, '--half', 'both'));
    assert.equal(status, 2, stderr);
  });

  test('reads several files', () => {
    const other = file('other.jsonl', lines([pair]));
    const args = probes(tiny, '--file', all, '--file', other, '--json');
    assert.equal(JSON.parse(succeed(args)).total.n, 4);
  });

  test('reads the probes in the folder of the model', () => {
    const own = join(home, 'own');
    cpSync(tiny, own, { recursive: true });
    assert.match(
      fail('not-found', probes(own)),
      /own\/probes\.jsonl: expected probes there, or --file, found neither$/,
    );
    writeFileSync(join(own, 'probes.jsonl'), lines([pair]));
    assert.equal(JSON.parse(succeed(probes(own, '--json'))).total.n, 1);
  });

  test('compares two texts, in their order', () => {
    const texts = ['A woman is playing a flute.', 'A woman is making music.'];
    const compare = (text, other) =>
      JSON.parse(succeed(['compare', '--model', pairs, '--text', text, '--other', other]));
    const told = compare(...texts);
    const labels = Object.keys(told.probabilities);
    assert.equal(labels.length, 3);
    const [text, other] = texts;
    const asked = labels.map((label) => ({ kind: 'kinds of things', text, other, label }));
    const path = file('two.jsonl', lines(asked));
    const shown = succeed(probes(pairs, '--file', path, '--failures'));
    assert.match(shown, /^kinds of things {6}3 {6}1 {4}33 %$/m);
    const wrong = labels.findIndex((label) => label !== told.label);
    const share = told.probabilities[told.label];
    assert.ok(
      shown.includes(
        `${path}:${wrong + 1}: kinds of things: expected ${labels[wrong]}, found ${told.label} ` +
          `(${share.toFixed(2)})\n  ${text}\n  ${other}\n`,
      ),
      shown,
    );
    const { failures } = JSON.parse(succeed(probes(pairs, '--file', path, '--failures', '--json')));
    const [{ line, expected, label, probability }] = failures;
    assert.deepEqual([line, expected, label], [wrong + 1, labels[wrong], told.label]);
    assert.ok(Math.abs(probability - share) < 1e-6);
  });

  test('compares the grades of a classifier, from 0 to 1', () => {
    const graded = file(
      'graded.jsonl',
      lines([
        { kind: 'plain', higher: 'A superb film.', lower: 'A dreadful film.' },
        { kind: 'plain', text: 'A superb film.', above: 0.5 },
        { kind: 'plain', text: 'A superb film.', label: 'very positive' },
        { kind: 'names', same: ['A superb film.', 'A dreadful film.'] },
      ]),
    );
    const found = JSON.parse(succeed(probes(sentiment, '--file', graded, '--json', '--failures')));
    assert.deepEqual(found.kinds.plain, { n: 3, right: 3, share: 1 });
    const [{ kind, texts }] = found.failures;
    assert.equal(kind, 'names');
    const [{ text, ratings, classes }] = texts;
    assert.equal(classes.grade, 'very positive');
    const { grade } = JSON.parse(succeed(['explain', '--model', sentiment, '--text', text]));
    assert.ok(Math.abs(ratings.grade - (grade + 2) / 4) < 1e-6);
  });
});

describe('of a classifier without grades, probes', () => {
  const ungraded = join(home, 'ungraded');
  cpSync(sentiment, ungraded, { recursive: true });
  const config = JSON.parse(readFileSync(join(sentiment, 'config.json'), 'utf8'));
  assert.equal(config.grades.length, 5);
  const without = { ...config, grades: undefined };
  writeFileSync(join(ungraded, 'config.json'), JSON.stringify(without));

  test('asks for its labels', () => {
    const [good, bad] = ['A superb film.', 'A dreadful film.'];
    const named = (text) => JSON.parse(succeed(['classify', '--model', ungraded, '--text', text]));
    const label = named(good).name;
    const asked = [
      { kind: 'plain', text: good, label },
      { kind: 'plain', text: bad, label },
      { kind: 'names', same: [good, bad] },
    ];
    const path = file('labels.jsonl', lines(asked));
    const shown = succeed(probes(ungraded, '--file', path, '--failures'));
    assert.match(shown, /^total but irony {6}3 {6}1 {4}33 %$/m);
    const found = named(bad).name;
    assert.ok(shown.includes(`${path}:2: plain: expected ${label}\n  ${found}  ${bad}\n`), shown);
    const { failures } = JSON.parse(
      succeed(probes(ungraded, '--file', path, '--failures', '--json')),
    );
    assert.deepEqual(failures[0].texts, [
      { text: bad, ratings: { label: null }, classes: { label: found } },
    ]);
  });

  test('refuses to ask for an order', () => {
    const ordered = { ...pair, aspect: undefined };
    assert.match(
      fail('bad-data', probes(ungraded, '--file', file('order.jsonl', lines([ordered])))),
      /order\.jsonl:1: expected "text" and "label", or "same", since the labels of the model have no grades$/,
    );
  });
});

test('probes asks an aspect with labels for one of them', () => {
  const labelled = join(repository, 'tests/golden/mention-tiny');
  const [text, silent] = ['never thick lace , lovely hops nose honey lasts', 'honey hops pine'];
  const [classes, none] = parseLines(
    succeed([
      ...['explain', '--model', labelled],
      ...['--input', file('smells.jsonl', lines([{ text }, { text: silent }]))],
    ]),
  ).map((answer) => answer.classes.smell);
  assert.equal(classes.name, 'lovely');
  assert.equal(none, null);
  const asked = [
    { kind: 'plain', aspect: 'smell', text, label: 'lovely' },
    { kind: 'plain', aspect: 'smell', text, label: 'dull' },
    { kind: 'plain', aspect: 'smell', text: silent, label: 'lovely' },
  ];
  const path = file('smell.jsonl', lines(asked));
  const { total, failures } = JSON.parse(
    succeed(probes(labelled, '--file', path, '--failures', '--json')),
  );
  assert.equal(total.right, 1);
  assert.deepEqual(
    failures.map(({ line, texts: [{ classes }] }) => [line, classes]),
    [
      [2, { smell: 'lovely' }],
      [3, undefined],
    ],
  );
  assert.match(
    fail(
      'bad-data',
      probes(labelled, '--file', file('look.jsonl', lines([{ ...asked[0], aspect: 'look' }]))),
    ),
    /look\.jsonl:1: "label": expected a probe of another form, since "look" has no labels$/,
  );
});

describe('probes refuses', () => {
  const one = (probe) => file('one.jsonl', lines([pair, probe]));

  test('models that do not rate', () => {
    const other = join(home, 'other');
    cpSync(tiny, other, { recursive: true });
    const config = JSON.parse(readFileSync(join(tiny, 'config.json'), 'utf8'));
    for (const [task, expected, found] of [
      ['language-id', 'rates or compares texts', 'a model of languages'],
      ['questions', 'rates or compares texts', 'a model of questions'],
      ['layers', 'can be trained', 'single layers'],
    ]) {
      writeFileSync(join(other, 'config.json'), JSON.stringify({ ...config, task }));
      const message = fail('invalid-argument', probes(other, '--file', all));
      assert.equal(message, `${other}: expected a model that ${expected}, found ${found}`);
    }
  });

  test('an aspect that the model does not have', () => {
    assert.match(
      fail('bad-data', probes(tiny, '--file', one({ ...pair, aspect: 'price' }))),
      /one\.jsonl:2: "aspect": expected one of "appearance", "aroma", found "price"$/,
    );
    assert.match(
      fail('bad-data', probes(sentiment, '--file', one({ ...pair, aspect: 'price' }))),
      /one\.jsonl:1: "aspect": expected "grade", found "appearance"$/,
    );
  });

  test('a bad line, no kind and a form that there is not', () => {
    const bad = file('bad.jsonl', `${JSON.stringify(pair)}\n{"kind": \n`);
    assert.match(
      fail('bad-data', probes(tiny, '--file', bad)),
      /bad\.jsonl:2: expected a JSON object, found text that is not JSON$/,
    );
    assert.match(
      fail('bad-data', probes(tiny, '--file', one({ ...pair, kind: ' ' }))),
      /one\.jsonl:2: "kind": expected a name, found " "$/,
    );
    assert.match(
      fail('bad-data', probes(tiny, '--file', one({ ...pair, none: 'a' }))),
      /one\.jsonl:2: expected "higher" and "lower", .+, found several$/,
    );
  });

  test('to rate where texts are compared, and to compare where they are rated', () => {
    const two = {
      kind: 'roles',
      text: 'A fox sees a hen.',
      other: 'A hen sees a fox.',
      label: 'x',
    };
    assert.match(
      fail('bad-data', probes(tiny, '--file', one(two))),
      /one\.jsonl:2: "other": expected a probe of another form, since the model rates single texts$/,
    );
    assert.match(
      fail('bad-data', probes(pairs, '--file', one(two))),
      /one\.jsonl:1: expected "text", "other" and "label", since the model compares two texts$/,
    );
    assert.match(
      fail('bad-data', probes(pairs, '--file', file('two.jsonl', lines([two])))),
      /two\.jsonl:1: "label": expected one of "CONTRADICTION", "ENTAILMENT", "NEUTRAL", found "x"$/,
    );
  });

  test('to ask a classifier for no rating', () => {
    const none = file('none.jsonl', lines([{ kind: 'other subject', none: 'It rains.' }]));
    assert.match(
      fail('bad-data', probes(sentiment, '--file', none)),
      /none\.jsonl:1: "none": expected a probe of another form/,
    );
  });

  test('files that are not there or hold no probes', () => {
    fail('not-found', probes(tiny, '--file', join(home, 'missing.jsonl')));
    const empty = file('empty.jsonl', '');
    assert.match(
      fail('bad-data', probes(tiny, '--file', empty)),
      /empty\.jsonl:1: expected a probe, found none$/,
    );
  });
});

// Those that we wrote, of which half are for the cards of the models.
describe('the probes of the repository', () => {
  const RATED = ['beer', 'hotels', 'movies', 'sentiment'];
  const SINGLE = ['neutral', 'not mentioned', 'other subject', 'other language'];
  const textsOf = ({ higher, lower, same, text, other, none }) =>
    same ?? [higher, lower, text, other, none].filter(Boolean);
  const probesOf = (model) =>
    parseLines(readFileSync(join(repository, `tests/probes/${model}.jsonl`), 'utf8'));

  for (const model of RATED) {
    const all = probesOf(model);
    const count = (fits) => all.filter(fits).length;

    test(`${model}: enough of each form`, () => {
      assert.ok(count(({ higher }) => higher) >= 60);
      assert.ok(count(({ higher }) => !higher) >= 25);
      assert.ok(count(({ kind }) => kind === 'other language') >= 8);
      assert.ok(count(({ kind }) => kind.includes('negation')) >= 30);
      // As visitors write, and as reviewers do.
      const long = (text) => /[.!?] .*[.!?]/.test(text);
      const reviews = count((probe) => probe.higher && textsOf(probe).some(long));
      assert.ok(reviews >= 12, `${reviews} of several sentences`);
    });
  }

  test('pairs: enough of each kind and label', () => {
    const all = probesOf('pairs');
    assert.ok(all.length >= 60);
    const { labels } = JSON.parse(readFileSync(join(pairs, 'config.json'), 'utf8'));
    for (const half of ['choose', 'card']) {
      const own = all.filter((probe) => probe.half === half);
      const shares = labels.map((each) => own.filter(({ label }) => label === each).length);
      // No answer that is always the same gets far.
      assert.ok(Math.max(...shares) < 0.4 * own.length, shares.join());
      for (const kind of new Set(own.map((probe) => probe.kind))) {
        assert.ok(own.filter((probe) => probe.kind === kind).length >= 4, kind);
      }
    }
  });

  for (const model of [...RATED, 'pairs']) {
    const all = probesOf(model);
    const count = (fits) => all.filter(fits).length;

    test(`${model}: both halves alike in kinds`, () => {
      const kinds = (half) =>
        all
          .filter((probe) => probe.half === half)
          .map(({ kind }) => kind)
          .toSorted();
      assert.deepEqual(kinds('choose'), kinds('card'));
      assert.equal(
        count(({ half }) => half),
        all.length,
      );
    });

    test(`${model}: no text twice`, () => {
      for (const kind of new Set(all.map((probe) => probe.kind))) {
        const own = all.filter((probe) => probe.kind === kind);
        const texts = own.flatMap(textsOf);
        if (SINGLE.includes(kind)) assert.equal(new Set(texts).size, texts.length, kind);
        // The order of two texts that are compared is part of what is asked.
        const sets = own.map((probe) =>
          (probe.other ? textsOf(probe) : textsOf(probe).toSorted()).join('\n'),
        );
        assert.equal(new Set(sets).size, sets.length, kind);
      }
    });

    test(`${model}: found in the folder of the model, and fit for it`, () => {
      const folder = join(repository, 'models', model);
      const found = JSON.parse(succeed(probes(folder, '--json')));
      const irony = found.kinds.irony?.n ?? 0;
      assert.equal(found.total.n + irony, all.length);
      const { total } = JSON.parse(succeed(probes(folder, '--half', 'card', '--json')));
      assert.equal(2 * total.n, found.total.n);
    });
  }
});
