// The reasons in words: a sentence per aspect, for people and for screen readers.
import type { Explanation, Span } from 'whylight';
import { wholeGraphemes } from '../../components/graphemes';
import { create } from '../../dom';
import { count, labelOf, percentage, ratingText } from '../../wording';

// A long text has hundreds of reasons; the marks show them all.
const mostQuotes = 8;
// The marks show the whole of it.
const mostWords = 40;

/** The words in quotation marks, the middle of very many left out. */
export function quote(words: string): string {
  const list = words.split(/\s+/);
  if (list.length <= mostWords) return `“${list.join(' ')}”`;
  return `“${list.slice(0, mostWords / 2).join(' ')} … ${list.slice(-mostWords / 4).join(' ')}”`;
}

/** The quotes, with `sure` also how sure the model is of each: the mean of its words. */
function quotesOf(
  { text, rationales, tokens }: Explanation,
  aspect: string,
  sure: boolean,
): string[] {
  const sureOf = (span: Span) => {
    const own = tokens.filter(({ start, end }) => span.start < end && start < span.end);
    const sum = own.reduce((total, { probability }) => total + (probability[aspect] ?? 0), 0);
    return ` (${percentage(sum / own.length)} sure)`;
  };
  const shown = wholeGraphemes(text, rationales[aspect] ?? []);
  return shown.map((span, i) => {
    const words = quote(text.slice(span.start, span.end));
    return sure && i < mostQuotes ? words + sureOf(span) : words;
  });
}

/**
 * A list item: Aroma 3.9 of 5, because of: “sour milk”, “burnt rubber”. With `sure`, also how sure
 * the model is of these words.
 */
export function reasonItem(explanation: Explanation, aspect: string, sure: boolean): HTMLElement {
  const rating = explanation.ratings[aspect] ?? null;
  const head = create('b', '', `${labelOf(aspect)} ${ratingText(rating)}`);
  const quotes = quotesOf(explanation, aspect, sure);
  if (quotes.length === 0) {
    const name = labelOf(aspect).toLowerCase();
    const then = rating === null ? 'it is not rated' : 'this rating rests on none';
    return create('li', '', head, `. No words were selected for ${name}; ${then}.`);
  }
  const item = create('li', '', head, ', because of: ');
  quotes.slice(0, mostQuotes).forEach((quote, i) => {
    const text = create('span', '', quote);
    text.dir = 'auto';
    item.append(i > 0 ? ', ' : '', text);
  });
  const more = quotes.length - mostQuotes;
  item.append(more > 0 ? ` and ${count(more, 'more reason')}.` : '.');
  return item;
}

/** One line for the live region: "Aroma 3.9 of 5; Palate 4.1 of 5; 5 reasons." */
export function summaryOf(explanation: Explanation): string {
  const ratings = Object.entries(explanation.ratings).map(
    ([aspect, rating]) => `${labelOf(aspect)} ${ratingText(rating)}`,
  );
  const reasons = Object.values(explanation.rationales).flat().length;
  const found = reasons > 0 ? count(reasons, 'reason') : 'No words were selected';
  return `${ratings.join('; ')}; ${found}.`;
}
