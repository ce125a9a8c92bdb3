// The answers to questions about reasons, as a person reads them on a terminal.
import type { LoadedModel } from '../runtime/loaded-model.js';
import { Classifier } from '../systems/classifier/classifier.js';
import type { Classification } from '../systems/classifier/types.js';
import { Pairs } from '../systems/pairs/pairs.js';
import { Retriever } from '../systems/questions/retriever.js';
import { Model } from '../systems/rationale/model.js';
import type {
  RatingCurve,
  RatingFaithfulness,
  RatingGates,
  RatingNgrams,
  TextMatches,
} from '../systems/rationale/reasons.js';
import type { Explanation } from '../systems/rationale/types.js';
import { Tagger } from '../systems/tagger/tagger.js';
import { Reader } from '../systems/reader/reader.js';
import { READER } from './answered.js';
import { cut, page, percent, signed, title, type Painter } from './page.js';
import { paintTagged } from './tagged.js';
import { dim, paint, printable } from './terminal.js';
import { QUESTIONS } from './why-alike.js';
import { PAIRS } from './why-holds.js';

const RATIONALE: Readonly<Record<string, Painter>> = {
  ngrams: paintNgrams,
  curve: paintCurve,
  gates: paintGates,
  faithfulness: paintFaithfulness,
  match: paintMatches,
};

/** The painter of a question, if its answers have one; others are shown as JSON. */
export function painterOf(model: LoadedModel, question: string): Painter | undefined {
  if (model instanceof Model) {
    const { aspects } = model;
    const paintAll = (answer: Explanation, colour: boolean) => paint(answer, aspects, colour);
    return question === 'explain' ? paintAll : RATIONALE[question];
  }
  if (model instanceof Classifier && question === 'classify') return paintClass;
  if (model instanceof Retriever) return QUESTIONS[question];
  if (model instanceof Pairs) return PAIRS[question];
  if (model instanceof Tagger && question === 'tag') return paintTagged;
  if (model instanceof Reader) return READER[question];
  return undefined;
}

function paintNgrams(answer: RatingNgrams, colour: boolean): string {
  const { text, aspect, rating, logit, sum, bias, residual, ngrams } = answer;
  const parts = `${signed(sum)} of words ${signed(bias)} of none ${signed(residual)} left over`;
  return page(
    `${title(aspect, rating)}, a logit of ${logit.toFixed(2)}: ${parts}`,
    ngrams.map(({ spans, contribution }) => `${signed(contribution)}  ${cut(text, spans)}`),
    dim('What words add to the logit together, the strongest first.', colour),
  );
}

function paintCurve({ text, aspect, rating, words }: RatingCurve, colour: boolean): string {
  return page(
    title(aspect, rating),
    words.map((word) => `${word.rating.toFixed(2)}  ${cut(text, [word])}`),
    dim('What the model would rate at each word that it reads.', colour),
  );
}

function paintGates({ text, aspect, words }: RatingGates, colour: boolean): string {
  const cells = (gate: { mean: number; memory: number }) =>
    `${gate.mean.toFixed(2)} ${gate.memory.toFixed(1).padStart(5)}`;
  return page(
    printable(aspect),
    words.map((word) => `${cells(word.forward)}   ${cells(word.backward)}  ${cut(text, [word])}`),
    dim('How far each word is let in, and how many are kept: read forward, and backward.', colour),
  );
}

function paintFaithfulness(answer: RatingFaithfulness, colour: boolean): string {
  const { text, aspect, full, selection, complement, aopc, words } = answer;
  const rows = [
    `${full.toFixed(2)}  all words`,
    `${selection.toFixed(2)}  the chosen words alone (sufficiency ${signed(full - selection)})`,
    `${complement.toFixed(2)}  all others (comprehensiveness ${signed(full - complement)})`,
    `${signed(aopc.sufficiency)} and ${signed(aopc.comprehensiveness)} with the likeliest words (AOPC)`,
    ...(words ?? []).map((word) => `${signed(word.difference)}  of ${cut(text, [word])}`),
  ];
  return page(
    printable(aspect),
    rows,
    dim('What is rated of a part of the words; it rests on what changes the rating.', colour),
  );
}

function paintMatches({ text, other, matches }: TextMatches, colour: boolean): string {
  return page(
    printable(text),
    matches.map(({ x, y, share }) => `${percent(share)}  ${cut(text, x)} ~ ${cut(other, y)}`),
    dim('The pieces that match, and their share of all that does.', colour),
  );
}

function paintClass(answer: Classification, colour: boolean): string {
  const { text, known, name, label, grade, probabilities, ngrams } = answer;
  const likely = Object.entries(probabilities).map(
    ([each, probability]) =>
      `${percent(probability)}  ${printable(each)}${each === label && name !== label ? ` ${printable(name)}` : ''}`,
  );
  const reasons = ngrams.map(
    ({ spans, contribution }) => `${signed(contribution)}  ${cut(text, spans)}`,
  );
  return page(
    `${printable(name)}${grade === undefined ? '' : `  ${grade.toFixed(2)}`}`,
    [...likely, '', ...reasons],
    dim(
      `How likely each class is, and what words add together; of the words ${percent(known).trim()} are known.`,
      colour,
    ),
  );
}
