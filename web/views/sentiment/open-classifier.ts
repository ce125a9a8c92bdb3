// A classifier in a Worker of its own.
import type { Progress } from 'whylight';
import { loadClassifier, type Classifier } from 'whylight/classifier';
import { fetchModelList } from '../../components/model-list';
import { inOwnWorker } from '../../components/own-worker';
import type { ProbeRecord } from '../../components/probe-words';
import { gradesOf, type Grade } from './grades';

export interface OpenClassifier {
  classifier: Classifier;
  grades: readonly Grade[];
  /** What it gets right of the texts that were written to test it. */
  probes: ProbeRecord | undefined;
  /** Frees all that it holds. */
  close(): void;
}

export async function openClassifier(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenClassifier> {
  // The view works without the list as well.
  const listing = fetchModelList(signal).catch(() => undefined);
  const { loaded: classifier, close } = await inOwnWorker((worker) =>
    loadClassifier(folder, { worker, signal, onProgress }),
  );
  const probes = (await listing)?.sentiment?.probes;
  return { classifier, grades: gradesOf(classifier), probes, close };
}
