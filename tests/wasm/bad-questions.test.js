// Wrong questions get the errors that the core gives natively, in this thread and in a
// Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadClassifier } from '../../wasm/dist/systems/classifier/index.js';
import { loadPairs } from '../../wasm/dist/systems/pairs/index.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/index.js';
import { load } from '../../wasm/dist/systems/rationale/index.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/index.js';
import {
  classifierFiles,
  fetchFrom,
  goldenFiles,
  pairsFiles,
  questionsFiles,
  startWorker,
  taggerFiles,
} from './support.js';

const table = new URL('../golden/bad-questions.json', import.meta.url);
const cases = JSON.parse(readFileSync(table, 'utf8'));
const systems = {
  tiny: { load, files: goldenFiles() },
  'classifier-tiny': { load: loadClassifier, files: classifierFiles() },
  'cafe-tiny': { load: loadPairs, files: pairsFiles() },
  'tagger-tiny': { load: loadTagger, files: taggerFiles() },
  'questions-tiny': { load: loadRetriever, files: questionsFiles() },
};
// No module for pages has the other systems.
const asked = cases.filter(({ model }) => model in systems);

describe.each(['in this thread', 'in a Worker'])('%s', (where) => {
  const models = {};
  const workers = [];
  beforeAll(async () => {
    for (const [name, system] of Object.entries(systems)) {
      const options = { fetch: fetchFrom(system.files) };
      if (where === 'in a Worker') {
        delete options.fetch;
        options.worker = startWorker(system.files);
        workers.push(options.worker);
      }
      models[name] = await system.load(`https://models.example/${name}/`, options);
    }
  });
  afterAll(async () => {
    await Promise.all(Object.values(models).map((model) => model.dispose()));
    for (const worker of workers) worker.close();
  });

  test.each(asked)('$name', async ({ model, question, inputs, options, code, message }) => {
    await expect(models[model].ask(question, inputs, options)).rejects.toMatchObject({
      code,
      message,
    });
  });
});

test('most of the table is asked here', () => {
  expect(asked.length).toBeGreaterThan(cases.length / 2);
});
