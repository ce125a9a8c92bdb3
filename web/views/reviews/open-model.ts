// A model in a Worker of its own, so that typing never waits for it, and with what the list says of it.
import { load, type Model, type Progress } from 'whylight';
import { inOwnWorker } from '../../components/own-worker';
import type { CatalogueModel } from './catalogue';

export interface OpenModel {
  model: Model;
  listed: CatalogueModel;
  /** Frees all that it holds. */
  close(): void;
}

export async function openModel(
  listed: CatalogueModel,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<OpenModel> {
  const { loaded: model, close } = await inOwnWorker((worker) =>
    load(listed.folder, { worker, signal, onProgress }),
  );
  return { model, listed, close };
}
