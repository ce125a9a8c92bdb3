// A model of pairs in a Worker of its own.
import type { Progress } from 'whylight';
import { loadPairs, type Pairs } from 'whylight/pairs';
import { fetchModelList } from '../../components/model-list';
import { inOwnWorker } from '../../components/own-worker';
import type { ProbeRecord } from '../../components/probe-words';

export interface OpenPairs {
  pairs: Pairs;
  /** What it gets right of the texts that were written to test it. */
  probes: ProbeRecord | undefined;
  /** Frees all that it holds. */
  close(): void;
}

export async function openPairs(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenPairs> {
  // The view works without the list as well.
  const listing = fetchModelList(signal).catch(() => undefined);
  const { loaded: pairs, close } = await inOwnWorker((worker) =>
    loadPairs(folder, { worker, signal, onProgress }),
  );
  const probes = (await listing)?.pairs?.probes;
  return { pairs, probes, close };
}
