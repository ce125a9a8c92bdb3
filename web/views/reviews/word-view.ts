// The words one by one: how sure the model is of each, and buttons that drop or keep them.
import type { Explanation, Span } from 'whylight';
import { wholeGraphemes } from '../../components/graphemes';
import { create } from '../../dom';
import { percentage } from '../../wording';
import { lookOf, type ShownWord } from './marked-text';

// Less would not show.
const leastShown = 0.03;

/** A word as it is shown: the tokens from `first` to `last`, which share graphemes. */
interface Word extends Span {
  first: number;
  last: number;
}

/** The words of the text, none of which shows in part. */
function wordsOf({ text, tokens }: Explanation): Word[] {
  let next = 0;
  return wholeGraphemes(text, tokens).map(({ start, end }) => {
    const first = next;
    while (next + 1 < tokens.length && tokens[next + 1]!.start < end) ++next;
    return { start, end, first, last: next++ };
  });
}

export interface WordLook {
  /** The aspects whose probability is underlined; none without underlines. */
  sure: readonly string[];
  /** The aspect whose words can be dropped and kept. */
  active: string | undefined;
  all: readonly string[];
}

/** The words as paintText() wants them. */
export function shownWords(explanation: Explanation, { sure, active, all }: WordLook): ShownWord[] {
  const { tokens } = explanation;
  return wordsOf(explanation).map((word) => {
    const own = tokens.slice(word.first, word.last + 1);
    const probabilityOf = (aspect: string) =>
      Math.max(...own.map(({ probability }) => probability[aspect] ?? 0));
    const lines = sure.filter((aspect) => probabilityOf(aspect) >= leastShown);
    const underlined = (content: Node) =>
      lines.reduceRight<Node>((inner, aspect, level) => {
        const line = create('span', `line sure ${lookOf(aspect, all)}`, inner);
        line.style.setProperty('--level', String(level));
        line.style.setProperty('--sure', probabilityOf(aspect).toFixed(2));
        return line;
      }, content);
    const draw = (content: string): HTMLElement => {
      const shown = create('span', 'word', underlined(document.createTextNode(content)));
      if (active === undefined) return shown;
      shown.role = 'button';
      shown.tabIndex = -1;
      shown.ariaPressed = String(own.some(({ selected }) => selected[active]));
      shown.ariaDescription = `${percentage(probabilityOf(active))} sure`;
      shown.dataset.first = String(word.first);
      shown.dataset.last = String(word.last);
      return shown;
    };
    return { start: word.start, end: word.end, draw };
  });
}

/** Makes the words in `container` one stop of the Tab key, and tells which one is pressed. */
export class WordButtons {
  readonly #container: HTMLElement;
  readonly #onPress: (first: number, last: number) => void;
  /** The token at which the keyboard is, or was. */
  #at = 0;

  constructor(container: HTMLElement, onPress: (first: number, last: number) => void) {
    this.#container = container;
    this.#onPress = onPress;
    container.addEventListener('click', ({ target }) => this.#press(buttonOf(target)));
    container.addEventListener('keydown', (event) => this.#onKey(event));
    container.addEventListener('focusin', ({ target }) => {
      const button = buttonOf(target);
      if (button) this.#moveTo(button, false);
    });
  }

  /** Call after the words were painted anew; `hadFocus` if the keyboard was among them. */
  refresh(hadFocus: boolean): void {
    const buttons = this.#buttons();
    const current =
      buttons.findLast((button) => Number(button.dataset.first) <= this.#at) ?? buttons[0];
    if (current) this.#moveTo(current, hadFocus);
  }

  #buttons(): HTMLElement[] {
    return [...this.#container.querySelectorAll<HTMLElement>('.word[role=button]')];
  }

  #moveTo(button: HTMLElement, focus: boolean): void {
    this.#container.querySelector('.word[tabindex="0"]')?.setAttribute('tabindex', '-1');
    button.tabIndex = 0;
    this.#at = Number(button.dataset.first);
    if (focus) button.focus();
  }

  #press(button: HTMLElement | undefined): void {
    if (!button) return;
    this.#at = Number(button.dataset.first);
    this.#onPress(this.#at, Number(button.dataset.last));
  }

  #onKey(event: KeyboardEvent): void {
    const button = buttonOf(event.target);
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = this.#buttons();
    const at = buttons.indexOf(button);
    const last = buttons.length - 1;
    const to: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: nearestInRow(buttons, at, 1),
      ArrowUp: nearestInRow(buttons, at, -1),
      Home: 0,
      End: last,
    };
    if (event.key === 'Enter' || event.key === ' ') this.#press(button);
    else if (Object.hasOwn(to, event.key)) {
      this.#moveTo(buttons[Math.min(last, Math.max(0, to[event.key]!))]!, true);
    } else return;
    event.preventDefault();
  }
}

function buttonOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('.word[role=button]') ?? undefined;
}

/** The word of the next row, or of the one before, that stands nearest below or above. */
function nearestInRow(buttons: readonly HTMLElement[], at: number, step: 1 | -1): number {
  const place = (i: number) => buttons[i]!.getBoundingClientRect();
  const from = place(at);
  const middle = (from.left + from.right) / 2;
  let best = at;
  let row: number | undefined;
  let distance = Infinity;
  for (let i = at + step; i >= 0 && i < buttons.length; i += step) {
    const box = place(i);
    const apart = (box.top - from.top) * step > from.height / 2;
    if (!apart) continue;
    row ??= box.top;
    if (Math.abs(box.top - row) > from.height / 2) break;
    const here = Math.abs((box.left + box.right) / 2 - middle);
    if (here < distance) {
      distance = here;
      best = i;
    }
  }
  return best;
}
