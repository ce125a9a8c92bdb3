// The reasons in words: a sentence per aspect, for people and for screen readers.
import type { Explanation, Span } from 'whylight';
import { wholeGraphemes } from '../../components/graphemes';
import { create } from '../../dom';
import { count, labelOf, percentage } from '../../wording';
import type { RatingScale } from './rating-scale';

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
 * the model is of these words. Of words that the reader kept, `own`, there may be none.
 */
export function reasonItem(
  explanation: Explanation,
  aspect: string,
  scale: RatingScale,
  { sure, own }: { sure: boolean; own: boolean },
): HTMLElement {
  const rating = explanation.ratings[aspect] ?? null;
  const quotes = quotesOf(explanation, aspect, sure);
  if (rating === null) {
    const why = own ? 'you kept no words' : scale.unmentioned(aspect);
    const said = quotes.length > 0 ? ' is not rated yet.' : ` is not rated: ${why}.`;
    return create('li', '', create('b', '', labelOf(aspect)), said);
  }
  const item = create('li', '', create('b', '', scale.sentence(aspect, rating)));
  item.append(', because of: ');
  quotes.slice(0, mostQuotes).forEach((quote, i) => {
    const text = create('span', '', quote);
    text.dir = 'auto';
    item.append(i > 0 ? ', ' : '', text);
  });
  const more = quotes.length - mostQuotes;
  item.append(more > 0 ? ` and ${count(more, 'more reason')}.` : '.');
  return item;
}

/** One line for the live region: "Aroma 3.9 of 5; Palate not mentioned; 5 reasons." */
export function summaryOf(explanation: Explanation, scale: RatingScale): string {
  const ratings = Object.entries(explanation.ratings).map(([aspect, rating]) =>
    scale.sentence(aspect, rating),
  );
  const reasons = Object.values(explanation.rationales).flat().length;
  const found = reasons > 0 ? count(reasons, 'reason') : 'no words were selected';
  return `${ratings.join('; ')}; ${found}.`;
}
