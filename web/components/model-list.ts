// The shipped models as models/index.json lists them.
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

export async function fetchModelList(signal: AbortSignal): Promise<Record<string, ListedModel>> {
  const response = await fetch(modelIndex, { signal });
  if (!response.ok) {
    throw new Error(strings.loading.listStatus(modelIndex.href, response.status));
  }
  try {
    return (await response.json()) as Record<string, ListedModel>;
  } catch (cause) {
    throw new Error(strings.loading.listBroken(modelIndex.href), { cause });
  }
}
