// The text with its curve: every word stands below its point, row by row, so that however long a
// text and narrow a screen, word and point are read together.
import type { Span } from 'whylight';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { CurvePicture } from './curve-picture';
import type { GradedWord } from './graded-words';
import { signed } from '../../wording';
import { nameOf, nearest, type Grade } from './grades';
import { markWords } from './mark-words';
import type { SideLook } from './ngrams';

// A few words get room, and many get low rows, so that more of them are in view.
const fewWords = 9;
const manyWords = 30;

export class LinkedCurve {
  readonly #place: HTMLElement;
  readonly #readout: HTMLElement;
  readonly #list = create('div', 'words');
  readonly #picture = new CurvePicture(this.#list);
  #grades: readonly Grade[] = [];
  #words: GradedWord[] = [];
  #cells: HTMLElement[] = [];
  #text = '';
  /** The word that the pointer is on, and the one with the keyboard focus. */
  #hovered: number | undefined;
  #focused: number | undefined;
  #shown: number | undefined;

  constructor(place: HTMLElement, readout: HTMLElement) {
    this.#place = place;
    this.#readout = readout;
    holdsEnglish(this.#list);
    place.append(this.#list, this.#picture.element);
    this.#list.addEventListener('pointerover', (event) => {
      this.#hovered = this.#indexOf(event.target);
      this.#showActive();
    });
    this.#list.addEventListener('pointerleave', () => {
      this.#hovered = undefined;
      this.#showActive();
    });
    this.#list.addEventListener('focusin', (event) => {
      this.#focused = this.#indexOf(event.target);
      this.#offerTab(this.#focused ?? 0);
      this.#showActive();
    });
    this.#list.addEventListener('focusout', () => {
      this.#focused = undefined;
      this.#showActive();
    });
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
    new ResizeObserver(() => this.#picture.draw()).observe(this.#list);
  }

  /** The text as it is, without a curve. */
  showText(text: string): void {
    this.#reset(text, [], []);
    this.#list.role = this.#list.ariaLabel = this.#list.ariaOrientation = null;
    this.#list.textContent = text;
    this.#picture.show([], [], []);
  }

  show(text: string, words: GradedWord[], grades: readonly Grade[]): void {
    this.#reset(text, words, grades);
    this.#list.role = 'listbox';
    this.#list.ariaLabel = strings.sentiment.curve;
    this.#list.ariaOrientation = 'horizontal';
    this.#cells = words.map((word) => this.#cell(word));
    this.#list.replaceChildren(this.#layOut());
    this.#place.classList.toggle('sparse', words.length <= fewWords);
    this.#place.classList.toggle('dense', words.length > manyWords);
    this.#offerTab(0);
    this.#picture.show(words, this.#cells, grades);
    this.#showActive();
  }

  /** Marks the words that overlap these spans, and no others. */
  mark(spans: readonly Span[], look: SideLook): void {
    markWords(this.#place, this.#words, this.#cells, spans, look);
  }

  #reset(text: string, words: GradedWord[], grades: readonly Grade[]): void {
    this.#text = text;
    this.#words = words;
    this.#grades = grades;
    this.#cells = [];
    this.#hovered = this.#focused = this.#shown = undefined;
    this.#readout.textContent = '';
    this.#place.classList.toggle('drawn', words.length > 0);
  }

  #cell({ start, end, grade }: GradedWord): HTMLElement {
    const word = this.#text.slice(start, end);
    const cell = create('span', 'word', word);
    cell.role = 'option';
    cell.ariaSelected = 'false';
    cell.ariaLabel = `${word}, ${signed(grade, 1)}, ${nameOf(nearest(grade, this.#grades))}`;
    cell.tabIndex = -1;
    return cell;
  }

  /** The cells as lines of text break: at spaces, and where the text itself has a new line. */
  #layOut(): DocumentFragment {
    const content = new DocumentFragment();
    let chunk = create('span', 'chunk');
    let from = this.#words[0]?.start ?? 0;
    for (const [i, { start, end }] of this.#words.entries()) {
      const gap = this.#text.slice(from, start);
      if (gap) {
        content.append(chunk, gap.includes('\n') ? create('br') : ' ');
        chunk = create('span', 'chunk');
      }
      chunk.append(this.#cells[i]!);
      from = end;
    }
    content.append(chunk);
    return content;
  }

  #indexOf(target: EventTarget | null): number | undefined {
    const i = this.#cells.indexOf(target as HTMLElement);
    return i < 0 ? undefined : i;
  }

  /** One stop for the Tab key; arrows go on from there. */
  #offerTab(to: number): void {
    for (const cell of this.#list.querySelectorAll<HTMLElement>('[tabindex="0"]')) {
      cell.tabIndex = -1;
    }
    const cell = this.#cells[to];
    if (cell) cell.tabIndex = 0;
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#focused === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.#cells.length - 1;
    const goTo: Record<string, number> = {
      ArrowRight: this.#focused + 1,
      ArrowDown: this.#focused + 1,
      ArrowLeft: this.#focused - 1,
      ArrowUp: this.#focused - 1,
      Home: 0,
      End: last,
    };
    const to = goTo[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#cells[Math.min(last, Math.max(0, to))]?.focus();
  }

  #showActive(): void {
    const active = this.#hovered ?? this.#focused;
    if (this.#shown !== undefined) this.#select(this.#shown, false);
    if (active !== undefined) this.#select(active, true);
    this.#shown = active;
    this.#readout.replaceChildren(...this.#reading(active));
    this.#picture.point(active);
  }

  #select(i: number, selected: boolean): void {
    const cell = this.#cells[i];
    if (cell) cell.ariaSelected = String(selected);
  }

  #reading(active: number | undefined): (Node | string)[] {
    const word = active === undefined ? undefined : this.#words[active];
    if (!word) {
      return this.#words.length > 0 ? [strings.sentiment.curveHint] : [];
    }
    const text = create('b', '', this.#text.slice(word.start, word.end));
    holdsEnglish(text);
    return [text, ` ${signed(word.grade)}, ${nameOf(nearest(word.grade, this.#grades))}`];
  }
}
