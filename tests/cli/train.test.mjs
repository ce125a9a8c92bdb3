// `whylight vectors` and `whylight train`: a real training, though a short one.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  config,
  configured,
  explained,
  inventReviews,
  leftBehind,
  train,
  writeData,
} from './lamp-reviews.mjs';
import {
  fail,
  file,
  home,
  lines,
  modelBytes,
  parseLines,
  start,
  succeed,
  tooLong,
  whylight,
  withPoints,
} from './support.mjs';

let plain; // The path of the config above.
let first; // The folder of a run with it.

before(() => {
  writeData();
  plain = configured('plain.json', {});
  first = join(home, 'first run');
  succeed(train(plain, first, '--threads', '1'));
});

describe('a run', () => {
  test('leaves a model, its log, its config and where it came from', () => {
    assert.deepEqual(readdirSync(first).sort(), leftBehind);
    const { data, program, machine } = JSON.parse(readFileSync(join(first, 'run.json'), 'utf8'));
    assert.deepEqual(
      data.map(({ key }) => key),
      ['train', 'dev', 'vectors'],
    );
    for (const { sha256 } of data) assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.ok(program && machine);
    const [explanation] = explained(join(first, 'model'));
    assert.deepEqual(Object.keys(explanation.ratings), ['shine', 'hum']);
    assert.equal(explanation.tokens.length, 1);
  });

  test('logs every epoch', () => {
    const log = parseLines(readFileSync(join(first, 'log.jsonl'), 'utf8'));
    assert.equal(log.length, config.selection.epochs + config.refit.epochs);
    for (const { stage, epoch, loss, seconds, words_per_second: speed, dev } of log) {
      assert.equal(typeof stage, 'string');
      assert.ok(epoch >= 1);
      assert.ok(Number.isFinite(loss) && seconds > 0 && speed > 0);
      assert.equal(dev.n, 60);
      assert.deepEqual(Object.keys(dev.aspects), ['shine', 'hum']);
    }
  });

  test('has the same bits on two threads', () => {
    const out = join(home, 'two threads');
    succeed(train(plain, out, '--threads', '2'));
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(first, 'model')));
  });

  test('can be had again from the config it leaves', () => {
    const out = join(home, 'again');
    succeed(train(join(first, 'config.json'), out));
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(first, 'model')));
    assert.deepEqual(
      readFileSync(join(out, 'config.json')),
      readFileSync(join(first, 'config.json')),
    );
  });

  test('differs with its seed', () => {
    const out = join(home, 'other seed');
    succeed(train(plain, out, '--seed', '2'));
    assert.notDeepEqual(modelBytes(join(out, 'model')), modelBytes(join(first, 'model')));
  });

  test('finds its data below WHYLIGHT_DATA', () => {
    const path = configured('below.json', { train: 'train.jsonl', dev: 'dev.jsonl' });
    const env = { ...process.env, WHYLIGHT_DATA: home };
    const out = join(home, 'below');
    succeed(train(path, out), { env });
    // Its config.json tells another path.
    const tensors = (run) => readFileSync(join(run, 'model', 'model.safetensors'));
    assert.deepEqual(tensors(out), tensors(first));
    delete env.WHYLIGHT_DATA;
    const elsewhere = { env, cwd: join(home, 'below') };
    assert.match(
      fail('not-found', train(path, join(home, 'not')), elsewhere),
      /"train.jsonl" below the working folder or WHYLIGHT_DATA, which is not set/,
    );
  });

  test('finds its data below the working folder, and goes on there', () => {
    const env = { ...process.env, WHYLIGHT_DATA: join(home, 'nothing there') };
    for (const start of ['', './']) {
      const path = configured('here.json', {
        train: `${start}train.jsonl`,
        dev: `${start}dev.jsonl`,
      });
      const out = join(home, `here ${start.length}`);
      succeed(train(path, out), { env });
      const { train: recorded } = JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'));
      assert.equal(recorded, `${start}train.jsonl`);
      succeed(['train', '--out', out, '--resume'], { env });
    }
  });

  test('reads ratings on a scale', () => {
    const stars = ({ text, ratings: { shine, hum } }) =>
      `${JSON.stringify(text)};${1 + 4 * shine};${1 + 4 * hum}\n`;
    const table = (name, count, seed) =>
      file(name, `text;shine;hum\n${inventReviews(count, seed).map(stars).join('')}`);
    const files = { train: table('stars.csv', 300, 1), dev: table('stars-dev.csv', 60, 2) };
    const path = configured('stars.json', { ...files, data: { scale: [1, 5] } });
    const out = join(home, 'stars');
    succeed(train(path, out));
    const [explanation] = explained(join(out, 'model'));
    const [plainly] = explained(join(first, 'model'));
    for (const aspect of ['shine', 'hum']) {
      const error = explanation.ratings[aspect] - plainly.ratings[aspect];
      assert.ok(Math.abs(error) < 1e-3, `${aspect} ${error}`);
    }
    const model = ['--model', join(out, 'model'), '--data', files.dev];
    const { n } = JSON.parse(succeed(['eval', ...model, '--scale', '1,5']));
    assert.equal(n, 60);
    assert.match(fail('bad-data', ['eval', ...model]), /"scale", such as \[1, 5\]/);
    assert.match(whylight(['eval', ...model, '--scale', '5,1']).stderr, /LOWEST,HIGHEST/);
  });

  test('can be had again from what its flags named', () => {
    const empty = configured('bare.json', { train: undefined, dev: undefined, vectors: undefined });
    const out = join(home, 'flags');
    const flags = ['train', 'dev', 'vectors'].flatMap((key) => [`--${key}`, config[key]]);
    succeed(train(empty, out, ...flags));
    const env = { ...process.env, WHYLIGHT_DATA: home };
    const again = join(home, 'flags again');
    succeed(train(join(out, 'config.json'), again), { env });
    assert.deepEqual(modelBytes(join(again, 'model')), modelBytes(join(out, 'model')));
  });

  test('does not replace a model unless it is told to', () => {
    const out = join(home, 'kept');
    succeed(train(plain, out));
    const before = modelBytes(join(out, 'model'));
    const log = readFileSync(join(out, 'log.jsonl'), 'utf8');
    const again = train(plain, out, '--seed', '2');
    assert.match(fail('invalid-argument', again), /--overwrite/);
    assert.deepEqual(modelBytes(join(out, 'model')), before);
    assert.equal(readFileSync(join(out, 'log.jsonl'), 'utf8'), log);
    succeed([...again, '--overwrite']);
    assert.notDeepEqual(modelBytes(join(out, 'model')), before);
    assert.deepEqual(readdirSync(out).sort(), leftBehind);
  });

  test('is told its epochs only once', () => {
    const out = join(home, 'epochs twice');
    assert.equal(
      fail('invalid-argument', train(plain, out, '--epochs', '3', '--selection.epochs', '5')),
      '--epochs: expected this or --selection.epochs, found both',
    );
    assert.ok(!existsSync(out));
  });
});

describe('files of others in the folder of a run', () => {
  // A folder with these files, and how to run in it and look at them.
  const folderWith = (name, contents) => {
    const out = join(home, name);
    for (const [path, content] of Object.entries(contents)) {
      mkdirSync(dirname(join(out, path)), { recursive: true });
      writeFileSync(join(out, path), content);
    }
    const assertKept = (...paths) => {
      for (const path of paths) {
        assert.equal(readFileSync(join(out, path), 'utf8'), contents[path], path);
      }
    };
    return { out, assertKept };
  };

  test('are not replaced by those of the same names', () => {
    for (const path of ['config.json', 'log.jsonl', 'log.csv', 'checkpoints/epoch1.pt']) {
      const { out, assertKept } = folderWith(`with ${path}`, { [path]: 'mine' });
      for (const more of [[], ['--resume']]) {
        assert.equal(
          fail('invalid-argument', train(plain, out, ...more)),
          `${out}: expected nothing yet where a run writes, found "${path}", which is of no run; ` +
            'give another --out, or --overwrite to write there all the same',
        );
      }
      assertKept(path);
      assert.ok(!existsSync(join(out, 'run.json')));
    }
  });

  test('are not removed, even if it may overwrite', () => {
    const contents = { 'checkpoints/epoch1.pt': 'mine', 'log.csv': 'a,b', 'data/a.csv': 'c' };
    const { out, assertKept } = folderWith('overwritten', contents);
    succeed(train(plain, out, '--overwrite'));
    assertKept('checkpoints/epoch1.pt', 'data/a.csv');
    assert.match(readFileSync(join(out, 'log.csv'), 'utf8'), /^stage,/);
    succeed(train(plain, out, '--overwrite'));
    assertKept('checkpoints/epoch1.pt', 'data/a.csv');
  });

  test('may stand beside it', () => {
    const contents = { 'data/train.csv': 'mine', 'notes.txt': 'too' };
    const { out, assertKept } = folderWith('beside', contents);
    succeed(train(plain, out));
    assertKept('data/train.csv', 'notes.txt');
  });

  test('are not replaced where one is the config', () => {
    const { out, assertKept } = folderWith('project', {
      'config.json': JSON.stringify(config, null, 4),
    });
    for (const more of [[], ['--overwrite'], ['--resume']]) {
      assert.equal(
        fail('invalid-argument', train('config.json', '.', ...more), { cwd: out }),
        '--out: expected another folder than that of --config, found "."',
      );
      assertKept('config.json');
    }
    // What a run left is its own.
    succeed(train(join(out, 'config.json'), join(out, 'run')));
    succeed(train(join(out, 'run/config.json'), join(out, 'run'), '--overwrite', '--seed', '2'));
    const { seed } = JSON.parse(readFileSync(join(out, 'run/config.json'), 'utf8'));
    assert.equal(seed, 2);
  });
});

describe('what came out', () => {
  const told = (args) => {
    const { status, stderr } = whylight(args);
    assert.equal(status, 0, stderr);
    return stderr.trimEnd().split('\n');
  };

  test('is judged before the last line', () => {
    const slow = { optimiser: { learning_rate: 1e-9 } };
    const { selection, refit } = config;
    const path = configured('slow.json', {
      selection: { ...selection, ...slow },
      refit: { ...refit, ...slow },
    });
    const lines = told(train(path, join(home, 'slow')));
    assert.match(lines.at(-1), /^the model is in /);
    assert.match(
      lines.at(-2),
      /^no better than the mean rating: |^\d+ % of dev's reviews get no "/,
    );
  });

  test('is not spoken of where all is well', () => {
    const optimiser = { learning_rate: 0.02 };
    const path = configured('well.json', {
      stages: ['full_text'],
      full_text: { epochs: 20, batch: 16, optimiser, keep_best: true },
    });
    const lines = told(train(path, join(home, 'well')));
    assert.match(lines.at(-1), /^the model is in /);
    assert.match(lines.at(-2), /^full_text 20\/20 /);
  });
});

describe('ratings that are all the same', () => {
  test('are refused before the training', () => {
    const same = inventReviews(10, 1).map(({ text, ratings }) => ({
      text,
      ratings: { ...ratings, hum: 0.5 },
    }));
    const data = file('same.jsonl', lines(same));
    assert.equal(
      fail('bad-data', train(configured('same.json', { train: data }), join(home, 'same'))),
      `${data}: every review rates "hum" 0.5: expected different ratings`,
    );
    // Of dev some must differ, to tell one epoch from another.
    const alike = same.map(({ text }) => ({ text, ratings: { shine: 1, hum: 1 } }));
    const dev = file('alike.jsonl', lines(alike));
    assert.equal(
      fail('bad-data', train(plain, join(home, 'alike'), '--dev', dev)),
      `${dev}: every review rates "shine" 1: expected different ratings`,
    );
    // What is not reported tells nothing.
    const hidden = [{ name: 'shine' }, { name: 'hum', reported: false }];
    const bright = inventReviews(10, 1).map(({ text, ratings }) => ({
      text,
      ratings: { ...ratings, shine: 1 },
    }));
    const dim = file('bright.jsonl', lines(bright));
    const own = configured('hidden.json', { aspects: hidden, dev: dim });
    assert.equal(
      fail('bad-data', train(own, join(home, 'bright'))),
      `${dim}: every review rates "shine" 1: expected different ratings`,
    );
  });
});

describe('layers', () => {
  const convolution = (order) => ({ type: 'convolution', order, hidden: 6 });
  const layers = {
    generator: { layers: [convolution(1)] },
    encoder: { layers: [convolution(2)], pooling: 'max' },
  };

  test('read a model that is trained, explained and measured as any other', () => {
    const path = configured('layers.json', layers);
    const out = join(home, 'layers');
    succeed(train(path, out));
    const model = join(out, 'model');
    const args = ['--model', model, '--input', config.dev];
    const one = succeed(['explain', ...args, '--threads', '1']);
    assert.equal(parseLines(one).length, 60);
    assert.equal(succeed(['explain', ...args, '--threads', '3']), one);
    const figures = JSON.parse(succeed(['eval', '--model', model, '--data', config.dev]));
    assert.deepEqual(Object.keys(figures.aspects), ['shine', 'hum']);

    const again = join(home, 'layers again');
    succeed(train(join(out, 'config.json'), again));
    assert.deepEqual(modelBytes(join(again, 'model')), modelBytes(model));

    const about = ['--model', model, '--text', 'klara zuma la', '--aspect', 'shine'];
    const message = fail('invalid-argument', ['ngrams', ...about]);
    assert.match(message, /expected a model whose encoder is of the type "rcnn", found "layers"/);
    succeed(['faithfulness', ...about, '--select', '0-5']);
  });

  test('choose words by the thresholds of an operating point', () => {
    const out = join(home, 'layers');
    const folder = withPoints(join(out, 'model'), 'layers with points', [
      { rate: 0.1, thresholds: [99, 99], errors: [1, 1] },
      { rate: 0.9, thresholds: [-99, -99], errors: [1, 1] },
    ]);
    const at = (point) => ['explain', '--model', folder, '--input', config.dev, '--point', point];
    for (const [point, chosen] of [
      ['0', false],
      ['1', true],
    ]) {
      for (const { tokens } of parseLines(succeed(at(point)))) {
        for (const { selected } of tokens)
          assert.deepEqual(selected, { shine: chosen, hum: chosen });
      }
    }
    assert.match(fail('invalid-argument', at('2')), /point: expected one from 0 to 1, found 2$/);
  });

  test('that do not fit their part are told where they stand', () => {
    const encoder = { layers: [convolution(2)] };
    const path = configured('last window.json', { ...layers, encoder });
    assert.match(
      fail('invalid-argument', train(path, join(home, 'last window'))),
      /last window\.json: encoder: "pooling": expected "max" or "mean" .* found "last"/,
    );
  });
});

describe('refused is', () => {
  let runs = 0;
  const refused = (code, path, ...more) => {
    const out = join(home, `refused ${++runs}`);
    const message = fail(code, train(path, out, ...more));
    assert.ok(!existsSync(join(out, 'model')));
    return message;
  };

  test('a config that is not there', () => {
    refused('not-found', join(home, 'none.json'));
  });

  test('a config with a key that is not known', () => {
    const path = configured('unknown.json', { hiden: 6 });
    assert.match(refused(['invalid-argument', 'bad-data'], path), /unknown\.json.*"hiden"/);
  });

  for (const [name, text] of [
    ['is empty', ''],
    ['is no JSON', '{"task": '],
    ['has 100,000 brackets', '['.repeat(100_000)],
    ['has 100,000 brackets and their ends', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['has 100,000 brackets in a key', `{"task": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ]) {
    test(`a config that ${name}`, () => {
      const message = refused(['invalid-argument', 'bad-data'], file('bad.json', text));
      assert.ok(message.startsWith(join(home, 'bad.json')), message.slice(0, 1000));
      assert.ok(message.length < 1000);
    });
  }

  test('a review that is too long', () => {
    const [review] = inventReviews(1, 4);
    const path = file('long.jsonl', lines([review, review, { ...review, text: tooLong }]));
    for (const flag of ['--train', '--dev']) {
      const message = refused(['bad-data', 'text-too-long'], plain, flag, path);
      assert.ok(message.startsWith(`${path}:3: `), message);
    }
  });

  test('an aspect that no review rates', () => {
    const path = file('unrated.jsonl', '{"text": "klara", "ratings": {"shine": 1}}\n');
    assert.match(refused('bad-data', plain, '--train', path), /:1: .*"hum"/);
  });

  test('a place that is a file', () => {
    const message = fail('io', train(plain, join(plain, 'run')));
    assert.ok(message.includes(join(plain, 'run')), message);
  });

  test('a folder without word vectors', () => {
    refused('not-found', plain, '--vectors', join(home, 'none'));
  });
});

describe('a run that is ended', () => {
  let endless; // The path of a config that trains for as long as we like.
  before(() => {
    endless = configured('endless.json', { selection: { ...config.selection, epochs: 10_000 } });
  });

  // Starts a run, and resolves when `name` is in its folder. Should the run end
  // before that, the test will see how.
  async function startUntil(name, out) {
    mkdirSync(out);
    const run = start(train(endless, out));
    const watcher = watch(out, { persistent: false });
    const appeared = async () => {
      while (!existsSync(join(out, name))) {
        await new Promise((resolve) => watcher.once('change', resolve));
      }
    };
    await Promise.race([appeared(), run.ended]);
    watcher.close();
    return run;
  }

  for (const signal of ['SIGINT', 'SIGTERM']) {
    test(`by ${signal} saves its model`, async () => {
      const out = join(home, signal);
      const { child, ended } = await startUntil('model', out);
      child.kill(signal);
      assert.deepEqual(await ended, { status: 130, signal: null });
      explained(join(out, 'model'));
      parseLines(readFileSync(join(out, 'log.jsonl'), 'utf8'));
      assert.deepEqual(readdirSync(out).sort(), leftBehind);
    });
  }

  // An epoch takes some ten milliseconds, and so the ends fall before the
  // first model, between two and into the saving of one.
  test('by SIGKILL leaves no model or a readable one', async () => {
    for (const [name, delay] of [
      ['config.json', 0],
      ['config.json', 13],
      ['config.json', 41],
      ['model', 0],
      ['model', 7],
      ['model', 31],
      ['model', 67],
      ['model', 149],
    ]) {
      const out = join(home, `killed ${delay} after ${name}`);
      const { child, ended } = await startUntil(name, out);
      await sleep(delay);
      child.kill('SIGKILL');
      assert.deepEqual(await ended, { status: null, signal: 'SIGKILL' });
      if (name === 'model' || existsSync(join(out, 'model'))) explained(join(out, 'model'));
    }
    // The files that a killed run left behind do no harm.
    const out = join(home, 'killed 149 after model');
    succeed(train(plain, out, '--overwrite'));
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(first, 'model')));
  });
});

describe('vectors', () => {
  const small = ['--dimension', '4', '--min-count', '1', '--epochs', '1'];
  const read = (folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name)));

  test('have the same bits on two threads', () => {
    const folders = ['1', '2'].map((threads) => {
      const output = join(home, `vectors on ${threads}`);
      const args = ['vectors', '--input', config.train, '--output', output, ...small];
      succeed([...args, '--threads', threads]);
      return output;
    });
    assert.deepEqual(read(folders[0]), read(folders[1]));
  });

  test('are not learned from a malformed line', () => {
    const path = file('bad.jsonl', '{"text": "klara"}\nlampo\n');
    const args = ['vectors', '--input', path, '--output', join(home, 'no vectors'), ...small];
    assert.ok(fail('bad-data', args).startsWith(`${path}:2: `));
    assert.ok(!existsSync(join(home, 'no vectors')));
  });
});
