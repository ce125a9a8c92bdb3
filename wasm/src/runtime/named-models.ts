// Our models by their names, each of which is a package: @whylight/model-hotels.
import { existsSync } from 'node:fs';

import { WhylightError } from './errors.js';
import { besideUs, installed } from './installed.js';
import { SHIPPED_MODELS } from './shipped-models.js';
import type { ModelSource } from './types.js';

/** The name of the package of a model. */
export function packageOf(name: string): string {
  return `@whylight/model-${name}`;
}

/** The folder of a model that comes with this package or is installed. */
export function findModel(name: string): URL | undefined {
  const own = besideUs(`../../../models/${name}/config.json`);
  const config =
    own?.protocol === 'file:' && existsSync(own)
      ? own
      : (installed(`${packageOf(name)}/config.json`) ??
        installed(`whylight/models/${name}/config.json`));
  return config && new URL('./', config);
}

/**
 * A source with the folder of a model in place of its name. Whatever has a slash or a dot, or
 * exists, is a path: "./hotels" is the folder of that name.
 */
export function named(source: ModelSource): ModelSource {
  if (typeof source !== 'string' || !/^[\w-]+$/.test(source)) return source;
  const isName = SHIPPED_MODELS.some(({ name }) => name === source);
  const folder = isName ? findModel(source) : undefined;
  if (folder) return folder;
  if (isName) {
    throw new WhylightError(
      'not-found',
      `The model "${source}" is not installed. Run: npm install ${packageOf(source)}`,
    );
  }
  if (existsSync(source)) return source;
  const names = SHIPPED_MODELS.map(({ name }) => (findModel(name) ? `${name} (installed)` : name));
  throw new WhylightError(
    'not-found',
    `There is neither a folder "${source}" nor a model of that name. Names: ${names.join(', ')}.`,
  );
}
