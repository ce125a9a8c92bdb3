// A classifier in a Worker of its own.
import type { Progress } from 'whylight';
import { loadClassifier, type Classifier } from 'whylight/classifier';
import { inOwnWorker } from '../../components/own-worker';
import { gradesOf, type Grade } from './grades';

export interface OpenClassifier {
  classifier: Classifier;
  grades: readonly Grade[];
  /** Frees all that it holds. */
  close(): void;
}

export async function openClassifier(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenClassifier> {
  const { loaded: classifier, close } = await inOwnWorker((worker) =>
    loadClassifier(folder, { worker, signal, onProgress }),
  );
  return { classifier, grades: gradesOf(classifier), close };
}
