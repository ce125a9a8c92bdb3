// A Worker of its own for each model.
import { ownScript } from '../trusted-types';
import script from './model-worker.ts?worker&url';

/** The value of `load`, and the function that ends the Worker it was given. */
export async function inOwnWorker<Loaded extends { dispose(): Promise<void> }>(
  load: (worker: Worker) => Promise<Loaded>,
): Promise<{ loaded: Loaded; close: () => void }> {
  const worker = new Worker(ownScript(script), { type: 'module' });
  try {
    const loaded = await load(worker);
    const close = () => {
      // Whoever still waits for an answer hears that there is none.
      void loaded.dispose().catch(() => {});
      worker.terminate();
    };
    return { loaded, close };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
