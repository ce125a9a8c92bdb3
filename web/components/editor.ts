// The text area, and the samples to start from.
import { create, find } from '../dom';

export interface Sample {
  /** What its button says. */
  name: string;
  text: string;
}

export interface EditorListener {
  /** The text changed by typing: more may come. */
  onType(text: string): void;
  /** The text is to be read at once. */
  onSubmit(text: string): void;
}

export class Editor {
  readonly #area: HTMLTextAreaElement;
  readonly #buttons = new Map<HTMLButtonElement, () => string>();
  readonly #listener: EditorListener;
  // Kept while a sample is shown, so that trying one costs nobody a text.
  #own = '';

  /** Fills the `.samples` of `panel`, and its text area with the first of them. */
  constructor(panel: HTMLElement, samples: readonly Sample[], listener: EditorListener) {
    this.#area = find(panel, 'textarea', HTMLTextAreaElement);
    this.#listener = listener;
    const bar = find(panel, '.samples', HTMLElement);
    for (const { name, text } of samples) bar.append(this.#button(name, () => text));
    const own = this.#button('Yours', () => this.#own);
    own.hidden = true;
    bar.append(own);

    this.#area.value = samples[0]?.text ?? '';
    this.#area.addEventListener('input', () => {
      this.#own = this.text;
      own.hidden = false;
      this.#showCurrent();
      listener.onType(this.text);
    });
    this.#area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      listener.onSubmit(this.text);
    });
    this.#showCurrent();
  }

  get text(): string {
    return this.#area.value;
  }

  focus(): void {
    this.#area.focus();
  }

  #button(name: string, textOf: () => string): HTMLButtonElement {
    const button = create('button', 'sample', name);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.#area.value = textOf();
      this.#area.scrollTop = 0;
      this.#showCurrent();
      this.#listener.onSubmit(this.text);
    });
    this.#buttons.set(button, textOf);
    return button;
  }

  #showCurrent(): void {
    for (const [button, textOf] of this.#buttons) {
      if (textOf() === this.text) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }
}
