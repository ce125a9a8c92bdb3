// A long computation as a visitor sees it: how far it has come, and a way to stop it.
import { create } from '../dom';
import { strings } from '../strings/strings';

// Shorter ones are over before anybody could read what they are.
const patienceMs = 200;

/** What `promise` brings; rejects as soon as `signal` is aborted, for those who wait for others. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export class WorkPanel {
  readonly #panel: HTMLElement;
  readonly #text = create('span');
  readonly #progress = create('progress');
  readonly #cancel = create('button', '', strings.loading.cancel);
  #running: AbortController | undefined;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    this.#cancel.type = 'button';
    this.#cancel.addEventListener('click', () => this.cancel());
    panel.classList.add('work-panel');
    panel.replaceChildren(create('label', '', this.#text, this.#progress), this.#cancel);
    panel.hidden = true;
  }

  /** Stops what is under way. */
  cancel(): void {
    this.#running?.abort();
  }

  /**
   * Runs `work`, and what was under way before no longer. Resolves with undefined when it was
   * cancelled, and rejects as `work` does.
   */
  async run<T>(
    text: string,
    work: (signal: AbortSignal, onProgress: (share: number, text?: string) => void) => Promise<T>,
  ): Promise<T | undefined> {
    this.cancel();
    const controller = new AbortController();
    const { signal } = controller;
    this.#running = controller;
    this.#text.textContent = text;
    this.#progress.removeAttribute('value');
    const timer = setTimeout(() => {
      this.#panel.hidden = false;
    }, patienceMs);
    try {
      const result = await work(signal, (share, now) => {
        if (this.#running !== controller) return;
        this.#progress.value = share;
        if (now !== undefined) this.#text.textContent = now;
      });
      return signal.aborted ? undefined : result;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      if (this.#running === controller) {
        this.#running = undefined;
        this.#panel.hidden = true;
      }
    }
  }
}
