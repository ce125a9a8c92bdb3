// Stands in a result's place until its model is there.
import type { Progress } from 'whylight';
import { create } from '../dom';
import { keepOffline } from '../offline/offline';
import { strings } from '../strings/strings';
import { decimal, megabytes } from '../wording';
import { showFailure } from './failure';

/** A connection that has brought nothing for so long may never bring anything again. */
const stallMs = 10_000;

export interface Loading<Model> {
  /**
   * Loads the model; called anew for every trial. Says by `onEarly` that there are answers before
   * all has come.
   */
  load(
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
    onEarly: () => void,
  ): Promise<Model>;
  /** `hadFocus`: the keyboard was in the panel, which is gone, and needs another place. */
  onLoaded(model: Model, hadFocus: boolean): void;
}

export class LoadingPanel {
  readonly #panel: HTMLElement;
  readonly #text = create('span');
  readonly #problem = create('div', 'problem');
  readonly #progress = create('progress');
  // One button, so that its focus stays when what it does changes.
  readonly #button = create('button');
  #stallTimer: ReturnType<typeof setTimeout> | undefined;
  #onButton = () => {};
  /** Whether answers are there before all has come. */
  #early = false;
  #running: AbortController | undefined;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    this.#problem.role = 'alert';
    this.#button.type = 'button';
    this.#button.addEventListener('click', () => this.#onButton());
    const label = create('label', '', this.#text, this.#progress);
    panel.replaceChildren(label, this.#problem, this.#button);
  }

  /**
   * Loads a model; whoever waits can cancel it, and try again until it is there. What was being
   * loaded before is given up.
   */
  async run<Model>(loading: Loading<Model>): Promise<void> {
    this.#running?.abort();
    clearTimeout(this.#stallTimer);
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    const again = () => void this.run(loading);
    const cancel = () => controller.abort();
    this.#begin();
    this.#offer(strings.loading.cancel, cancel);
    this.#watch(again);
    // The bytes that were told last, while it downloads.
    let arrived: number | undefined = 0;
    try {
      const model = await loading.load(
        signal,
        (progress) => {
          if (this.#running !== controller || signal.aborted) return;
          this.#show(progress);
          if (progress.phase !== 'download') {
            arrived = undefined;
            this.#goOn();
          } else if (progress.loaded !== arrived) {
            // What is told between two bytes, as of a module compiled, has not arrived.
            arrived = progress.loaded;
            this.#watch(again);
          }
        },
        () => {
          if (this.#running === controller) this.#setEarly(true);
        },
      );
      clearTimeout(this.#stallTimer);
      const hadFocus = this.#panel.contains(document.activeElement);
      this.#panel.hidden = true;
      loading.onLoaded(model, hadFocus);
      void keepOffline();
    } catch (error) {
      if (this.#running !== controller) return;
      clearTimeout(this.#stallTimer);
      if (signal.aborted) this.#stop(strings.loading.cancelled, again);
      else this.#fail(error, again);
    }
  }

  #begin(): void {
    this.#problem.replaceChildren();
    this.#text.textContent = strings.loading.model;
    this.#setEarly(false);
    this.#progress.removeAttribute('value');
    this.#progress.hidden = false;
    this.#panel.hidden = false;
  }

  /** While nothing new arrives, says so and offers to ask again. */
  #watch(again: () => void): void {
    this.#goOn();
    this.#stallTimer = setTimeout(() => {
      this.#problem.textContent = strings.loading.stalled;
      this.#offer(strings.loading.tryAgain, again);
    }, stallMs);
  }

  /** The button stays what it is: whoever is about to try again must not cancel instead. */
  #goOn(): void {
    clearTimeout(this.#stallTimer);
    this.#problem.replaceChildren();
  }

  #show({ phase, loaded, total }: Progress): void {
    if (phase === 'download') {
      this.#progress.max = total;
      this.#progress.value = loaded;
      const { download, rarerWords } = strings.loading;
      const say = this.#early ? rarerWords : download;
      this.#text.textContent = say(decimal(loaded / 1e6, 1), megabytes(total));
    } else {
      this.#progress.removeAttribute('value');
      this.#text.textContent = phase === 'verify' ? strings.loading.verify : strings.loading.start;
    }
  }

  #fail(error: unknown, onRetry: () => void): void {
    this.#stop('', onRetry);
    showFailure(this.#problem, strings.loading.failed, error);
  }

  /** Makes room for the answers, or takes their place. */
  #setEarly(early: boolean): void {
    this.#early = early;
    this.#panel.classList.toggle('early', early);
  }

  #stop(text: string, onRetry: () => void): void {
    this.#setEarly(false);
    this.#text.textContent = text;
    this.#progress.hidden = true;
    this.#offer(strings.loading.tryAgain, onRetry);
  }

  #offer(label: string, action: () => void): void {
    this.#button.textContent = label;
    this.#onButton = action;
  }
}
