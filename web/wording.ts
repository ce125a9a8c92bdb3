// How numbers and names read on the page.
import type { Span } from 'whylight';
import { strings } from './strings/strings';

/** "very negative" -> "Very negative". */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "aroma" -> "Aroma"; of a model that the page does not know, "check-in" -> "Check in". */
export function labelOf(aspect: string): string {
  return named(strings.names.aspects, aspect) ?? capitalised(aspect).replaceAll(/[_-]/g, ' ');
}

/** The class of a text as the page calls it, a model's own name where it knows no other. */
export function classOf(name: string): string {
  return named(strings.names.classes, name) ?? name;
}

/** The name of a key among names that need not have it. */
export function named(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

/** A rating in [0, 1] on the scale people rate on: 1 star is the lowest, 5 are the highest. */
export function starsOf(rating: number): number {
  return 1 + 4 * Math.min(1, Math.max(0, rating));
}

/** The same in tenths of a star, as it is shown: differences of what is shown are those of these. */
export function tenthsOf(rating: number): number {
  return Math.round(10 * Number(starsOf(rating).toFixed(1)));
}

/** 0.8 -> "4.2 of 5", null -> "not mentioned". */
export function ratingText(rating: number | null): string {
  if (rating === null) return strings.wording.notMentioned;
  return strings.wording.stars(decimal(starsOf(rating), 1));
}

/** How far a rating may be off, a standard deviation: 0.1 -> "give or take 0.4". */
export function giveOrTake(spread: number): string {
  return strings.wording.giveOrTake(decimal(4 * spread, 1));
}

/** 0.996 -> "over 99%", 0.004 -> "less than 1%": a model is never certain. */
export function likelihood(probability: number): string {
  if (probability >= 0.995) return strings.wording.overShare(percentage(0.99));
  if (probability < 0.005) return strings.wording.lessThanShare(percentage(0.01));
  return percentage(probability);
}

/** The same where there is little room: "> 99%", "< 1%". */
export function shortLikelihood(probability: number): string {
  if (probability >= 0.995) return `> ${percentage(0.99)}`;
  if (probability < 0.005) return `< ${percentage(0.01)}`;
  return percentage(probability);
}

/** 0.125 -> "13%". */
export function percentage(share: number): string {
  return formatOf({ style: 'percent' }).format(share);
}

/** 2 -> "2.00", -0.001 -> "0.00". */
export function decimal(number: number, digits = 2): string {
  const format = formatOf({ minimumFractionDigits: digits, maximumFractionDigits: digits });
  // Rounded as `toFixed` does, to the nearest of the exact number: Intl rounds what is written.
  // To add 0 takes the sign of -0 away.
  return format.format(Number(number.toFixed(digits)) + 0).replace('-', '−');
}

/** 0.84 -> "+0.84", -2 -> "−2.00", -0.001 -> "0.00". */
export function signed(number: number, digits = 2): string {
  const size = Number(Math.abs(number).toFixed(digits));
  const sign = size === 0 ? '' : number < 0 ? '−' : '+';
  return `${sign}${decimal(size, digits)}`;
}

/** -2 -> "−2", 0.5 -> "0.5": with no more digits than it has. */
export function trimmed(number: number): string {
  return formatOf({ maximumFractionDigits: 20 }).format(number).replace('-', '−');
}

/** Beyond these it does not matter how many times it is. */
const factors = { least: 0.01, most: 1000 };

/** How many times: 5.47 -> "5.5", 0.974 -> "0.97", 5470 -> "over 1,000", 0.004 -> "less than 0.01". */
export function factor(number: number): string {
  const { least, most } = factors;
  if (number > most) return strings.wording.over(digits(most));
  if (number < least) return strings.wording.lessThan(digits(least));
  return digits(number);
}

/** The same where there is little room: "×5.5", ">×1,000", "<×0.01". */
export function times(number: number): string {
  const { least, most } = factors;
  const beyond = number > most ? '>' : number < least ? '<' : '';
  return `${beyond}×${digits(Math.min(most, Math.max(least, number)))}`;
}

/** With two digits that count. */
function digits(number: number): string {
  return formatOf({ maximumSignificantDigits: 2 }).format(number);
}

/** 20000 -> "20,000". */
export function whole(number: number): string {
  return formatOf({}).format(number);
}

/** 2500000 -> "2.5 MB". */
export function megabytes(bytes: number): string {
  return `${decimal(bytes / 1e6, 1)} MB`;
}

/** 1 -> "1 word", 20000 -> "20,000 words". Of English nouns alone. */
export function count(n: number, noun: string): string {
  return `${whole(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** 0.4 -> "less than 1 ms", 6.2 -> "6 ms". */
export function milliseconds(ms: number): string {
  return ms < 1 ? strings.wording.lessThan('1 ms') : `${whole(Math.round(ms))} ms`;
}

/** How many words texts have: of letters and digits, punctuation is not counted. */
export function wordCount(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0), 0);
}

/** "12 words in 6 ms, on your device". The tokens are punctuation too, which is not counted. */
export function readText(text: string, tokens: readonly Span[], ms: number): string {
  const words = tokens.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
  return strings.wording.read(words.length, milliseconds(ms));
}

/** The words of an n-gram, with gaps as they are in the text: "not … good". */
export function ngramText(text: string, spans: readonly Span[]): string {
  return spans
    .map(({ start, end }, i) => {
      const word = text.slice(start, end);
      const before = spans[i - 1];
      if (!before) return word;
      const gap = text.slice(before.end, start);
      if (gap === '') return word;
      return gap.trim() === '' ? ` ${word}` : ` … ${word}`;
    })
    .join('');
}

// By the language and the options: to make one takes longer than to use it.
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { locale } = strings.page;
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}
