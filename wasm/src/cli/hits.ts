// Hits as a person reads them on a terminal.
import type { Hit } from '../systems/questions/types.js';
import { dim, mark, printable } from './terminal.js';

export interface HitStyle {
  /** Those of the index. */
  fields: readonly string[];
  /** The probability below which nothing fits. */
  threshold: number | undefined;
  colour: boolean;
}

/** The hits of a query, each with its first field and the words that match marked. */
export function paintHits(
  text: string,
  hits: readonly Hit[],
  { fields, threshold = 0, colour }: HitStyle,
): string {
  const fits = hits.some(({ probability = 1 }) => probability >= threshold);
  const note = fits ? [] : ['  Nothing here is likely to ask that.'];
  const lines = hits.map((hit, index) => {
    const place = `${index + 1}`.padStart(3);
    const score = `${inWords(hit)}  `.padStart(9);
    return `${place}${score}${shown(hit, fields, colour)}  ${dim(printable(hit.id), colour)}`;
  });
  return [printable(text), ...note, ...lines, ''].join('\n');
}

function inWords({ probability, score }: Hit): string {
  return probability === undefined ? score.toFixed(3) : `${Math.round(100 * probability)} %`;
}

/** The first field that has a text. */
function shown({ document, spans }: Hit, fields: readonly string[], colour: boolean): string {
  const textOf = (field: string) => document[field];
  const field = fields.find((each) => textOf(each) !== undefined && textOf(each) !== '');
  if (field === undefined) return '';
  return mark(textOf(field) as string, spans[field]!, colour);
}

/** The hits of a query as JSON: without the fields where no word matches. */
export function hitsToJson(text: string, hits: readonly Hit[]): string {
  const withMatches = <Matched extends { spans: Hit['spans'] }>(matched: Matched): Matched => ({
    ...matched,
    spans: Object.fromEntries(Object.entries(matched.spans).filter(([, { length }]) => length > 0)),
  });
  const lean = hits.map((hit) => ({ ...withMatches(hit), terms: hit.terms.map(withMatches) }));
  return JSON.stringify({ text, hits: lean });
}
