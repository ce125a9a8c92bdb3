// The text with its curve: every word stands below its point, row by row, so that however long a
// text and narrow a screen, word and point are read together.
import type { Span } from 'whylight';
import type { Classification } from 'whylight/classifier';
import { wholeGraphemes } from '../../components/graphemes';
import { create, createSvg } from '../../dom';
import { heightOf, lookOf, nearest, plain, signed, type Grade } from './grades';
import type { SideLook } from './ngrams';

/** A stretch of the text that has a point on the curve. */
export interface GradedWord extends Span {
  grade: number;
}

// More would take long to lay out at every keystroke.
export const mostWords = 2000;
// A few words get room, and many get low rows, so that more of them are in view.
const fewWords = 9;
const manyWords = 30;

/** The words as they are shown: whole graphemes, each with the grade of its last word. */
export function gradedWords({ text, words }: Classification): GradedWord[] {
  const shown = words.slice(0, mostWords);
  let last = 0;
  return wholeGraphemes(text, shown).map(({ start, end }) => {
    while (last + 1 < shown.length && shown[last + 1]!.start < end) ++last;
    return { start, end, grade: shown[last]!.grade ?? 0 };
  });
}

/** The words on one line of the screen. */
interface Row {
  top: number;
  points: { x: number; grade: number }[];
}

export class LinkedCurve {
  readonly #place: HTMLElement;
  readonly #readout: HTMLElement;
  readonly #picture = createSvg('svg', { class: 'picture', 'aria-hidden': 'true' });
  readonly #list = create('div', 'words');
  #grades: readonly Grade[] = [];
  #words: GradedWord[] = [];
  #cells: HTMLElement[] = [];
  #text = '';
  /** What one points at, and what has the keyboard. */
  #hovered: number | undefined;
  #focused: number | undefined;
  #shown: number | undefined;
  #cursor = createSvg('g');

  constructor(place: HTMLElement, readout: HTMLElement) {
    this.#place = place;
    this.#readout = readout;
    this.#list.dir = 'auto';
    place.append(this.#list, this.#picture);
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
    new ResizeObserver(() => this.#draw()).observe(this.#list);
  }

  /** The text as it is, without a curve. */
  showText(text: string): void {
    this.#reset(text, [], []);
    this.#list.role = this.#list.ariaLabel = this.#list.ariaOrientation = null;
    this.#list.textContent = text;
    this.#draw();
  }

  show(text: string, words: GradedWord[], grades: readonly Grade[]): void {
    this.#reset(text, words, grades);
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'The words, each with its grade';
    this.#list.ariaOrientation = 'horizontal';
    this.#cells = words.map((word) => this.#cell(word));
    this.#list.replaceChildren(this.#layOut());
    this.#place.classList.toggle('sparse', words.length <= fewWords);
    this.#place.classList.toggle('dense', words.length > manyWords);
    this.#offerTab(0);
    this.#showActive();
    this.#draw();
  }

  /** Marks the words that overlap these spans, and no others. */
  mark(spans: readonly Span[], look: SideLook): void {
    const marked = this.#words.map((word) =>
      spans.some(({ start, end }) => start < word.end && word.start < end),
    );
    this.#cells.forEach((cell, i) => {
      cell.className = marked[i] ? `word marked-word ${look}` : 'word';
    });
    const first = this.#cells[marked.indexOf(true)];
    if (!first) return;
    const { scrollTop, clientHeight } = this.#place;
    const hidden =
      first.offsetTop < scrollTop ||
      first.offsetTop + first.offsetHeight > scrollTop + clientHeight;
    if (hidden) this.#place.scrollTop = first.offsetTop;
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
    cell.ariaLabel = `${word}, ${signed(grade, 1)}, ${nearest(grade, this.#grades).name}`;
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
    this.#drawCursor();
  }

  #select(i: number, selected: boolean): void {
    const cell = this.#cells[i];
    if (cell) cell.ariaSelected = String(selected);
  }

  #reading(active: number | undefined): (Node | string)[] {
    const word = active === undefined ? undefined : this.#words[active];
    if (!word) {
      return this.#words.length > 0
        ? ['Point at a word or tap it; with the keyboard, walk along them with the arrow keys.']
        : [];
    }
    const text = create('b', '', this.#text.slice(word.start, word.end));
    text.dir = 'auto';
    const { name } = nearest(word.grade, this.#grades);
    return [text, ` ${signed(word.grade)}, ${name}`];
  }

  // --- The picture. It is measured, not guessed: rows are where the engine broke the lines.

  #draw(): void {
    const { width, height } = this.#list.getBoundingClientRect();
    this.#picture.setAttribute('width', String(width));
    this.#picture.setAttribute('height', String(height));
    this.#picture.replaceChildren();
    if (this.#cells.length === 0) return;
    const scale = this.#scale();
    const rows = this.#rows();
    this.#picture.append(gradientOf(scale));
    rows.forEach((row, i) => {
      const before = rows[i - 1]?.points.at(-1)?.grade;
      const after = rows[i + 1]?.points[0]?.grade;
      this.#picture.append(this.#drawRow(row, scale, width, before, after));
    });
    this.#picture.append(this.#cursor);
    this.#drawCursor();
  }

  /** Where grades lie within a row. */
  #scale(): Scale {
    const style = getComputedStyle(this.#cells[0]!);
    const strip = parseFloat(style.paddingTop);
    const margin = 10;
    return {
      top: margin,
      bottom: strip - margin,
      gutter: parseFloat(getComputedStyle(this.#list).paddingLeft),
      y: (grade) => margin + (1 - heightOf(grade, this.#grades)) * (strip - 2 * margin),
    };
  }

  #rows(): Row[] {
    const rows: Row[] = [];
    this.#cells.forEach((cell, i) => {
      const { offsetTop: top, offsetLeft, offsetWidth } = cell;
      if (rows.at(-1)?.top !== top) rows.push({ top, points: [] });
      const x = offsetLeft + offsetWidth / 2;
      rows.at(-1)!.points.push({ x, grade: this.#words[i]!.grade });
    });
    return rows;
  }

  #drawRow(
    { top, points }: Row,
    scale: Scale,
    width: number,
    before: number | undefined,
    after: number | undefined,
  ): SVGElement {
    const group = createSvg('g', { transform: `translate(0 ${top})` });
    const low = this.#grades.at(0)!.grade;
    const high = this.#grades.at(-1)!.grade;
    const level = (grade: number) => `M${scale.gutter} ${scale.y(grade).toFixed(1)}H${width}`;
    const grid = this.#grades.map(({ grade }) => level(grade)).join('');
    group.append(
      createSvg('path', { class: 'grid', d: grid }),
      createSvg('path', { class: 'zero', d: level((low + high) / 2) }),
    );
    for (const grade of [low, (low + high) / 2, high]) {
      const label = createSvg('text', { class: 'level', x: scale.gutter - 8, y: scale.y(grade) });
      label.textContent = grade > 0 ? `+${plain(grade)}` : plain(grade);
      group.append(label);
    }

    // A row goes on from the one before: half way between their words.
    const first = points[0]!;
    const last = points.at(-1)!;
    const rightwards = last.x >= first.x;
    const [start, end] = rightwards ? [scale.gutter, width] : [width, scale.gutter];
    const path = [...points];
    if (before !== undefined) path.unshift({ x: start, grade: (before + first.grade) / 2 });
    if (after !== undefined) path.push({ x: end, grade: (last.grade + after) / 2 });
    const line = curveThrough(path.map(({ x, grade }) => [x, scale.y(grade)]));
    const zero = scale.y((low + high) / 2).toFixed(1);
    const area = `${line}V${zero}H${path[0]!.x.toFixed(1)}Z`;
    group.append(
      createSvg('path', { class: 'area', d: area }),
      createSvg('path', { class: 'line', d: line }),
    );

    // One path a look, however many points: a dot is a line of no length.
    const dots = new Map<string, string>();
    for (const { x, grade } of points) {
      const look = lookOf(grade, this.#grades);
      const dot = `M${x.toFixed(1)} ${scale.y(grade).toFixed(1)}h0`;
      dots.set(look, (dots.get(look) ?? '') + dot);
    }
    for (const [look, d] of dots) {
      group.append(createSvg('path', { class: 'dot-rim', d }));
      group.append(createSvg('path', { class: `dot ${look}`, d }));
    }
    return group;
  }

  #drawCursor(): void {
    this.#cursor.replaceChildren();
    const cell = this.#shown === undefined ? undefined : this.#cells[this.#shown];
    const word = this.#shown === undefined ? undefined : this.#words[this.#shown];
    if (!cell || !word) return;
    const scale = this.#scale();
    const x = cell.offsetLeft + cell.offsetWidth / 2;
    const y = cell.offsetTop + scale.y(word.grade);
    const foot = cell.offsetTop + scale.bottom + 10;
    // The number stands where the curve leaves room: towards the middle.
    const above = scale.y(word.grade) > (scale.top + scale.bottom) / 2;
    const label = createSvg('text', { class: 'value', x, y: above ? y - 13 : y + 22 });
    label.textContent = signed(word.grade, 1);
    this.#cursor.append(
      createSvg('path', { class: 'drop', d: `M${x} ${y}V${foot}` }),
      createSvg('circle', {
        class: `spot ${lookOf(word.grade, this.#grades)}`,
        cx: x,
        cy: y,
        r: 7,
      }),
      label,
    );
  }
}

interface Scale {
  top: number;
  bottom: number;
  /** Where the lines begin, right of the numbers. */
  gutter: number;
  y: (grade: number) => number;
}

/** A smooth path that is level at every point, so that it never overshoots one. */
function curveThrough(points: readonly (readonly [number, number])[]): string {
  return points
    .map(([x, y], i) => {
      const to = `${x.toFixed(1)} ${y.toFixed(1)}`;
      const before = points[i - 1];
      if (!before) return `M${to}`;
      const middle = ((before[0] + x) / 2).toFixed(1);
      return `C${middle} ${before[1].toFixed(1)} ${middle} ${y.toFixed(1)} ${to}`;
    })
    .join('');
}

/** Colours by height, in every row alike. */
function gradientOf({ top, bottom }: Scale): SVGElement {
  const gradient = createSvg('linearGradient', {
    id: 'by-grade',
    gradientUnits: 'userSpaceOnUse',
    x1: 0,
    x2: 0,
    y1: top,
    y2: bottom,
  });
  const stops = { highest: 0, high: 0.25, middle: 0.5, low: 0.75, lowest: 1 };
  for (const [look, offset] of Object.entries(stops)) {
    gradient.append(createSvg('stop', { class: `grade-${look}`, offset }));
  }
  return gradient;
}
