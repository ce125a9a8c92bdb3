// How far a load is, as one figure made of all that it waits for.
import type { Progress } from './types.js';

type Phase = Progress['phase'];

/** Told by each phase how far it is. */
export type Report = (phase: Phase, loaded: number, total: number) => void;

// About what each takes of the time of a first visit.
const SHARES: Readonly<Record<Phase | 'module', number>> = {
  download: 16,
  verify: 1,
  compile: 1,
  module: 1,
};

export class LoadMeter {
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  readonly #done: Record<Phase, number>;
  #modulesDone = 0;
  readonly #modules: number;
  #latest: Omit<Progress, 'fraction'> | undefined;

  /** For a load that compiles so many modules, with or without a download. */
  constructor(
    onProgress: ((progress: Progress) => void) | undefined,
    modules: number,
    downloads: boolean,
  ) {
    this.#onProgress = onProgress;
    this.#modules = modules;
    // What there is not to do is done.
    this.#done = { download: downloads ? 0 : 1, verify: 0, compile: 0 };
  }

  readonly report: Report = (phase, loaded, total) => {
    // Whoever joins a load later did not hear of the phases before.
    if (phase !== 'download') this.#done.download = 1;
    if (phase === 'compile') this.#done.verify = 1;
    this.#done[phase] = total === 0 ? 1 : loaded / total;
    this.#latest = { phase, loaded, total };
    this.#tell();
  };

  /** A module is there, compiled. */
  moduleDone(): void {
    ++this.#modulesDone;
    this.#tell();
  }

  #tell(): void {
    // Before the first phase there is nothing else to say.
    if (!this.#latest) return;
    const { download, verify, compile, module } = SHARES;
    const done =
      download * this.#done.download +
      verify * this.#done.verify +
      compile * this.#done.compile +
      module * this.#modulesDone;
    const all = download + verify + compile + module * this.#modules;
    this.#onProgress?.({ ...this.#latest, fraction: done / all });
  }
}
