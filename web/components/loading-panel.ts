// Stands in a result's place until its model is there.
import { WhylightError, type Progress } from 'whylight';
import { create } from '../dom';
import { strings } from '../strings/strings';
import { decimal, megabytes } from '../wording';

export interface Loading<Model> {
  /** Loads the model; called anew for every trial. */
  load(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Model>;
  /** `hadFocus`: the keyboard was in the panel, which is gone, and needs another place. */
  onLoaded(model: Model, hadFocus: boolean): void;
}

export class LoadingPanel {
  readonly #panel: HTMLElement;
  readonly #text = create('span');
  readonly #problem = create('p', 'problem');
  readonly #progress = create('progress');
  // One button, so that its focus stays when what it does changes.
  readonly #button = create('button');
  #onButton = () => {};
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
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    const again = () => void this.run(loading);
    this.#begin(() => controller.abort());
    try {
      const model = await loading.load(signal, (progress) => this.#show(progress));
      const hadFocus = this.#panel.contains(document.activeElement);
      this.#panel.hidden = true;
      loading.onLoaded(model, hadFocus);
    } catch (error) {
      if (this.#running !== controller) return;
      if (signal.aborted) this.#stop(strings.loading.cancelled, again);
      else this.#fail(error, again);
    }
  }

  #begin(onCancel: () => void): void {
    this.#problem.textContent = '';
    this.#text.textContent = strings.loading.model;
    this.#progress.removeAttribute('value');
    this.#progress.hidden = false;
    this.#offer(strings.loading.cancel, onCancel);
    this.#panel.hidden = false;
  }

  #show({ phase, loaded, total }: Progress): void {
    if (phase === 'download') {
      this.#progress.max = total;
      this.#progress.value = loaded;
      this.#text.textContent = strings.loading.download(decimal(loaded / 1e6, 1), megabytes(total));
    } else {
      this.#progress.removeAttribute('value');
      this.#text.textContent = phase === 'verify' ? strings.loading.verify : strings.loading.start;
    }
  }

  #fail(error: unknown, onRetry: () => void): void {
    this.#stop('', onRetry);
    this.#problem.textContent = `${strings.loading.failed}\n${describe(error)}`;
  }

  #stop(text: string, onRetry: () => void): void {
    this.#text.textContent = text;
    this.#progress.hidden = true;
    this.#offer(strings.loading.tryAgain, onRetry);
  }

  #offer(label: string, action: () => void): void {
    this.#button.textContent = label;
    this.#onButton = action;
  }
}

/** An error as a sentence, with its code for those who report it. */
export function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof WhylightError ? `${message} (${error.code})` : message;
}
