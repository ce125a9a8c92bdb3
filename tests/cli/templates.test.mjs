// `whylight prepare templates`, and a training on more than reviews: texts made from
// templates, single sentences, more files, and texts of other subjects.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { config, configured, inventReviews, lamps, train, writeData } from './lamp-reviews.mjs';
import {
  fail,
  file,
  home,
  lines,
  modelBytes,
  parseLines,
  repository,
  start,
  succeed,
  whylight,
} from './support.mjs';

const aspects = ['shine', 'hum'];
const templates = file('lamps.json', JSON.stringify(lamps));
const prepare = (files, ...more) => [
  ...['prepare', 'templates', '--aspects', aspects.join()],
  ...[files].flat().flatMap((path) => ['--file', path]),
  ...more,
];

describe('prepare templates', () => {
  test('makes texts that rate what they speak of, and nothing else', () => {
    const made = parseLines(succeed(prepare(templates, '--texts', '200')));
    assert.equal(made.length, 200);
    for (const { text, ratings } of made) {
      const { shine, hum } = lamps.aspects;
      const says = ({ good, bad }) => [...good, ...bad].some((word) => text.includes(word));
      assert.equal('shine' in ratings, says(shine), text);
      assert.equal('hum' in ratings, says(hum), text);
      for (const rating of Object.values(ratings)) assert.ok(rating >= 0 && rating <= 1);
    }
    const [plain] = made.filter(({ text }) => /^Lampo estas (tre )?klara\.$/.test(text));
    assert.ok(Math.abs(plain.ratings.shine - 0.9) < 1e-6);
    const [negated] = made.filter(({ text }) => /^Lampo estas ne klara\.$/.test(text));
    assert.ok(Math.abs(negated.ratings.shine - 0.2) < 1e-6);
  });

  test('makes the same texts again, and others with another seed', () => {
    const make = (...more) => succeed(prepare(templates, '--texts', '20', ...more));
    assert.equal(make(), make('--seed', '1'));
    assert.notEqual(make(), make('--seed', '2'));
    assert.ok(succeed(prepare(templates, '--texts', '30')).startsWith(make()));
    const output = join(home, 'made.jsonl');
    make('--output', output);
    assert.equal(readFileSync(output, 'utf8'), make());
  });

  test('takes several files together', () => {
    const { frames, ...words } = lamps;
    const apart = [file('frames.json', JSON.stringify({ frames })), file('words.json', '{}')];
    assert.match(
      fail('invalid-argument', prepare(apart)),
      /^templates: .*nothing stands for "subject" of "shine"$|"shine"/,
    );
    writeFileSync(apart[1], JSON.stringify(words));
    assert.equal(succeed(prepare(apart)), succeed(prepare(templates)));
  });

  for (const [what, content, expected] of [
    ['no JSON', 'lampo', /bad\.json: expected a JSON object$/],
    ['an unknown key', { ...lamps, frame: [] }, /bad\.json: "frame": expected one of: aspects, /],
    [
      'an aspect of others',
      { ...lamps, aspects: { ...lamps.aspects, weight: {} } },
      /bad\.json: "aspects": "weight": not an aspect of the model$/,
    ],
    [
      'an unknown placeholder',
      { ...lamps, neutral: ['{kie} hejme'] },
      /^templates: "\{kie\} hejme": nothing stands for "kie"$/,
    ],
    [
      'a placeholder left open',
      { ...lamps, frames: [{ text: '{subject', rating: 1 }] },
      /"\{subject": |no frame that blames/,
    ],
    [
      'a rating above 1',
      { ...lamps, frames: [{ text: '{subject} {good}', rating: 9 }] },
      /bad\.json: "frames": expected ratings between 0 and 1, found \{"rating":9,/,
    ],
    [
      'no blame',
      { ...lamps, frames: [{ text: '{subject} lumo', rating: 0.9 }] },
      /^templates: no frame that blames "shine"$/,
    ],
  ]) {
    test(`refuses ${what}`, () => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      assert.match(fail('invalid-argument', prepare(file('bad.json', text))), expected);
    });
  }

  test('names a file that is not there', () => {
    const path = join(home, 'nowhere.json');
    assert.ok(fail('not-found', prepare(path)).includes(path));
  });
});

describe('prepare templates --pairs', () => {
  const colours = {
    lists: { koloro: ['ruĝa', 'verda'] },
    tables: { statoj: [{ lampo: ['lampo', 'lumo'], jes: ['ŝaltita'], ne: ['malŝaltita'] }] },
    frames: [
      { text: 'la {lampo} estas {jes}', other: 'la {lampo} estas {ne}', label: 'ne', of: 'statoj' },
      { text: '{koloro} lampo', other: '{koloro 2} lampo', label: 'alia', both: true },
    ],
  };
  const pairs = (content, ...more) => [
    ...['prepare', 'templates', '--pairs', '--file'],
    ...[file('pairs.json', JSON.stringify(content)), ...more],
  ];

  test('makes pairs with their labels, the same ones again', () => {
    const made = succeed(pairs(colours, '--texts', '100'));
    const found = parseLines(made).map(({ a, b, label }) =>
      [a, b, label].map((each) => each.replace(/\.$/, '')).join(' | '),
    );
    assert.equal(found.length, 100);
    assert.deepEqual([...new Set(found)].toSorted(), [
      'La lampo estas ŝaltita | La lampo estas malŝaltita | ne',
      'La lumo estas ŝaltita | La lumo estas malŝaltita | ne',
      'Ruĝa lampo | Verda lampo | alia',
      'Verda lampo | Ruĝa lampo | alia',
    ]);
    assert.equal(succeed(pairs(colours, '--texts', '100', '--seed', '1')), made);
    assert.notEqual(succeed(pairs(colours, '--texts', '100', '--seed', '2')), made);
  });

  test('refuses what nothing stands for', () => {
    const frames = [{ text: '{kie}', other: 'ie', label: 'ne' }];
    assert.match(
      fail('invalid-argument', pairs({ ...colours, frames })),
      /pairs\.json: frames\[0\]: "text": expected a slot for a list, one of "koloro", found "kie"$/,
    );
  });

  test('wants pairs or texts about aspects', () => {
    const neither = ['prepare', 'templates', '--file', templates];
    assert.equal(fail('invalid-argument', neither), 'expected --aspects or --pairs, found neither');
    assert.equal(whylight(pairs(colours, '--aspects', 'hum')).status, 2);
  });
});

describe('the templates of the shipped models', () => {
  const stringsIn = (value) =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  // All runs of six words.
  const sixes = (text) =>
    words(text)
      .map((_, i, all) => all.slice(i, i + 6))
      .filter(({ length }) => length === 6)
      .map((six) => six.join(' '));

  for (const model of ['hotels', 'beer', 'movies', 'sentiment']) {
    // The config of its last training.
    const folder = join(repository, 'models', model);
    const last = readdirSync(folder)
      .filter((name) => /^(train|tune(-\d)?)\.json$/.test(name))
      .sort((a, b) => a.replace('.json', '').localeCompare(b.replace('.json', '')))
      .at(-1);
    const { aspects, templates } = JSON.parse(readFileSync(join(folder, last), 'utf8'));
    const names = aspects?.map(({ name }) => name) ?? [templates.aspect];
    const files = templates.files.map((path) => join(repository, path));

    test(`${model}: are read for its aspects, which they all rate both ways`, () => {
      const made = parseLines(
        succeed([
          ...['prepare', 'templates', ...files.flatMap((path) => ['--file', path])],
          ...['--aspects', names.join(), '--texts', '2000'],
        ]),
      );
      for (const name of names) {
        const ratings = made.flatMap(({ ratings }) => ratings[name] ?? []);
        assert.ok(ratings.some((rating) => rating > 0.7) && ratings.some((rating) => rating < 0.3));
        assert.ok(made.some(({ ratings }) => !(name in ratings)));
      }
      for (const { text } of made) assert.doesNotMatch(text, /[{}|]| {2}| [,.;!]/);
    });

    test(`${model}: have no six words in a row from its probes`, () => {
      const probes = readFileSync(join(repository, `tests/probes/${model}.jsonl`), 'utf8');
      const probed = new Set(stringsIn(parseLines(probes)).flatMap(sixes));
      assert.ok(probed.size > 100);
      for (const path of files) {
        const texts = stringsIn(JSON.parse(readFileSync(path, 'utf8')));
        assert.deepEqual(
          texts.filter((text) => sixes(text).some((six) => probed.has(six))),
          [],
        );
      }
    });

    // Of what people say in two or three words, the other half may hold some.
    test(`${model}: hold no whole text of the probes that are only counted`, () => {
      const bare = (text) => text.toLowerCase().replace(/[.!?。]+$/u, '');
      const probes = parseLines(
        readFileSync(join(repository, `tests/probes/${model}.jsonl`), 'utf8'),
      );
      const counted = new Set(
        probes
          .filter(({ half }) => half === 'card')
          .flatMap(({ higher, lower, text, same, none }) => [higher, lower, text, same, none])
          .flatMap((texts) => stringsIn(texts).map(bare)),
      );
      assert.ok(counted.size > 200);
      for (const path of files) {
        const texts = stringsIn(JSON.parse(readFileSync(path, 'utf8')));
        assert.deepEqual(
          texts.filter((text) => counted.has(bare(text))),
          [],
        );
      }
    });
  }
});

describe('the templates of the shipped model of pairs', () => {
  const folder = join(repository, 'models/pairs');
  const { templates } = JSON.parse(readFileSync(join(folder, 'train.json'), 'utf8'));
  const made = () =>
    parseLines(
      succeed([
        ...['prepare', 'templates', '--pairs', '--texts', '20000'],
        ...templates.files.flatMap((path) => ['--file', join(repository, path)]),
      ]),
    );

  test('are read, and have enough of every label', () => {
    const { labels } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    const all = made();
    for (const label of labels) {
      const count = all.filter((pair) => pair.label === label).length;
      assert.ok(count > 0.2 * all.length, `${count} of ${label}`);
    }
    for (const { a } of all) assert.doesNotMatch(a, /[{}|]| {2}| [,.;!]|\b[Aa] [aeio]/);
  });

  test('can be measured as they are printed', () => {
    const pairs = file('some pairs.jsonl', lines(made().slice(0, 100)));
    const { n } = JSON.parse(succeed(['eval', '--model', folder, '--data', pairs]));
    assert.equal(n, 100);
  });

  test('say nothing twice with two labels', () => {
    const labels = new Map();
    for (const { a, b, label } of made()) {
      const both = [a, b].map((each) => each.replace(/\.$/, '')).join(' | ');
      assert.equal(labels.get(both) ?? label, label, both);
      labels.set(both, label);
    }
  });

  test('make no text of its probes, nor of the samples of the page', () => {
    const bare = (text) => text.toLowerCase().replace(/\.$/, '');
    const probes = parseLines(readFileSync(join(folder, 'probes.jsonl'), 'utf8'));
    const samples = readFileSync(join(repository, 'web/views/pairs/samples.ts'), 'utf8');
    const judged = new Set([
      ...probes.flatMap(({ text, other }) => [bare(text), bare(other)]),
      ...[...samples.matchAll(/'([A-Z][^']+)\.'/g)].map(([, text]) => bare(text)),
    ]);
    assert.ok(judged.size > 200, `${judged.size} texts`);
    const both = made().flatMap(({ a, b }) => [a, b]);
    assert.deepEqual(
      both.filter((text) => judged.has(bare(text))),
      [],
    );
  });
});

describe('a training on more than reviews', () => {
  let path; // Of a config that saves often.
  let whole; // The folder of an undisturbed run,
  let duration; // and its time in milliseconds.
  let summary;
  const changes = () => ({
    more: [join(home, 'more.jsonl')],
    sentences: 1,
    templates: { files: [templates], texts: 300 },
    outside: [join(home, 'weather.txt')],
    boundaries: { cut_cost: 2, open: ['la', 'kaj'], negations: ['ne'] },
    stages: ['full_text', 'selection', 'refit'],
    generator: { hidden: 12 },
    encoder: { hidden: 12 },
    full_text: { epochs: 16, batch: 32, optimiser: { learning_rate: 0.02 } },
    selection: { ...config.selection, epochs: 3, optimiser: { learning_rate: 0.02 } },
    refit: { epochs: 1, batch: 64, optimiser: { learning_rate: 0.01 } },
    checkpoints: { every_steps: 5 },
  });
  const readLog = (out) =>
    parseLines(readFileSync(join(out, 'log.jsonl'), 'utf8')).map((line) => ({
      ...line,
      seconds: 0,
      words_per_second: 0,
    }));

  before(() => {
    writeData();
    // Each of two sentences, and every other one without a rating of its hum.
    const inTwo = ({ text, ratings: { shine, hum } }, i) => {
      const all = text.split(' ');
      return {
        text: `${all.slice(0, 6).join(' ')}. ${all.slice(6).join(' ')}`,
        ratings: { shine, hum: i % 2 ? hum : null },
      };
    };
    file('more.jsonl', lines(inventReviews(80, 4).map(inTwo)));
    const weather = [
      'morgaŭ pluvos en la nordo',
      'la suno brilas sude',
      'neĝo falas tre malrapide',
    ];
    file(
      'weather.txt',
      weather
        .map((text) => `${text}\n`)
        .join('')
        .repeat(20),
    );
    path = configured('more than reviews.json', changes());
    whole = join(home, 'more than reviews');
    const begin = performance.now();
    const run = whylight(train(path, whole));
    duration = performance.now() - begin;
    assert.equal(run.status, 0, run.stderr);
    summary = run.stderr;
  });

  test('says what it learns from', () => {
    assert.match(
      summary,
      /380 reviews to train on \(without a rating: 40 hum\), 80 single sentences, 300 texts made from templates, 60 texts on other subjects, 60 to tune on/,
    );
    const { data } = JSON.parse(readFileSync(join(whole, 'run.json'), 'utf8'));
    assert.deepEqual(
      data.map(({ key }) => key),
      [
        'train',
        'dev',
        'vectors',
        'more 1',
        `templates ${templates}`,
        `outside ${changes().outside[0]}`,
      ],
    );
  });

  test('reads misspelled words of every file as what they mean', () => {
    const emphasised = (value) =>
      JSON.parse(JSON.stringify(value), (_, item) =>
        typeof item === 'string' ? item.replaceAll(/[ao]/g, '$&$&$&') : item,
      );
    const emphasise = (path, name) =>
      file(
        name,
        lines(
          parseLines(readFileSync(path, 'utf8')).map(({ text, ratings }) => ({
            text: emphasised(text),
            ratings,
          })),
        ),
      );
    const { more, outside } = changes();
    const quick = {
      full_text: { epochs: 1, batch: 32 },
      selection: { ...config.selection, epochs: 1 },
    };
    const shouted = {
      train: emphasise(config.train, 'shouted.jsonl'),
      dev: emphasise(config.dev, 'shouted dev.jsonl'),
      more: [emphasise(more[0], 'shouted more.jsonl')],
      templates: {
        files: [
          file(
            'shouted.json',
            JSON.stringify({
              ...lamps,
              aspects: emphasised(lamps.aspects),
              neutral: emphasised(lamps.neutral),
            }),
          ),
        ],
        texts: 300,
      },
      outside: [file('shouted.txt', emphasised(readFileSync(outside[0], 'utf8')))],
    };
    const learned = [false, true].map((spelling) =>
      [{}, shouted].map((texts, i) => {
        const name = `${spelling ? 'spelling' : 'plain'} ${i}`;
        const path = configured(`${name}.json`, { ...changes(), ...quick, ...texts, spelling });
        succeed(train(path, join(home, name)));
        return readFileSync(join(home, name, 'model', 'model.safetensors')).toString('latin1');
      }),
    );
    assert.notEqual(learned[0][0], learned[0][1]);
    assert.equal(learned[1][0], learned[1][1]);
    const model = join(home, 'spelling 1', 'model');
    const answers = ['klara lampo', 'klaaara lampooo'].map((text) => {
      const [{ tokens, ...answer }] = parseLines(
        succeed(['explain', '--model', model, '--text', text]),
      );
      return { selected: tokens.map(({ selected }) => selected), ratings: answer.ratings };
    });
    assert.deepEqual(answers[0], answers[1]);
  });

  test('leaves a model that knows what it knows', () => {
    const { aspects, boundaries, domain } = JSON.parse(
      readFileSync(join(whole, 'model', 'config.json'), 'utf8'),
    );
    for (const { mention } of aspects) assert.ok(Number.isFinite(mention));
    // Of what it mentions in fewer than ten reviews there is no telling.
    const spreads = aspects.flatMap(({ spread }) => (spread ? [spread] : []));
    assert.ok(spreads.length > 0);
    for (const spread of spreads) {
      assert.equal(spread.length, 3);
      assert.ok(spread.every((part) => part >= 0));
    }
    assert.equal(boundaries.cut_cost, 2);
    assert.deepEqual(boundaries.negations, ['ne']);
    assert.ok(domain.threshold > 0 && domain.threshold <= 0.5);
    const { calibration } = readLog(whole).at(-1).dev;
    assert.deepEqual(Object.keys(calibration.mention), ['shine', 'hum']);
    assert.ok(calibration.domain.dev >= 0.95);
  });

  test('explains texts with nothing to say by null', () => {
    const texts = [...inventReviews(30, 5).map(({ text }) => text), 'morgaŭ pluvos en la nordo'];
    const input = file('texts.txt', texts.map((text) => `${text}\n`).join(''));
    const model = join(whole, 'model');
    const answers = parseLines(succeed(['explain', '--model', model, '--input', input]));
    for (const { inDomain, ratings, mentioned, rationales, spreads } of answers) {
      for (const name of aspects) {
        assert.equal(mentioned[name], ratings[name] !== null);
        assert.equal(mentioned[name], rationales[name].length > 0);
        assert.ok(inDomain || !mentioned[name]);
        assert.ok(mentioned[name] || spreads[name] === null);
      }
    }
    assert.equal(answers.at(-1).inDomain, false);
    assert.ok(answers.filter(({ inDomain }) => inDomain).length >= 27);
    assert.ok(answers.some(({ mentioned }) => mentioned.shine || mentioned.hum));
  });

  test('can be had again from the config it leaves', () => {
    const out = join(home, 'more than reviews again');
    succeed(train(join(whole, 'config.json'), out, '--threads', '2'), {
      env: { ...process.env, WHYLIGHT_DATA: home },
    });
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(whole, 'model')));
  });

  test('goes on to the same bits and the same log however often it is stopped', async () => {
    const out = join(home, 'more than reviews, stopped');
    let stops = 0;
    for (let share = 0.2; ; share += 0.1) {
      const { child, ended } = start(train(path, out, '--resume'));
      await Promise.race([sleep(share * duration), ended]);
      child.kill(stops % 2 ? 'SIGKILL' : 'SIGINT');
      if ((await ended).status === 0) break;
      ++stops;
    }
    assert.ok(stops > 0);
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(whole, 'model')));
    assert.deepEqual(readLog(out), readLog(whole));
  });

  test('goes on from within a refit, and after it, to the same bits', () => {
    const long = configured('long refit.json', {
      ...changes(),
      // Of this seed, the thresholds of short texts change while the encoder learns.
      seed: 2,
      boundaries: undefined,
      stages: ['selection', 'refit'],
      refit: { epochs: 5, batch: 64, optimiser: { learning_rate: 0.05 } },
      checkpoints: { every_steps: 9, keep: 1000 },
    });
    const done = join(home, 'long refit');
    succeed(train(long, done));
    const steps = readdirSync(join(done, 'checkpoints')).sort();
    // The last is of the finished run; those before it lie within the refit.
    for (const left of [0, 1, 3, 7]) {
      const out = join(home, `long refit without ${left}`);
      cpSync(done, out, { recursive: true });
      for (const step of steps.slice(steps.length - left)) {
        rmSync(join(out, 'checkpoints', step));
      }
      succeed(train(long, out, '--resume'));
      assert.deepEqual(
        modelBytes(join(out, 'model')),
        modelBytes(join(done, 'model')),
        `without the last ${left} checkpoints`,
      );
    }
  });

  test('does not go on with templates that have changed', () => {
    const own = file('changing.json', JSON.stringify(lamps));
    const changed = configured('changing templates.json', {
      ...changes(),
      templates: { files: [own], texts: 300 },
    });
    const out = join(home, 'changing templates');
    succeed(train(changed, out));
    writeFileSync(own, JSON.stringify({ ...lamps, neutral: ['hejme'] }));
    const message = fail('invalid-argument', train(changed, out, '--resume'));
    assert.match(message, /SHA-256 of the data\.templates .*changing\.json/);
  });

  for (const [what, change, expected, code = 'invalid-argument'] of [
    ['templates without a number of texts', { templates: { files: [templates] } }, /"texts"/],
    ['texts without templates', { templates: { texts: 9 } }, /expected both "files" and "texts"/],
    [
      'templates for other aspects',
      { aspects: [{ name: 'shine' }] },
      /lamps\.json: "aspects": "hum": not an aspect of the model$/,
    ],
    ['more sentences than there are', { sentences: 11 }, /"sentences": expected a number from 0/],
    ['a cut that earns', { boundaries: { cut_cost: -1 } }, /boundaries: "cut_cost": expected /],
    [
      'a list that is a word',
      { boundaries: { open: 'la' } },
      /boundaries: "open": expected a list/,
    ],
    ['an unknown kind of words', { boundaries: { close: ['la'] } }, /boundaries.*"close"/],
    [
      'one label for two sides',
      { aspects: [{ name: 'shine', labels: ['good'] }, { name: 'hum' }] },
      /expected "labels" to be two names$/,
    ],
    ['files that are not there', { more: [join(home, 'none.jsonl')] }, /none\.jsonl/, 'not-found'],
    ['other subjects that are not there', { outside: ['/none.txt'] }, /none\.txt/, 'not-found'],
    [
      'other subjects without a text',
      { outside: [file('empty.txt', '\n')] },
      /empty\.txt: expected texts, found none$/,
      'bad-data',
    ],
  ]) {
    test(`refuses ${what}`, () => {
      const own = configured('refused.json', { ...changes(), ...change });
      const out = join(home, `refused ${what}`);
      assert.match(fail(code, train(own, out)), expected);
      assert.ok(!existsSync(out));
    });
  }
});
