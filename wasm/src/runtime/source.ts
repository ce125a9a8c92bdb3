// Where a model comes from, as callers say it.
import { WhylightError } from './errors.js';
import { parseUrl, type Platform } from './platform.js';
import type { ModelBytes, ModelSource } from './types.js';

/** The address of the model's folder, with its last slash, or the model's bytes. */
export function resolveSource(source: ModelSource, platform: Platform): URL | ModelBytes {
  return isBytes(source) ? source : folderUrl(source, platform);
}

function folderUrl(source: unknown, platform: Platform): URL {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new WhylightError(
      'invalid-argument',
      "Expected the address of a model's folder, or its bytes as {config, tensors, vocabulary}.",
    );
  }
  const url = new URL(parseUrl(source, platform, 'the source').href);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function isBytes(source: ModelSource): source is ModelBytes {
  return typeof source === 'object' && source !== null && 'config' in source;
}
