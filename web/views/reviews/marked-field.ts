// The text area with its marks: what is typed and what is marked are one text on the screen. The area
// takes keys and pointers; the layer below it holds the marks.
import type { Span } from 'whylight';
import { find } from '../../dom';
import { editBetween, MarkLayer } from './mark-layer';
import { placeOf, type Run } from './marked-text';

export interface FieldListener {
  /** A mark is clicked, or clicked again. */
  onPress(run: Run): void;
  /** The pointer is at this mark, or at none. */
  onPoint(run: Run | undefined): void;
}

/** Words of a text to be underlined, by their kind. */
export interface Underlined {
  text: string;
  kinds: ReadonlyMap<string, readonly Span[]>;
}

export class MarkedField {
  readonly #field: HTMLElement;
  readonly #area: HTMLTextAreaElement;
  readonly #element: HTMLElement;
  readonly #layer: MarkLayer;
  #all: readonly string[] = [];
  #pointed: readonly Element[] = [];
  #touched = false;
  #underlined: Underlined | undefined;

  /** Takes over a `.field`. */
  constructor(field: HTMLElement, listener: FieldListener) {
    this.#field = field;
    this.#area = find(field, 'textarea', HTMLTextAreaElement);
    this.#element = find(field, '.marked', HTMLElement);
    this.#layer = new MarkLayer(this.#element, () => this.#underline());
    this.#listen(listener);
  }

  /** Follows the text that is in the area. */
  write(text: string): void {
    if (this.#underlined) this.#underlined = moved(this.#underlined, text);
    this.#layer.write(text);
  }

  /** Exchanges the marks for these, in the looks of their places in `all` aspects. */
  show(runs: readonly Run[], all: readonly string[]): void {
    this.#all = all;
    this.#layer.show(runs, all);
  }

  /** Lets all words but the marked ones step back. */
  fade(faded: boolean): void {
    this.#field.classList.toggle('faded', faded);
  }

  /** Joins the marks of an aspect with what is pointed at elsewhere. */
  join(aspect: string | undefined): void {
    this.#element.dataset.joined = aspect === undefined ? '' : String(placeOf(aspect, this.#all));
  }

  /** Shows that this mark is pointed at, or none; `reveal` brings it into view. */
  point(run: Run | undefined, { reveal = false } = {}): void {
    for (const element of this.#pointed) element.classList.remove('pointed');
    this.#pointed = run ? this.#layer.elementsOf(run) : [];
    for (const element of this.#pointed) element.classList.add('pointed');
    if (reveal) this.#pointed[0]?.scrollIntoView({ block: 'nearest' });
  }

  /** Shows where some words are, also where there is no mark, or none. */
  highlight(words: Span | undefined): void {
    // Where the browser has no highlights, the words can still be gone to.
    if (!('highlights' in CSS)) return;
    const range = words && this.#layer.rangeOf(words);
    if (range) CSS.highlights.set('changing', new Highlight(range));
    else CSS.highlights.delete('changing');
  }

  /** Underlines words of the text that is shown, each kind in its way, or none. */
  underline(words: Underlined | undefined): void {
    // Kinds that are gone lose their lines.
    if (this.#underlined)
      this.#draw(new Map([...this.#underlined.kinds].map(([kind]) => [kind, []])));
    this.#underlined = words;
    this.#underline();
  }

  /** Underlines anew: marks that were exchanged took the lines with them. */
  #underline(): void {
    if (this.#underlined?.text === this.#layer.text) this.#draw(this.#underlined.kinds);
  }

  #draw(kinds: Underlined['kinds']): void {
    if (!('highlights' in CSS)) return;
    for (const [kind, spans] of kinds) {
      const ranges = spans.flatMap((span) => this.#layer.rangeOf(span) ?? []);
      if (ranges.length > 0) CSS.highlights.set(kind, new Highlight(...ranges));
      else CSS.highlights.delete(kind);
    }
  }

  /** Selects some words, and brings them into view. */
  select(words: Span): void {
    const range = this.#layer.rangeOf(words);
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(words.start, words.end);
    range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
  }

  #listen(listener: FieldListener): void {
    let at: Run | undefined;
    const pointAt = (run: Run | undefined) => {
      if (run === at) return;
      at = run;
      this.#area.classList.toggle('at-mark', run !== undefined);
      listener.onPoint(run);
    };
    this.#area.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') pointAt(this.#runAt(event));
    });
    this.#area.addEventListener('pointerleave', () => pointAt(undefined));
    this.#area.addEventListener('pointerdown', ({ pointerType }) => {
      this.#touched = pointerType === 'touch';
    });
    this.#area.addEventListener('mousedown', (event) => {
      // A tap on a mark is not meant to open the keyboard of a phone.
      const types = document.activeElement === this.#area;
      if (this.#touched && !types && this.#runAt(event)) event.preventDefault();
    });
    this.#area.addEventListener('click', (event) => {
      const selects = this.#area.selectionStart !== this.#area.selectionEnd;
      // A double click selects a word, and takes back what its first click did.
      if (event.detail > 2 || (selects && event.detail !== 2)) return;
      const run = this.#runAt(event);
      if (run) listener.onPress(run);
    });
  }

  /** The run of the mark below a place on the screen. */
  #runAt({ clientX, clientY }: MouseEvent): Run | undefined {
    const mark = document
      .elementsFromPoint(clientX, clientY)
      .map((element) => element.closest('mark'))
      .find((found) => found && this.#element.contains(found));
    return mark ? this.#layer.runOf(mark) : undefined;
  }
}

/** The words that are left of those underlined, where they stand after the text was edited. */
function moved({ text: before, kinds }: Underlined, text: string): Underlined {
  const { start, end, inserted } = editBetween(before, text);
  const by = inserted.length - (end - start);
  const follow = (span: Span): Span | [] => {
    if (span.end <= start) return span;
    return span.start >= end ? { start: span.start + by, end: span.end + by } : [];
  };
  const after = [...kinds].map(([kind, spans]) => [kind, spans.flatMap(follow)] as const);
  return { text, kinds: new Map(after) };
}
