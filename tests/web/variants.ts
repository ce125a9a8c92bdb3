// Models that are not shipped, served to the page in the place of files of models/: variants of those
// at hand, with another config.json.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { load, type Model } from '../../wasm/dist/systems/rationale/node.js';
import type { ProbeRecord } from '../../web/components/probe-words';

const root = new URL('../../', import.meta.url);

interface Config {
  aspects: { name: string; threshold: number }[];
  points?: { rate: number; thresholds: number[]; errors: number[] }[];
  files: Record<string, { bytes: number; sha256: string }>;
}

export interface Variant {
  /** Its name on the page. */
  name: string;
  /** The folder whose tensors and vocabulary it has. */
  from: string;
  change?: (config: Config) => void;
  /** The alarms of its aspects in models/index.json. */
  alarms?: Record<string, string[]>;
  /** Its figures there of texts that test it. */
  probes?: ProbeRecord;
}

/** A model with operating points: from a few words to many, with errors that fall as rates rise. */
export const dialled: Variant = {
  name: 'beer',
  from: 'models/beer/',
  change(config) {
    // As far apart as the scores of the model, whose words then differ.
    const shifts = [10, 5, 0, -5, -10];
    config.points = shifts.map((shift, i) => ({
      rate: 0.05 + 0.05 * i,
      thresholds: config.aspects.slice(0, 3).map(({ threshold }) => threshold + shift),
      errors: [0.048 - 0.003 * i, 0.046 - 0.002 * i * (1 - i / 16), 0.051 - 0.0012 * i],
    }));
  },
};

/** The shipped model without any, and with nothing said against it. */
export const undialled: Variant = {
  name: 'beer',
  from: 'models/beer/',
  change(config) {
    delete config.points;
  },
};

/** Two aspects that share words. */
export const overlapping: Variant = {
  name: 'hotels',
  from: 'tests/golden/tiny/',
  change(config) {
    config.aspects[0]!.threshold = -9;
    config.aspects[1]!.threshold = -1.1;
  },
};

/** A model that knows what a text speaks of, how far ratings are off, classes, and its domain. */
export const mentioning: Variant = { name: 'beer', from: 'tests/golden/mention-tiny/' };

/** One aspect, and words that are said to be no good reasons. */
export const doubtful: Variant = {
  name: 'movies',
  from: 'tests/golden/tiny/',
  alarms: { aroma: ['random spans predict as well as the rationale'] },
};

async function configOf({ from, change }: Variant): Promise<Config> {
  const config = JSON.parse(await readFile(new URL(`${from}config.json`, root), 'utf8')) as Config;
  change?.(config);
  return config;
}

/** Serves variants and lists them after the shipped models, in the place of any of the same name. */
export async function serve(page: Page, ...variants: Variant[]): Promise<void> {
  const path = new URL('models/index.json', root);
  const index = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  for (const variant of variants) {
    const { name, from, alarms = {}, probes } = variant;
    const config = await configOf(variant);
    const text = JSON.stringify(config);
    const reported = config.aspects.filter((aspect) => !('reported' in aspect) || aspect.reported);
    index[name] = {
      task: 'rationale',
      aspects: reported.map((aspect) => aspect.name),
      files: { 'config.json': { bytes: text.length }, ...config.files },
      evaluation: {
        aspects: Object.fromEntries(
          reported.map((aspect) => [
            aspect.name,
            { selected: 0.15, alarms: alarms[aspect.name] ?? [] },
          ]),
        ),
      },
      ...(probes && { probes }),
    };
    const files = new URL(from, root);
    await page.route(`**/models/${name}/config.json`, (route) => route.fulfill({ body: text }));
    await page.route(`**/models/${name}/card.html`, (route) => route.fulfill({ body: 'A card.' }));
    for (const file of Object.keys(config.files)) {
      await page.route(`**/models/${name}/${file}`, async (route) =>
        route.fulfill({ body: await readFile(new URL(file, files)) }),
      );
    }
  }
  await page.route('**/models/index.json', (route) => route.fulfill({ json: index }));
}

/** The same model in Node, to compare with. */
export async function loadVariant(variant: Variant): Promise<Model> {
  const files = new URL(variant.from, root);
  const [tensors, vocabulary] = await Promise.all(
    ['model.safetensors', 'vocab.txt'].map((file) => readFile(new URL(file, files))),
  );
  const config = Buffer.from(JSON.stringify(await configOf(variant)));
  return load({ config, tensors: tensors!, vocabulary: vocabulary! });
}
