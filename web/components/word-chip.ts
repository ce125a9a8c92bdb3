// A word as a button. What it does stands below it as a number and shows in its tint, and is told
// in words to those who hear the page.
import { create } from '../dom';
import './word-chip.css';

export interface WordChip {
  readonly button: HTMLButtonElement;
  /** The number below the word. */
  readonly effect: HTMLElement;
  /** What tint and number say, for those who hear it. */
  readonly told: HTMLElement;
}

/** A chip of a word of a text; `className` is how it is found. */
export function wordChip(word: string, className: string): WordChip {
  const shown = create('span', '', word);
  shown.lang = 'en';
  const effect = create('span', 'word-effect');
  effect.ariaHidden = 'true';
  const told = create('span', 'visually-hidden');
  const button = create('button', className, shown, effect, ' ', told);
  button.type = 'button';
  return { button, effect, told };
}

/** The class of its tint: steps for and against, each from its least effect on; '' below them. */
export function tintOf(effect: number, steps: readonly number[]): string {
  const step = steps.filter((least) => Math.abs(effect) >= least).length;
  return step === 0 ? '' : `${effect > 0 ? 'for' : 'against'}-${step}`;
}
