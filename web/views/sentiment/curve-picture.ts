// The picture behind the words: the curve, row by row. It is measured, not guessed: rows are
// where the engine broke the lines.
import { createSvg } from '../../dom';
import { signed } from '../../wording';
import { heightOf, lookOf, plain, type Grade } from './grades';
import type { GradedWord } from './graded-words';
import { mostClasses } from './overview';

/** As in sentiment.css. */
const lineWidth = 2.5;

/** The words on one line of the screen. */
interface Row {
  top: number;
  points: { x: number; grade: number }[];
}

/** Where things lie within a row. */
interface Scale {
  top: number;
  bottom: number;
  /** Where the lines begin, right of the numbers. */
  gutter: number;
  y: (grade: number) => number;
}

export class CurvePicture {
  readonly element = createSvg('svg', { class: 'picture', 'aria-hidden': 'true' });
  readonly #list: HTMLElement;
  readonly #cursor = createSvg('g');
  #grades: readonly Grade[] = [];
  #words: readonly GradedWord[] = [];
  #cells: readonly HTMLElement[] = [];
  /** The word that is pointed at. */
  #at: number | undefined;

  /** Lies behind `list`. */
  constructor(list: HTMLElement) {
    this.#list = list;
  }

  /** Draws the curve of these words, which stand in these cells of the list. */
  show(
    words: readonly GradedWord[],
    cells: readonly HTMLElement[],
    grades: readonly Grade[],
  ): void {
    this.#words = words;
    this.#cells = cells;
    this.#grades = grades;
    this.#at = undefined;
    this.draw();
  }

  /** Draws it again, where the list has another size by now. */
  draw(): void {
    const { width, height } = this.#list.getBoundingClientRect();
    this.element.setAttribute('width', String(width));
    this.element.setAttribute('height', String(height));
    this.element.replaceChildren();
    if (this.#cells.length === 0) return;
    const scale = this.#scale();
    const rows = this.#rows();
    this.element.append(gradientOf(scale));
    rows.forEach((row, i) => {
      const before = rows[i - 1]?.points.at(-1)?.grade;
      const after = rows[i + 1]?.points[0]?.grade;
      this.element.append(this.#drawRow(row, scale, width, before, after));
    });
    this.element.append(this.#cursor);
    this.#drawCursor();
  }

  /** Points at one of the words, or at none. */
  point(at: number | undefined): void {
    this.#at = at;
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

  /** Top and middle of a word within the list, to fractions of a pixel, which offsets round away. */
  #placeOf(cell: HTMLElement): { top: number; x: number } {
    const list = this.#list.getBoundingClientRect();
    const { top, left, width } = cell.getBoundingClientRect();
    return {
      top: top - list.top - this.#list.clientTop,
      x: left - list.left - this.#list.clientLeft + width / 2,
    };
  }

  #rows(): Row[] {
    const rows: Row[] = [];
    this.#cells.forEach((cell, i) => {
      const { top, x } = this.#placeOf(cell);
      if (rows.at(-1)?.top !== top) rows.push({ top, points: [] });
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
    const grid =
      this.#grades.length > mostClasses
        ? ''
        : this.#grades.map(({ grade }) => level(grade)).join('');
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
    const edge = width - lineWidth / 2;
    const [start, end] = rightwards ? [scale.gutter, edge] : [edge, scale.gutter];
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
    const cell = this.#cells[this.#at ?? -1];
    const word = this.#words[this.#at ?? -1];
    if (!cell || !word) return;
    const scale = this.#scale();
    const { top, x } = this.#placeOf(cell);
    const y = top + scale.y(word.grade);
    const foot = top + scale.bottom + 10;
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
    // Beside the edge it stands as near to its word as it has room.
    const half = label.getComputedTextLength() / 2;
    const width = this.#list.getBoundingClientRect().width;
    label.setAttribute('x', String(Math.max(half, Math.min(x, width - half))));
  }
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
