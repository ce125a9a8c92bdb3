// An answer on a terminal: a head, rows and a note on what the rows are.
import type { Span } from '../runtime/types.js';
import { printable } from './terminal.js';

/** How an answer about texts is shown. */
export type Painter = (answer: never, colour: boolean, texts: readonly string[]) => string;

export function page(head: string, rows: readonly string[], note: string): string {
  return [head, ...rows.map((row) => (row === '' ? '' : `  ${row}`)), note, ''].join('\n');
}

export function title(aspect: string, rating: number): string {
  return `${printable(aspect)}  ${rating.toFixed(2)}`;
}

/** The words of spans, with dots for those between. */
export function cut(text: string, spans: readonly Span[]): string {
  return spans.map(({ start, end }) => inLine(text.slice(start, end))).join(' … ');
}

/** A text that neither controls the terminal nor breaks its lines. */
export function inLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}

export function signed(number: number): string {
  return `${number < 0 ? '-' : '+'}${Math.abs(number).toFixed(2)}`;
}

export function percent(share: number): string {
  return `${`${Math.round(100 * share)}`.padStart(3)} %`;
}
