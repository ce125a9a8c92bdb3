// A Worker of its own for each model.

/** The value of `load`, and the function that ends the Worker it was given. */
export async function inOwnWorker<Loaded extends { dispose(): Promise<void> }>(
  load: (worker: Worker) => Promise<Loaded>,
): Promise<{ loaded: Loaded; close: () => void }> {
  const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
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
