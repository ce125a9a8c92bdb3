// A reader in a Worker of its own.
import type { Progress } from 'whylight';
import { loadReader, type Reader } from 'whylight/reader';
import { inOwnWorker } from '../../components/own-worker';

export async function openReader(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Reader> {
  const { loaded } = await inOwnWorker((worker) =>
    loadReader(folder, { worker, signal, onProgress }),
  );
  return loaded;
}
