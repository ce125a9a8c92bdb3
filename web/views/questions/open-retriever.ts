// The model of questions in a Worker of its own.
import type { Progress } from 'whylight';
import { loadRetriever, type Retriever } from 'whylight/questions';
import { inOwnWorker } from '../../components/own-worker';

export interface OpenRetriever {
  retriever: Retriever;
  /** Frees all that it holds. */
  close(): void;
}

export async function openRetriever(
  folder: URL,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenRetriever> {
  const { loaded: retriever, close } = await inOwnWorker((worker) =>
    loadRetriever(folder, { worker, signal, onProgress }),
  );
  return { retriever, close };
}
