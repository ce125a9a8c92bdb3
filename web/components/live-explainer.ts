// Keeps the explanation in step with a text that is being edited.

/** Long enough to skip most keystrokes of a word, short enough to feel live. */
const pauseMs = 150;

export interface Listener<Explanation> {
  /** A computation starts. */
  onStart(): void;
  onResult(explanation: Explanation, ms: number): void;
  onError(error: unknown, text: string): void;
}

/**
 * Explains the newest text, one at a time. A result that a newer text has overtaken is dropped, and
 * texts that were overtaken before their turn are never computed.
 */
export class LiveExplainer<Explanation> {
  readonly #explain: (text: string) => Promise<Explanation>;
  readonly #listener: Listener<Explanation>;
  #waiting: string | undefined;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(explain: (text: string) => Promise<Explanation>, listener: Listener<Explanation>) {
    this.#explain = explain;
    this.#listener = listener;
  }

  /** Explains `text` when the typing pauses. */
  schedule(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.runNow(text), pauseMs);
  }

  /** Explains `text` as soon as the computation under way is over. */
  runNow(text: string): void {
    clearTimeout(this.#timer);
    this.#waiting = text;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting !== undefined) {
      const text = this.#waiting;
      this.#waiting = undefined;
      await this.#answer(text);
    }
    this.#running = false;
  }

  async #answer(text: string): Promise<void> {
    this.#listener.onStart();
    try {
      const start = performance.now();
      const explanation = await this.#explain(text);
      const ms = performance.now() - start;
      if (this.#waiting === undefined) this.#listener.onResult(explanation, ms);
    } catch (error) {
      if (this.#waiting === undefined) this.#listener.onError(error, text);
    }
  }
}
