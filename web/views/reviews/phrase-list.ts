// The marked stretches as a list of buttons, for the keyboard and for those who hear the page. It is not
// seen: the keyboard's place shows at the mark in the text.
import { FrameWork } from '../../components/frames';
import { create } from '../../dom';
import { withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { labelOf, percentage } from '../../wording';
import type { Mark } from './marks';
import { quote } from './quotes';

// A long text has thousands; a few of them are made in each frame.
const mostPerFrame = 60;

export interface PhraseListener {
  onPress(mark: Mark): void;
  /** The keyboard is at this one, or at none. */
  onPoint(mark: Mark | undefined): void;
}

export class PhraseList {
  readonly #list: HTMLElement;
  readonly #work = new FrameWork();
  readonly #buttons: HTMLButtonElement[] = [];
  #marks: readonly Mark[] = [];
  /** The button that the Tab key reaches; the arrow keys lead to the others. */
  #at = 0;

  constructor(list: HTMLElement, listener: PhraseListener) {
    this.#list = list;
    const markOf = (target: EventTarget | null) =>
      this.#marks[this.#buttons.indexOf(target as HTMLButtonElement)];
    list.addEventListener('click', ({ target }) => {
      const mark = markOf(target);
      if (mark) listener.onPress(mark);
    });
    list.addEventListener('focusin', ({ target }) => {
      this.#stopAt(this.#buttons.indexOf(target as HTMLButtonElement));
      listener.onPoint(markOf(target));
    });
    list.addEventListener('focusout', () => listener.onPoint(undefined));
    list.addEventListener('keydown', (event) => this.#onKey(event));
  }

  show(text: string, marks: readonly Mark[]): void {
    this.#marks = marks;
    for (const button of this.#buttons.splice(marks.length)) button.parentElement!.remove();
    let done = 0;
    this.#work.run(() => {
      const end = Math.min(marks.length, done + mostPerFrame);
      for (; done < end; ++done) this.#set(done, text, marks[done]!);
      return done < marks.length;
    });
    this.#stopAt(Math.min(this.#at, Math.max(0, marks.length - 1)));
  }

  #set(index: number, text: string, { start, end, aspects, sure, dropped }: Mark): void {
    let button = this.#buttons[index];
    if (!button) {
      button = create('button');
      button.type = 'button';
      button.tabIndex = index === this.#at ? 0 : -1;
      this.#buttons.push(button);
      this.#list.append(create('li', '', button));
    }
    const words = quote(text.slice(start, end));
    const said = strings.reviews.phrase(words, aspects.map(labelOf), percentage(sure));
    if (button.textContent !== said) button.replaceChildren(...withEnglish(said, words));
    const kept = String(!dropped);
    if (button.ariaPressed !== kept) button.ariaPressed = kept;
  }

  #stopAt(index: number): void {
    const before = this.#buttons[this.#at];
    if (before) before.tabIndex = -1;
    this.#at = Math.max(0, index);
    const now = this.#buttons[this.#at];
    if (now) now.tabIndex = 0;
  }

  #onKey(event: KeyboardEvent): void {
    const last = this.#buttons.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: this.#at + 1,
      ArrowDown: this.#at + 1,
      ArrowLeft: this.#at - 1,
      ArrowUp: this.#at - 1,
      Home: 0,
      End: last,
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    this.#buttons[Math.min(last, Math.max(0, steps[event.key]!))]!.focus();
  }
}
