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

    onTyped(this.#area, (anew) => {
      this.#bar.keepEdited(this.text, anew);
      this.#bar.mark(this.text);
      listener.onType(this.text);
    });
    submitByKeys(this.#area, () => listener.onSubmit(this.text));
  }

  /**
   * Offers these samples, and shows the first; an own text can be had back. With `keep` a text stays
   * that is shown and was none of the samples; a `text` is shown in any case.
   */
  offer(
    samples: readonly Sample[],
    { keep = false, text }: { keep?: boolean; text?: string | undefined } = {},
  ): void {
    const { own } = this.#bar;
    const stays = keep && this.text !== '' && this.#bar.find(this.text) === undefined;
    this.#bar.offer(samples.map(({ text, ...sample }) => ({ ...sample, content: text })));
    if (text !== undefined) {
      this.#area.value = text;
      this.#bar.keepOwn(text);
    } else if (!stays) {
      this.#area.value = samples[0]?.text ?? own;
      this.#bar.show(this.text);
    }
    this.#bar.mark(this.text);
  }

  get text(): string {
    return this.#area.value;
  }

  /** Shows a text as if the visitor had typed it, and has it read at once. */
  write(text: string): void {
    this.#bar.keepOwn(text);
    this.#put(text);
  }

  /** The same of a text that the page proposes: the visitor's own stays as it is. */
  propose(text: string): void {
    this.#bar.propose(text);
    this.#put(text);
  }

  #put(text: string): void {
    this.#area.value = text;
    this.#bar.mark(this.text);
    this.#listener.onSubmit(text);
  }

  focus(): void {
    this.#area.focus();
  }
}

/** Tells of what is typed in a field, and whether it takes the place of all that was there. */
export function onTyped(
  field: HTMLInputElement | HTMLTextAreaElement,
  listener: (anew: boolean) => void,
): void {
  let anew = false;
  field.addEventListener('beforeinput', () => {
    anew = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  });
  field.addEventListener('input', () => listener(anew));
}

/** Ctrl or ⌘ and Enter in a field have what it holds read at once. */
export function submitByKeys(field: HTMLElement, submit: () => void): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  });
}
