// How long work of a known size will still take.

// Before that, a start says little of what follows.
const patienceMs = 1000;

export class TimeLeft {
  readonly #total: number;
  readonly #began: number;

  /** `total` is the work in any unit; `began` is when it did, in milliseconds. */
  constructor(total: number, began: number) {
    this.#total = total;
    this.#began = began;
  }

  /** Milliseconds that are left at `now` with `done` of the work done; undefined while it is too early to say. */
  at(done: number, now: number): number | undefined {
    const elapsed = now - this.#began;
    if (elapsed < patienceMs || done <= 0) return undefined;
    return (elapsed / done) * Math.max(0, this.#total - done);
  }
}

/** As people say it: in steps of five seconds, or in minutes. */
export function roundedTime(ms: number): { minutes: number } | { seconds: number } {
  const seconds = 5 * Math.ceil(ms / 5000);
  return seconds > 90 ? { minutes: Math.round(seconds / 60) } : { seconds: Math.max(5, seconds) };
}
