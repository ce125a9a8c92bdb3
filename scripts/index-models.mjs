// Writes models/index.json: of every shipped model its files' sizes and hashes, the figures of its
// evaluation.json and those of its probes.json, each kind with a probe to show. And
// wasm/src/runtime/shipped-models.ts: what the npm package knows of the models that have a name.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const models = new URL('../models/', import.meta.url);
const files = ['config.json', 'model.safetensors', 'vocab.txt'];

const index = {};
const shipped = [];
for (const entry of readdirSync(models, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = new URL(`${entry.name}/`, models);
  // What models share is no model.
  if (!existsSync(new URL('config.json', folder))) continue;
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
    ...(existsSync(new URL('probes.json', folder)) && {
      probes: recordOf(
        JSON.parse(read('probes.json').toString()),
        read('probes.jsonl')
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    }),
  };
  const { description } = JSON.parse(read('package.json').toString());
  const sizes = Object.values(index[entry.name].files).map(({ bytes }) => bytes);
  shipped.push({
    name: entry.name,
    about: description.replace('Whylight model: ', ''),
    bytes: sizes.reduce((sum, bytes) => sum + bytes),
  });
}

/** The aspects that a model rates, the labels that it sorts into, or those of the spans it marks. */
function whatItTells({ task, aspects, labels }) {
  if (task === 'tagger') {
    const begins = labels.filter((label) => label.startsWith('B-'));
    return { spans: begins.map((label) => label.slice(2)) };
  }
  if (labels) return { labels };
  if (!aspects) return {};
  return { aspects: aspects.filter(({ reported }) => reported).map(({ name }) => name) };
}

/**
 * An evaluation without what the page has no place for: of rankings one figure per ranker, of
 * domains one figure each, of tags none.
 */
function figuresOf({ sets, pairs, domains, ...evaluation }) {
  delete evaluation.tags;
  const only = (of, name) =>
    mapValues(of, (rankers) => mapValues(rankers, (figures) => ({ [name]: figures[name] })));
  return {
    ...evaluation,
    ...(sets && { sets: only(sets, 'map') }),
    ...(pairs && { pairs: only(pairs, 'auc') }),
    ...(domains && { domains: mapValues(domains, ({ n, mean_f1 }) => ({ n, mean_f1 })) }),
  };
}

/** How many probes are right, in all and of each kind, with the first that may be looked at. */
function recordOf({ total, kinds }, probes) {
  const counts = ({ n, right }) => ({ n, right });
  return {
    total: counts(total),
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([kind, figures]) => [
        kind,
        { ...counts(figures), example: exampleOf(kind, probes) },
      ]),
    ),
  };
}

/** The half for the card is never shown, or else it would be learned by heart, too. */
function exampleOf(wanted, probes) {
  const found = probes.find(({ kind, half }) => kind === wanted && half !== 'card');
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found).filter(([key]) => key !== 'kind' && key !== 'half'),
  );
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

writeFileSync(new URL('index.json', models), `${JSON.stringify(index, null, 2)}\n`);

const lines = shipped.map(
  ({ name, about, bytes }) =>
    `  {\n    name: '${name}',\n    about: '${about}',\n    bytes: ${bytes},\n  },\n`,
);
writeFileSync(
  new URL('../wasm/src/runtime/shipped-models.ts', models),
  `// Written by scripts/index-models.mjs.

/** A model that has a name, and a package of its own. */
export interface ShippedModel {
  name: string;
  /** What it tells of a text. */
  about: string;
  bytes: number;
}

export const SHIPPED_MODELS: readonly ShippedModel[] = [
${lines.join('')}];
`,
);
