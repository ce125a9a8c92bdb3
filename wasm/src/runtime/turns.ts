// Promises that wait: for their turn, or for a signal; and those that end together.

/** Tasks that run one after the other, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** The caller is told at once when the signal aborts; the turn is taken all the same. */
  take<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      signal?.throwIfAborted();
      return task();
    });
    this.#last = turn.catch(() => {});
    return untilAborted(turn, signal);
  }

  /** The same, but once its turn has come, the task itself sees to the signal. */
  takeWhole<T>(task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let begin = () => {};
    const waited = new Promise<void>((resolve) => (begin = resolve));
    const turn = this.take(() => {
      begin();
      signal?.throwIfAborted();
      return task();
    });
    return untilAborted(waited, signal).then(() => turn);
  }
}

/** `promise`, unless the signal aborts first: others may still wait for it. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Runs `task` with a signal that aborts when that of the caller does, and when the task ends, for
 * parts of it that are still running after another failed.
 */
export async function together<Value>(
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const follow = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  try {
    return await task(stop.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', follow);
    stop.abort();
  }
}
