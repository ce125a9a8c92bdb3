// Writes models/index.json: of every shipped model its files' sizes and hashes and the figures of its
// evaluation.json.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const models = new URL('../models/', import.meta.url);
const files = ['config.json', 'model.safetensors', 'vocab.txt'];

const index = {};
for (const entry of readdirSync(models, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = new URL(`${entry.name}/`, models);
  const read = (name) => readFileSync(new URL(name, folder));
  const config = JSON.parse(read('config.json').toString());
  index[entry.name] = {
    task: config.task,
    ...whatItTells(config),
    files: Object.fromEntries(
      files.map((name) => {
        const bytes = read(name);
        return [
          name,
          { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
        ];
      }),
    ),
    evaluation: JSON.parse(read('evaluation.json').toString()),
  };
}

/** The aspects that a model rates, or the labels that it sorts into. */
function whatItTells({ aspects, labels }) {
  if (labels) return { labels };
  return { aspects: aspects.filter(({ reported }) => reported).map(({ name }) => name) };
}

writeFileSync(new URL('index.json', models), `${JSON.stringify(index, null, 2)}\n`);
