// A model in a Worker of its own, so that typing never waits for it, and with what the list says of it.
import { load, type Model, type Progress } from 'whylight';
import type { CatalogueModel } from './catalogue';

export interface OpenModel {
  model: Model;
  listed: CatalogueModel;
  /** What it says of no words: the rating where a reader drops them all. */
  ratingsOfNothing: Readonly<Record<string, number>>;
  /** Frees all that it holds. */
  close(): void;
}

export async function openModel(
  listed: CatalogueModel,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenModel> {
  const worker = new Worker(new URL('./inference-worker.ts', import.meta.url), { type: 'module' });
  try {
    const model = await load(listed.folder, { worker, signal, onProgress });
    const { ratings } = await model.explain('', { signal });
    const close = () => {
      // Whoever still waits for an answer hears that there is none.
      void model.dispose().catch(() => {});
      worker.terminate();
    };
    return { model, listed, ratingsOfNothing: ratings, close };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
