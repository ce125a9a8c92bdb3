// What stands in the ratings' place until the model is there.
import { WhylightError, type Progress } from 'whylight';
import { byId } from '../dom';
import { megabytes } from '../wording';

export class LoadingPanel {
  readonly #panel = byId('loading', HTMLElement);
  readonly #text = byId('loading-text', HTMLElement);
  readonly #problem = byId('loading-problem', HTMLElement);
  readonly #progress = byId('loading-progress', HTMLProgressElement);
  // One button, so that its focus stays when what it does changes.
  readonly #button = byId('loading-button', HTMLButtonElement);
  #onButton = () => {};

  constructor() {
    this.#button.addEventListener('click', () => this.#onButton());
  }

  begin(onCancel: () => void): void {
    this.#problem.textContent = '';
    this.#text.textContent = 'Loading the model…';
    this.#progress.removeAttribute('value');
    this.#progress.hidden = false;
    this.#offer('Cancel', onCancel);
    this.#panel.hidden = false;
  }

  show({ phase, loaded, total }: Progress): void {
    if (phase === 'download') {
      this.#progress.max = total;
      this.#progress.value = loaded;
      this.#text.textContent = `Loading the model: ${(loaded / 1e6).toFixed(1)} of ${megabytes(total)}`;
    } else {
      this.#progress.removeAttribute('value');
      this.#text.textContent = phase === 'verify' ? 'Checking the model…' : 'Starting the model…';
    }
  }

  /** Whether the keyboard was here, and needs another place. */
  finish(): boolean {
    const hadFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = true;
    return hadFocus;
  }

  cancelled(onRetry: () => void): void {
    this.#stop('The model was not loaded.', onRetry);
  }

  fail(error: unknown, onRetry: () => void): void {
    this.#stop('', onRetry);
    this.#problem.textContent = `The model could not be loaded.\n${describe(error)}`;
  }

  #stop(text: string, onRetry: () => void): void {
    this.#text.textContent = text;
    this.#progress.hidden = true;
    this.#offer('Try again', onRetry);
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
