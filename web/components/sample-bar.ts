// The buttons of samples to start from, and of the visitor's own content.
import { create } from '../dom';
import { holdsEnglish } from '../english';
import { strings } from '../strings/strings';
import { OwnContent } from './own-content';

export interface NamedSample<Content> {
  /** The text of its button. */
  name: string;
  content: Content;
  /** What is wrong with what the model says of it. */
  knownWeakness?: string | undefined;
}

export interface SampleBarParts<Content> {
  /** What the visitor has as long as there is nothing. */
  nothing: Content;
  same: (one: Content, other: Content) => boolean;
  /** A button is chosen. */
  show(content: Content): void;
}

export class SampleBar<Content> {
  readonly #bar: HTMLElement;
  readonly #parts: SampleBarParts<Content>;
  readonly #ownButton: HTMLButtonElement;
  readonly #buttons = new Map<HTMLButtonElement, () => Content>();
  /** What is wrong with the sample that is shown, to be put below it. */
  readonly weakness = create('p', 'weakness');
  #samples: readonly NamedSample<Content>[] = [];
  readonly #own: OwnContent<Content>;

  constructor(bar: HTMLElement, parts: SampleBarParts<Content>) {
    this.#bar = bar;
    this.#parts = parts;
    this.#own = new OwnContent(parts.nothing, parts.same);
    this.#ownButton = this.#button(strings.editor.own, () => this.own);
    this.#ownButton.hidden = true;
    this.weakness.hidden = true;
  }

  get own(): Content {
    return this.#own.content;
  }

  /** Takes what is shown for the visitor's own, unless it is a sample; it can be had back. */
  keepOwn(content: Content): void {
    if (this.find(content)) return this.show(content);
    this.#own.keep(content);
    this.#ownButton.hidden = false;
  }

  /** Keeps what the visitor made of what was shown; `anew`: nothing of it is left. */
  keepEdited(content: Content, anew = false): void {
    this.#own.edit(content, anew);
    this.#ownButton.hidden = false;
  }

  /** What is shown is a sample, or the visitor's own. */
  show(content: Content): void {
    this.#own.show(content);
  }

  /** What is shown was proposed by the page; it is not the visitor's own, unless there is none. */
  propose(content: Content): void {
    this.show(content);
    if (!this.find(content)) this.keepEdited(content);
  }

  offer(samples: readonly NamedSample<Content>[]): void {
    this.#samples = samples;
    const buttons = samples.map(({ name, content, knownWeakness }) => {
      const button = this.#button(name, () => content);
      if (name === content) holdsEnglish(button);
      if (knownWeakness) button.append(' ', create('span', 'weak', strings.editor.knownWeakness));
      return button;
    });
    this.#bar.replaceChildren(...buttons, this.#ownButton);
    this.#buttons.clear();
    for (const [i, { content }] of samples.entries()) this.#buttons.set(buttons[i]!, () => content);
    this.#buttons.set(this.#ownButton, () => this.own);
  }

  /** The sample with this content, if there is one. */
  find(content: Content): NamedSample<Content> | undefined {
    return this.#samples.find((sample) => this.#parts.same(sample.content, content));
  }

  /** Marks the button of what is shown, and says what is wrong with it. */
  mark(shown: Content): void {
    for (const [button, contentOf] of this.#buttons) {
      if (this.#parts.same(contentOf(), shown)) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const wrong = this.find(shown)?.knownWeakness;
    this.weakness.hidden = !wrong;
    if (wrong) this.weakness.replaceChildren(create('b', '', strings.editor.weakness), wrong);
  }

  #button(name: string, contentOf: () => Content): HTMLButtonElement {
    const button = create('button', 'sample', name);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.show(contentOf());
      this.#parts.show(contentOf());
    });
    return button;
  }
}
