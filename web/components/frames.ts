// Work that would hold up the keyboard, done a little in each frame.

// The browser lays out and draws as well, which takes longer than what asked for it.
const budgetMs = 6;

export class FrameWork {
  #frame: number | undefined;

  /**
   * Calls `step`, which does as little as it can, again and again until it says that nothing is left: for
   * some milliseconds at once, and then of every frame.
   */
  run(step: () => boolean): void {
    this.stop();
    const end = performance.now() + budgetMs;
    while (step()) {
      if (performance.now() < end) continue;
      this.#frame = requestAnimationFrame(() => this.run(step));
      return;
    }
  }

  /** Leaves the rest undone. */
  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
