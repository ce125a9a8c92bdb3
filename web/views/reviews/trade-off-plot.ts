// The error of each aspect against the share of the words selected (Lei17 figures 3-4 and 3-5): each
// relative to its largest, so that all start from one height.
import type { OperatingPoint } from 'whylight';
import { create, createSvg } from '../../dom';
import { strings } from '../../strings/strings';
import { decimal, labelOf } from '../../wording';
import { lookOf } from './marked-text';

const width = 340;
const height = 190;
const frame = { left: 44, right: 14, top: 12, bottom: 34 };

// So that lines can be told apart without colours.
const dashes = ['none', '9 3 2 4', '6 5', '12 4', '1 5', '4 3 1 3 1 3'];
const shapes = [circle, square, diamond, triangle, cross, ring];

/** 0.125 -> "12.5%". */
export function shareOf(rate: number): string {
  const format = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(strings.page.locale, format).format(rate);
}

/** The errors of an aspect at all points, the largest as 1. */
export function relativeErrors(points: readonly OperatingPoint[], aspect: string): number[] {
  const errors = points.map((point) => point.errors[aspect] ?? 0);
  const largest = Math.max(...errors);
  return errors.map((error) => (largest > 0 ? error / largest : 0));
}

export class TradeOffPlot {
  readonly #place: HTMLElement;
  #picture = createSvg('svg');
  #marker = createSvg('g');
  #rows: HTMLElement[] = [];
  #points: readonly OperatingPoint[] = [];
  #x: (rate: number) => number = () => 0;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  show(aspects: readonly string[], points: readonly OperatingPoint[]): void {
    this.#points = points;
    const lines = aspects.map((aspect) => relativeErrors(points, aspect));
    const [lowest, highestRate] = [Math.min(...lines.flat()), Math.max(...points.map(rateOf))];
    // From a round number below the lowest, so that the lines have the height of the picture.
    const floor = Math.max(0, Math.floor(lowest * 20 - 0.2) / 20);
    const y = (error: number) =>
      frame.top + ((1 - error) / (1 - floor)) * (height - frame.top - frame.bottom);
    this.#x = (rate) => frame.left + (rate / highestRate) * (width - frame.left - frame.right);

    this.#picture = createSvg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
    this.#marker = createSvg('g', { class: 'here' });
    this.#picture.append(this.#axes(floor, y), this.#marker);
    for (const [i, aspect] of aspects.entries()) {
      this.#picture.append(this.#line(lines[i]!.map(y), lookOf(aspect, aspects), i));
    }
    const table = this.#table(aspects);
    this.#place.replaceChildren(this.#picture, this.#key(aspects), table);
  }

  /** Marks the point that is chosen, or none. */
  mark(chosen: number | undefined): void {
    this.#marker.replaceChildren();
    for (const [i, row] of this.#rows.entries()) {
      if (i === chosen) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
    for (const dot of this.#picture.querySelectorAll('[data-point]')) {
      dot.classList.toggle('chosen', dot.getAttribute('data-point') === String(chosen));
    }
    if (chosen === undefined) return;
    const x = this.#x(this.#points[chosen]!.rate);
    const bottom = height - frame.bottom;
    this.#marker.append(createSvg('line', { x1: x, x2: x, y1: frame.top, y2: bottom }));
  }

  #axes(floor: number, y: (error: number) => number): SVGElement {
    const axes = createSvg('g', { class: 'axes' });
    const bottom = height - frame.bottom;
    for (const error of [1, (1 + floor) / 2, floor]) {
      const line = { x1: frame.left, x2: width - frame.right, y1: y(error), y2: y(error) };
      axes.append(createSvg('line', line));
      axes.append(text(shareOf(error), frame.left - 6, y(error) + 4, 'end'));
    }
    let free = -Infinity;
    for (const { rate } of this.#points) {
      const x = this.#x(rate);
      axes.append(createSvg('line', { x1: x, x2: x, y1: bottom, y2: bottom + 4 }));
      // A number that would touch the one before it is left out.
      if (x - free < 34) continue;
      axes.append(text(shareOf(rate), x, bottom + 16, 'middle'));
      free = x;
    }
    axes.append(text(strings.reviews.wordsSelected, width - frame.right, height - 3, 'end'));
    return axes;
  }

  #line(heights: readonly number[], look: string, order: number): SVGElement {
    const at = this.#points.map(({ rate }, i): [number, number] => [this.#x(rate), heights[i]!]);
    const line = createSvg('g', { class: `curve-of ${look}` });
    const path = createSvg('polyline', {
      points: at.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
      'stroke-dasharray': dashes[order % dashes.length]!,
    });
    line.append(path);
    for (const [i, [x, y]] of at.entries()) {
      const dot = createSvg('path', { d: shapes[order % shapes.length]!(x, y), 'data-point': i });
      line.append(dot);
    }
    return line;
  }

  /** Which line is whose. */
  #key(aspects: readonly string[]): HTMLElement {
    const items = aspects.map((aspect, order) => {
      const sample = createSvg('svg', { viewBox: '0 0 34 12', class: 'sample-line' });
      const line = createSvg('g', { class: `curve-of ${lookOf(aspect, aspects)}` });
      const dash = dashes[order % dashes.length]!;
      line.append(
        createSvg('polyline', { points: '0,6 34,6', 'stroke-dasharray': dash }),
        createSvg('path', { d: shapes[order % shapes.length]!(17, 6) }),
      );
      sample.append(line);
      return create('span', 'key-item', sample, labelOf(aspect));
    });
    const key = create('p', 'key', ...items);
    key.ariaHidden = 'true';
    return key;
  }

  /** The same in words, for those who do not see the picture. */
  #table(aspects: readonly string[]): HTMLElement {
    const head = [
      strings.reviews.columnWords,
      ...aspects.map((aspect) => strings.reviews.columnError(labelOf(aspect))),
    ];
    this.#rows = this.#points.map(({ rate, errors }) => {
      const cells = aspects.map((aspect) => create('td', '', decimal(errors[aspect] ?? 0, 4)));
      const first = create('th', '', shareOf(rate));
      first.scope = 'row';
      return create('tr', '', first, ...cells);
    });
    const titles = head.map((title) => {
      const cell = create('th', '', title);
      cell.scope = 'col';
      return cell;
    });
    const table = create('table');
    table.append(
      create('caption', '', strings.reviews.tableTitle),
      create('thead', '', create('tr', '', ...titles)),
      create('tbody', '', ...this.#rows),
    );
    // A table itself cannot be made smaller than what it holds.
    return create('div', 'visually-hidden', table);
  }
}

function rateOf({ rate }: OperatingPoint): number {
  return rate;
}

function text(content: string, x: number, y: number, anchor: string): SVGElement {
  const made = createSvg('text', { x, y, 'text-anchor': anchor });
  made.textContent = content;
  return made;
}

function circle(x: number, y: number): string {
  return `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z`;
}

function square(x: number, y: number): string {
  return `M${x - 3} ${y - 3}h6v6h-6Z`;
}

function diamond(x: number, y: number): string {
  return `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z`;
}

function triangle(x: number, y: number): string {
  return `M${x} ${y - 4.5}l4.2 7.5h-8.4Z`;
}

function cross(x: number, y: number): string {
  return `M${x - 4} ${y - 1.2}h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8Z`;
}

function ring(x: number, y: number): string {
  return `${circle(x, y)}M${x - 1.5} ${y}a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0Z`;
}
