// The text area, and the samples to start from.
import { create, find } from '../dom';
import { holdsEnglish } from '../english';
import { strings } from '../strings/strings';

export interface Sample {
  /** The text of its button. */
  name: string;
  text: string;
  /** What the model gets wrong in it, as one sentence; none: it is read as a reader would. */
  knownWeakness?: string;
}

export interface EditorListener {
  /** The text changed by typing: more may come. */
  onType(text: string): void;
  /** The text is to be read at once. */
  onSubmit(text: string): void;
}

export class Editor {
  readonly #area: HTMLTextAreaElement;
  readonly #bar: HTMLElement;
  readonly #ownButton: HTMLButtonElement;
  readonly #buttons = new Map<HTMLButtonElement, () => string>();
  /** What is wrong with the sample that is shown. */
  readonly #weakness = create('p', 'weakness');
  #samples: readonly Sample[] = [];
  readonly #listener: EditorListener;
  // Kept while a sample is shown, so that trying one costs nobody a text.
  #own = '';

  /** Takes over the `.samples` of `panel`, and its text area. */
  constructor(panel: HTMLElement, listener: EditorListener) {
    this.#area = find(panel, 'textarea', HTMLTextAreaElement);
    this.#bar = find(panel, '.samples', HTMLElement);
    this.#listener = listener;
    this.#ownButton = this.#button(strings.editor.own, () => this.#own);
    this.#ownButton.hidden = true;
    this.#weakness.hidden = true;
    // Below the text, with what lies behind it.
    (this.#area.closest('.field') ?? this.#area).after(this.#weakness);

    this.#area.addEventListener('input', () => {
      this.#own = this.text;
      this.#ownButton.hidden = false;
      this.#showCurrent();
      listener.onType(this.text);
    });
    this.#area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      listener.onSubmit(this.text);
    });
  }

  /**
   * Offers these samples, and shows the first; an own text can be had back. With `keep` an own text
   * that is shown stays.
   */
  offer(samples: readonly Sample[], { keep = false } = {}): void {
    const stays = keep && this.text !== '' && this.text === this.#own;
    this.#samples = samples;
    const buttons = samples.map(({ name, text, knownWeakness }) => {
      const button = this.#button(name, () => text);
      if (name === text) holdsEnglish(button);
      if (knownWeakness) button.append(' ', create('span', 'weak', strings.editor.knownWeakness));
      return button;
    });
    this.#bar.replaceChildren(...buttons, this.#ownButton);
    this.#buttons.clear();
    for (const [i, { text }] of samples.entries()) this.#buttons.set(buttons[i]!, () => text);
    this.#buttons.set(this.#ownButton, () => this.#own);
    if (!stays) this.#area.value = samples[0]?.text ?? this.#own;
    this.#showCurrent();
  }

  get text(): string {
    return this.#area.value;
  }

  /** Shows a text as if the visitor had typed it, and has it read at once. */
  write(text: string): void {
    this.#area.value = text;
    if (!this.#samples.some((sample) => sample.text === text)) {
      this.#own = text;
      this.#ownButton.hidden = false;
    }
    this.#showCurrent();
    this.#listener.onSubmit(text);
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
    return button;
  }

  #showCurrent(): void {
    for (const [button, textOf] of this.#buttons) {
      if (textOf() === this.text) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const weakness = this.#samples.find(({ text }) => text === this.text)?.knownWeakness;
    this.#weakness.hidden = !weakness;
    if (weakness)
      this.#weakness.replaceChildren(create('b', '', strings.editor.weakness), weakness);
  }
}
