// The marked stretches as a list of buttons, for the keyboard and for those who hear the page. It is not
// seen: the keyboard's place shows at the mark in the text.
import { FrameWork } from '../../components/frames';
import { goAlong } from '../../components/one-stop';
import { create } from '../../dom';
import { withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { labelOf, percentage } from '../../wording';
import type { Mark } from './marks';
import { quote } from './quotes';

export interface PhraseListener {
  onPress(mark: Mark): void;
  /** The keyboard is at this one, or at none. */
  onPoint(mark: Mark | undefined): void;
}

/** A mark with its words and, once it is made, its button. */
interface Phrase {
  mark: Mark;
  words: string;
  button: HTMLButtonElement | undefined;
}

export class PhraseList {
  readonly #list: HTMLElement;
  readonly #work = new FrameWork();
  #phrases: readonly Phrase[] = [];
  /** The button that the Tab key reaches; the arrow keys lead to the others. */
  #stop: HTMLButtonElement | undefined;

  constructor(list: HTMLElement, listener: PhraseListener) {
    this.#list = list;
    const markOf = (target: EventTarget | null) =>
      this.#phrases.find(({ button }) => button && button === target)?.mark;
    list.addEventListener('click', ({ target }) => {
      const mark = markOf(target);
      if (mark) listener.onPress(mark);
    });
    list.addEventListener('focusin', ({ target }) => {
      this.#stopAt(target as HTMLButtonElement);
      listener.onPoint(markOf(target));
    });
    list.addEventListener('focusout', () => listener.onPoint(undefined));
    list.addEventListener('keydown', (event) => {
      goAlong(
        this.#phrases.flatMap(({ button }) => button ?? []),
        event,
      );
    });
  }

  /** Shows the marks of a text. Buttons of words that stay are kept: a long text has thousands. */
  show(text: string, marks: readonly Mark[]): void {
    const before = this.#phrases;
    const after = marks.map((mark): Phrase => {
      return { mark, words: quote(text.slice(mark.start, mark.end)), button: undefined };
    });
    const least = Math.min(before.length, after.length);
    let first = 0;
    while (first < least && sameWords(before[first]!, after[first]!)) ++first;
    let last = 0;
    while (last < least - first && sameWords(before.at(-1 - last)!, after.at(-1 - last)!)) ++last;
    const middle = before.slice(first, before.length - last);
    for (const [i, phrase] of after.entries()) {
      if (i < first) phrase.button = before[i]!.button;
      else if (i >= after.length - last) phrase.button = before.at(i - after.length)!.button;
      else phrase.button = middle.shift()?.button;
    }
    for (const { button } of middle) button?.parentElement!.remove();
    this.#phrases = after;
    let done = 0;
    this.#work.run(() => {
      if (done < after.length) this.#set(done++);
      return done < after.length;
    });
  }

  #set(index: number): void {
    const phrase = this.#phrases[index]!;
    const { mark, words } = phrase;
    const button = (phrase.button ??= this.#make(this.#phrases[index - 1]?.button));
    const said = strings.reviews.phrase(words, mark.aspects.map(labelOf), percentage(mark.sure));
    if (button.textContent !== said) button.replaceChildren(...withEnglish(said, words));
    const kept = String(!mark.dropped);
    if (button.ariaPressed !== kept) button.ariaPressed = kept;
    if (!this.#stop?.isConnected) this.#stopAt(button);
  }

  /** A button that follows another one, or is the first. */
  #make(before: HTMLButtonElement | undefined): HTMLButtonElement {
    const button = create('button');
    button.type = 'button';
    button.tabIndex = -1;
    const item = create('li', '', button);
    if (before) before.parentElement!.after(item);
    else this.#list.prepend(item);
    return button;
  }

  #stopAt(button: HTMLButtonElement): void {
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = button;
    button.tabIndex = 0;
  }
}

function sameWords(one: Phrase, other: Phrase): boolean {
  return one.words === other.words && one.mark.aspects.join() === other.mark.aspects.join();
}
