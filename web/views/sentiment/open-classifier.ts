// A classifier in a Worker of its own, and with what the page knows of it.
import type { ModelSource, Progress } from 'whylight';
import { loadClassifier, type Classifier } from 'whylight/classifier';
import { fetchModelList } from '../../components/model-list';
import { inOwnWorker } from '../../components/own-worker';
import type { ProbeRecord } from '../../components/probe-words';
import { gradesOf, type Grade } from './grades';

/** The names of the classes by their labels, in the order of the training. */
export type Labels = ReadonlyMap<string, string>;

export interface OpenClassifier {
  classifier: Classifier;
  labels: Labels;
  /** None where its classes stand for no scale. */
  grades: readonly Grade[];
  /** Whether a visitor brought it. */
  own: boolean;
  /** What it gets right of the texts that were written to test it. */
  probes: ProbeRecord | undefined;
  /** Frees all that it holds. */
  close(): void;
}

/** Opens the shipped classifier in `source`, or one that a visitor brought. */
export async function openClassifier(
  source: ModelSource,
  own: boolean,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenClassifier> {
  // The view works without the list as well.
  const listing = own ? undefined : fetchModelList(signal).catch(() => undefined);
  const { loaded: classifier, close } = await inOwnWorker((worker) =>
    loadClassifier(source, { worker, signal, onProgress }),
  );
  const probes = (await listing)?.sentiment?.probes;
  const labels = new Map(classifier.labels.map(({ label, name }) => [label, name]));
  return { classifier, labels, grades: gradesOf(classifier), own, probes, close };
}
