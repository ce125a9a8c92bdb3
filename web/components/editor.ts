// The text area, and the samples to start from.
import { find } from '../dom';
import { SampleBar } from './sample-bar';

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
  readonly #bar: SampleBar<string>;
  readonly #listener: EditorListener;

  /** Takes over the `.samples` of `panel`, and its text area. */
  constructor(panel: HTMLElement, listener: EditorListener) {
    this.#area = find(panel, 'textarea', HTMLTextAreaElement);
    this.#listener = listener;
    this.#bar = new SampleBar(find(panel, '.samples', HTMLElement), {
      nothing: '',
      same: (one, other) => one === other,
      show: (text) => {
        this.#area.value = text;
        this.#area.scrollTop = 0;
        this.#bar.mark(this.text);
        listener.onSubmit(this.text);
      },
    });
    // Below the text, with what lies behind it.
    (this.#area.closest('.field') ?? this.#area).after(this.#bar.weakness);

    this.#area.addEventListener('input', () => {
      this.#bar.keepOwn(this.text);
      this.#bar.mark(this.text);
      listener.onType(this.text);
    });
    submitByKeys(this.#area, () => listener.onSubmit(this.text));
  }

  /**
   * Offers these samples, and shows the first; an own text can be had back. With `keep` an own text
   * that is shown stays.
   */
  offer(samples: readonly Sample[], { keep = false } = {}): void {
    const { own } = this.#bar;
    const stays = keep && this.text !== '' && this.text === own;
    this.#bar.offer(samples.map(({ text, ...sample }) => ({ ...sample, content: text })));
    if (!stays) this.#area.value = samples[0]?.text ?? own;
    this.#bar.mark(this.text);
  }

  get text(): string {
    return this.#area.value;
  }

  /** Shows a text as if the visitor had typed it, and has it read at once. */
  write(text: string): void {
    this.#area.value = text;
    if (!this.#bar.find(text)) this.#bar.keepOwn(text);
    this.#bar.mark(this.text);
    this.#listener.onSubmit(text);
  }

  focus(): void {
    this.#area.focus();
  }
}

/** Ctrl or ⌘ and Enter in a field have what it holds read at once. */
export function submitByKeys(field: HTMLElement, submit: () => void): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  });
}
