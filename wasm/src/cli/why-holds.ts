// The answers of models of pairs, as a person reads them on a terminal.
import type {
  AlignedWord,
  Alignment,
  Comparison,
  FeaturedWord,
  Features,
  WordEffect,
  WordEffects,
  WordFeature,
} from '../systems/pairs/types.js';
import type { Span } from '../runtime/types.js';
import { cut, inLine, page, percent, signed, type Painter } from './page.js';
import { dim, mark, printable } from './terminal.js';

const MOST_READ = 3;

/** By the names of the questions. */
export const PAIRS: Readonly<Record<string, Painter>> = {
  compare: paintComparison,
  'word-effects': paintEffects,
  alignment: paintAlignment,
  features: paintFeatures,
};

function paintComparison(answer: Comparison, colour: boolean): string {
  const { text, other, label, grade, probabilities = {}, known, rationale } = answer;
  const reasons = rationale && [
    '',
    mark(text, rationale.text, colour),
    mark(other, rationale.other, colour),
  ];
  return page(
    label === undefined ? grade!.toFixed(2) : printable(label),
    [
      ...Object.entries(probabilities).map(
        ([each, probability]) => `${percent(probability)}  ${printable(each)}`,
      ),
      ...(reasons ?? []),
    ],
    dim(
      `What holds of both texts; of their words ${percent(known.text).trim()} and ${percent(known.other).trim()} are known.`,
      colour,
    ),
  );
}

function paintEffects(answer: WordEffects, colour: boolean): string {
  const { text, other, label, value, words, otherWords } = answer;
  const rows = (of: string, list: readonly WordEffect[]) =>
    list.map((word) => `${signed(word.effect)}  ${cut(of, [word])}`);
  return page(
    label === undefined ? value.toFixed(2) : `${printable(label)}  ${value.toFixed(2)}`,
    [...rows(text, words), '', ...rows(other, otherWords)],
    dim('How much less it would be without each word.', colour),
  );
}

function paintAlignment(answer: Alignment, colour: boolean): string {
  const { text, other, words, otherWords } = answer;
  return page(
    `${inLine(text)} ~ ${inLine(other)}`,
    [...readings(text, words, other, otherWords), '', ...readings(other, otherWords, text, words)],
    dim('What each word reads most of the other text.', colour),
  );
}

function paintFeatures(answer: Features, colour: boolean): string {
  const { text, other, words, otherWords } = answer;
  const rows = (of: string, list: readonly FeaturedWord[], that: string, others: typeof list) =>
    list.flatMap((word) => [
      cut(of, [word]),
      ...word.features.map((feature) =>
        feature.reads === 'other' ? sumOf(feature, that, others) : sumOf(feature, of, list),
      ),
    ]);
  return page(
    `${inLine(text)} ~ ${inLine(other)}`,
    [...rows(text, words, other, otherWords), '', ...rows(other, otherWords, text, words)],
    dim('What each number beside a word is made of, and the words that add most.', colour),
  );
}

/** A number, what the word has alone, and the words whose parts are largest. */
function sumOf(feature: WordFeature, read: string, words: readonly Span[]): string {
  const { reads, operator, layer, value, alone, parts } = feature;
  const most = [...parts.keys()]
    .sort((a, b) => Math.abs(parts[b]!) - Math.abs(parts[a]!))
    .slice(0, MOST_READ)
    .map((at) => `${signed(parts[at]!)} ${cut(read, [words[at]!])}`);
  const name = `${layer === undefined ? '' : `layer ${layer}, `}${reads} ${operator}`;
  return `  ${signed(value)}  ${name}: ${signed(alone)} alone, ${most.join(', ')}`;
}

/** Each word of a text, and the words of the other that it reads most. */
function readings(
  text: string,
  words: readonly AlignedWord[],
  other: string,
  otherWords: readonly AlignedWord[],
): string[] {
  return words.map((word) => {
    const read = [...word.weights.keys()]
      .sort((a, b) => word.weights[b]! - word.weights[a]!)
      .slice(0, MOST_READ)
      .map((at) => `${percent(word.weights[at]!).trim()} ${cut(other, [otherWords[at]!])}`);
    return `${cut(text, [word])}: ${read.join(', ')}`;
  });
}
