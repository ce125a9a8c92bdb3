// A model of pairs in a Worker of its own.
import type { Progress } from 'whylight';
import { loadPairs, type Pairs } from 'whylight/pairs';
import { inOwnWorker } from '../../components/own-worker';

export interface OpenPairs {
  pairs: Pairs;
  /** Frees all that it holds. */
  close(): void;
}

export async function openPairs(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenPairs> {
  const { loaded: pairs, close } = await inOwnWorker((worker) =>
    loadPairs(folder, { worker, signal, onProgress }),
  );
  return { pairs, close };
}
