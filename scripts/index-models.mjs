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
    evaluation: figuresOf(JSON.parse(read('evaluation.json').toString())),
  };
}

/** The aspects that a model rates, or the labels that it sorts into, if it does either. */
function whatItTells({ aspects, labels }) {
  if (labels) return { labels };
  if (!aspects) return {};
  return { aspects: aspects.filter(({ reported }) => reported).map(({ name }) => name) };
}

/** An evaluation without what the page has no place for: of rankings one figure per ranker. */
function figuresOf({ sets, pairs, ...evaluation }) {
  const only = (of, name) =>
    mapValues(of, (rankers) => mapValues(rankers, (figures) => ({ [name]: figures[name] })));
  return {
    ...evaluation,
    ...(sets && { sets: only(sets, 'map') }),
    ...(pairs && { pairs: only(pairs, 'auc') }),
  };
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

writeFileSync(new URL('index.json', models), `${JSON.stringify(index, null, 2)}\n`);
