// The shipped models as models/index.json lists them.
import { describe, Problem } from '../problems';
import { strings } from '../strings/strings';
import type { ProbeRecord } from './probe-words';

export interface ListedModel {
  task: string;
  aspects?: string[];
  files: Record<string, { bytes: number }>;
  evaluation?: { aspects?: Record<string, { selected?: number; alarms?: string[] }> };
  /** What it gets right of the texts that were written to test it. */
  probes?: ProbeRecord;
}

/** Where the list is; models are in folders beside it. */
export const modelIndex = new URL('models/index.json', document.baseURI);

/** Rejects with a `Problem`, or the signal's reason. */
export async function fetchModelList(signal: AbortSignal): Promise<Record<string, ListedModel>> {
  const broken = (message: string, cause?: unknown) =>
    new Problem(strings.problems.list, message, { cause, ofNetwork: true });
  let response;
  try {
    response = await fetch(modelIndex, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw broken(`${modelIndex} could not be fetched: ${describe(cause)}`, cause);
  }
  if (!response.ok) throw broken(`${modelIndex} answered with status ${response.status}.`);
  try {
    return (await response.json()) as Record<string, ListedModel>;
  } catch (cause) {
    signal.throwIfAborted();
    throw broken(`${modelIndex} is no JSON.`, cause);
  }
}
