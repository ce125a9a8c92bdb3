// The shipped models as models/index.json lists them.
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

export async function fetchModelList(signal: AbortSignal): Promise<Record<string, ListedModel>> {
  const response = await fetch(modelIndex, { signal });
  if (!response.ok) {
    throw new Error(
      `The list of models, ${modelIndex.href}, answered with status ${response.status}.`,
    );
  }
  try {
    return (await response.json()) as Record<string, ListedModel>;
  } catch (cause) {
    throw new Error(`The list of models, ${modelIndex.href}, is no JSON.`, { cause });
  }
}
