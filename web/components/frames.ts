// Work that would hold up the keyboard, done a little in each frame.

export class FrameWork {
  #frame: number | undefined;

  /** Calls `step` at once and then in every frame, until it says that nothing is left. */
  run(step: () => boolean): void {
    this.stop();
    if (step()) this.#frame = requestAnimationFrame(() => this.run(step));
  }

  /** Leaves the rest undone. */
  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
