// Keeps the explanation in step with a text that is being edited, or any answer with its question.

/** Long enough to skip most keystrokes of a word, short enough to feel live. */
const pauseMs = 150;

export interface Listener<Explanation, Question = string> {
  /** A computation starts. */
  onStart(): void;
  onResult(explanation: Explanation, ms: number): void;
  onError(error: unknown, question: Question): void;
}

/**
 * Explains the newest text, one at a time. A result that a newer text has overtaken is dropped, and
 * texts that were overtaken before their turn are never computed.
 */
export class LiveExplainer<Explanation, Question = string> {
  readonly #explain: (question: Question) => Promise<Explanation>;
  readonly #listener: Listener<Explanation, Question>;
  #waiting: Question | undefined;
  #running = false;
  #stopped = false;
  /** What is under way is not wanted any more. */
  #cancelled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    explain: (question: Question) => Promise<Explanation>,
    listener: Listener<Explanation, Question>,
  ) {
    this.#explain = explain;
    this.#listener = listener;
  }

  /** Explains a text when the typing pauses. */
  schedule(question: Question): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.runNow(question), pauseMs);
  }

  /** Explains a text as soon as the computation under way is over. */
  runNow(question: Question): void {
    clearTimeout(this.#timer);
    this.#waiting = question;
    if (!this.#running) void this.#run();
  }

  /** Forgets what waits, and says nothing of what is under way. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
    this.#cancelled = true;
  }

  /** Computes nothing more, and says nothing of what is under way. */
  stop(): void {
    this.cancel();
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting !== undefined) {
      const question = this.#waiting;
      this.#waiting = undefined;
      await this.#answer(question);
    }
    this.#running = false;
  }

  async #answer(question: Question): Promise<void> {
    this.#cancelled = false;
    this.#listener.onStart();
    try {
      const start = performance.now();
      const explanation = await this.#explain(question);
      const ms = performance.now() - start;
      if (this.#isWanted()) this.#listener.onResult(explanation, ms);
    } catch (error) {
      if (this.#isWanted()) this.#listener.onError(error, question);
    }
  }

  #isWanted(): boolean {
    return this.#waiting === undefined && !this.#cancelled && !this.#stopped;
  }
}
