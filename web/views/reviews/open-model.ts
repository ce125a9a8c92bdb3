// A model in a Worker of its own, so that typing never waits for it, and with what the list says of it.
import { load, type Model, type Progress } from 'whylight';
import { inOwnWorker } from '../../components/own-worker';
import type { CatalogueModel } from './catalogue';

export interface OpenModel {
  model: Model;
  listed: CatalogueModel;
  /** Its ratings of no words, for a reader who drops them all. */
  ratingsOfNothing: Readonly<Record<string, number>>;
  /** Frees all that it holds. */
  close(): void;
}

export async function openModel(
  listed: CatalogueModel,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenModel> {
  let ratingsOfNothing = {};
  const { loaded: model, close } = await inOwnWorker(async (worker) => {
    const model = await load(listed.folder, { worker, signal, onProgress });
    ({ ratings: ratingsOfNothing } = await model.explain('', { signal }));
    return model;
  });
  return { model, listed, ratingsOfNothing, close };
}
