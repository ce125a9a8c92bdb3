// The model of opinions, in a Worker of its own.
import type { Progress } from 'whylight';
import { loadTagger, type Tagger } from 'whylight/tagger';
import { modelIndex } from '../../../components/model-list';
import { inOwnWorker } from '../../../components/own-worker';

export async function openTagger(
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Tagger> {
  const folder = new URL('opinions/', modelIndex);
  const { loaded } = await inOwnWorker((worker) =>
    loadTagger(folder, { worker, signal, onProgress }),
  );
  return loaded;
}
