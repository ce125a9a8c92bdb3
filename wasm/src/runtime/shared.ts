// Work that is done once for all who want it at the same time.
import { untilAborted } from './turns.js';

type Listener<Event> = (event: Event) => void;

/** Work under way: it is given up when the last of those who wait for it gives up. */
class Shared<Value, Event> {
  readonly #stop = new AbortController();
  readonly #listeners = new Set<Listener<Event>>();
  #waiting = 0;
  #latest: Event | undefined;
  readonly value: Promise<Value>;

  constructor(start: (signal: AbortSignal, tell: Listener<Event>) => Promise<Value>) {
    this.value = start(this.#stop.signal, (event) => {
      this.#latest = event;
      for (const listener of this.#listeners) listener(event);
    });
  }

  async wait(listener: Listener<Event>, signal: AbortSignal | undefined): Promise<Value> {
    let own: Listener<Event> = () => {};
    ++this.#waiting;
    try {
      return await new Promise((resolve, reject) => {
        own = (event) => {
          try {
            listener(event);
          } catch (error) {
            // Of this one alone, the others go on.
            reject(error);
          }
        };
        this.#listeners.add(own);
        if (this.#latest !== undefined) own(this.#latest);
        untilAborted(this.value, signal).then(resolve, reject);
      });
    } finally {
      this.#listeners.delete(own);
      if (--this.#waiting === 0) this.#stop.abort(signal?.reason);
    }
  }

  get over(): boolean {
    return this.#stop.signal.aborted;
  }
}

export class SharedWork<Value, Event = never> {
  readonly #running = new Map<string, Shared<Value, Event>>();

  /**
   * Waits for the work of that name, which `start` begins unless it is already running. `listener`
   * gets the latest event, and all that follow.
   */
  async do(
    name: string,
    start: (signal: AbortSignal, tell: Listener<Event>) => Promise<Value>,
    signal?: AbortSignal,
    listener: Listener<Event> = () => {},
  ): Promise<Value> {
    signal?.throwIfAborted();
    let shared = this.#running.get(name);
    if (!shared || shared.over) {
      const begun = (shared = new Shared(start));
      this.#running.set(name, begun);
      const end = () => {
        if (this.#running.get(name) === begun) this.#running.delete(name);
      };
      begun.value.then(end, end);
    }
    return shared.wait(listener, signal);
  }
}
