// An explanation as a person reads it on a terminal.
import type { Span } from '../runtime/types.js';
import type { Explanation } from '../systems/rationale/types.js';

/** Of a text of which it knows a smaller share of the words, what a model says is a guess. */
const leastKnown = 0.7;

// Not only colours, so that two aspects can be told apart without them.
const STYLES = ['1;33', '4;36', '7;35', '1;4;32', '1;7;34', '4;7;31'];

/** Whether marks are colours, or brackets: what the call, the environment and the terminal say. */
export function wantsColour(noColour: boolean | undefined): boolean {
  return !noColour && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}

export function dim(text: string, colour: boolean): string {
  return colour ? `\x1b[2m${text}\x1b[0m` : text;
}

const WORDS = ['very poor', 'poor', 'fair', 'good', 'very good'];

/** The text with its rationales marked, and the ratings, which are the legend. */
export function paint(
  explanation: Explanation,
  aspects: readonly string[],
  colour: boolean,
): string {
  const style = (aspect: string) => STYLES[aspects.indexOf(aspect) % STYLES.length]!;
  const mark = (text: string, marks: string[]) => {
    if (marks.length === 0) return text;
    if (!colour) return `[${marks.join(', ')}: ${text}]`;
    return `\x1b[${marks.map(style).join(';')}m${text}\x1b[0m`;
  };
  const text = pieces(explanation)
    .map((piece) => mark(printable(piece.text), piece.aspects))
    .join('');
  const width = Math.max(...aspects.map((aspect) => aspect.length));
  const ratings = aspects.map((aspect) => {
    const rating = explanation.ratings[aspect]!;
    const spans = explanation.rationales[aspect]!;
    const words = spans.map(({ start, end }) => printable(explanation.text.slice(start, end)));
    const because = words.length > 0 ? `: ${words.join(' … ').replaceAll('\n', ' ')}` : '';
    const said =
      rating === null ? 'not mentioned' : `${ratingText(explanation, aspect, rating)}${because}`;
    const name = colour ? mark(aspect, [aspect]) : aspect;
    return `  ${name}${' '.repeat(width - aspect.length)}  ${said}`;
  });
  return `${text}\n\n${ratings.join('\n')}\n${doubtOf(explanation)}`;
}

/** Why not to trust these ratings, as a line; '' where nothing is known against them. */
function doubtOf({ inDomain, known, tokens }: Explanation): string {
  if (known === 0 && tokens.length > 0) return '  The model knows none of these words.\n';
  if (!inDomain) {
    return '  This text is in another language or about another subject than the model knows.\n';
  }
  if (known >= leastKnown || tokens.length === 0) return '';
  const share = `${Math.round(100 * known)} %`;
  return `  The model knows only ${share} of these words: what it says is a guess.\n`;
}

/** E.g. "0.71 ± 0.12  good"; of a rating that is a probability, the likelier class. */
function ratingText(explanation: Explanation, aspect: string, rating: number): string {
  const spread = explanation.spreads[aspect] ?? null;
  const figure = rating.toFixed(2) + (spread === null ? '' : ` ± ${spread.toFixed(2)}`);
  const likely = explanation.classes[aspect];
  const words = likely ? `${likely.name}, ${percent(likely.probability)} sure` : inWords(rating);
  return `${figure}  ${words}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A rating from 0 to 1, as one of five words. */
function inWords(rating: number): string {
  return WORDS[Math.min(WORDS.length - 1, Math.max(0, Math.floor(rating * WORDS.length)))]!;
}

/** Cuts the text wherever a rationale starts or ends. */
function pieces({ text, rationales }: Explanation): { text: string; aspects: string[] }[] {
  const cuts = new Set([0, text.length]);
  for (const span of Object.values(rationales).flat()) cuts.add(span.start).add(span.end);
  const bounds = [...cuts].sort((a, b) => a - b);
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index]!;
    const covers = (aspect: string) =>
      rationales[aspect]!.some((span) => span.start <= start && end <= span.end);
    return { text: text.slice(start, end), aspects: Object.keys(rationales).filter(covers) };
  });
}

// A text must not move the cursor or retitle the window it is shown in.
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are the point
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** A text in one line, with words marked. */
export function mark(text: string, spans: readonly Span[], colour: boolean): string {
  let marked = '';
  let at = 0;
  for (const { start, end } of spans) {
    const word = printable(text.slice(start, end));
    marked +=
      printable(text.slice(at, start)) + (colour ? `\x1b[1;33m${word}\x1b[0m` : `[${word}]`);
    at = end;
  }
  return (marked + printable(text.slice(at))).replaceAll('\n', ' ');
}
