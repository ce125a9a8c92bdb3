// A rated review as JSON, and as HTML to paste into a page of one's own.
import type { Span } from 'whylight';
import { lightLook } from './looks';
import { originOf, piecesOf, type ShownReview } from './shown-review';

/** JSON with the numbers of the ratings, and each reason with its words and where they are. */
export function asJson({ model, text, point, ratings }: ShownReview): string {
  const quoted = ({ start, end }: Span) => ({ start, end, text: text.slice(start, end) });
  const value = {
    model,
    ...(point !== undefined && { point }),
    text,
    ratings: ratings.map(({ aspect, rating, reasons }) => ({
      aspect,
      rating,
      reasons: reasons.map(quoted),
    })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A figure that needs neither styles nor scripts of its page. */
export function asHtml(review: ShownReview): string {
  const all = review.ratings.map(({ aspect }) => aspect);
  const nameOf = new Map(review.ratings.map(({ aspect, name }) => [aspect, name]));
  const text = [...piecesOf(review)]
    .map((piece) => {
      if (!piece.mark) return escaped(piece.text);
      const { aspects } = piece.mark;
      const { tint, rule, style } = lightLook(aspects[0]!, all);
      const title = aspects.map((aspect) => nameOf.get(aspect) ?? aspect).join(', ');
      const look = `background:${tint};color:#221d14;text-decoration:underline ${style} ${rule}`;
      return `<mark style="${look}" title="${escaped(title)}">${escaped(piece.text)}</mark>`;
    })
    .join('');
  const ratings = review.ratings
    .map(({ aspect, name, says }) => {
      const { rule, style } = lightLook(aspect, all);
      return `<li style="margin:0"><span style="text-decoration:underline ${style} ${rule}">${escaped(name)}</span>: ${escaped(says)}</li>`;
    })
    .join('\n');
  return `<figure style="margin:1em 0;padding:1em;border:1px solid #8b806b;border-radius:8px;background:#fffdf9;color:#221d14;font-family:sans-serif;line-height:1.6">
<blockquote lang="en" dir="auto" style="margin:0;white-space:pre-wrap;overflow-wrap:anywhere">${text}</blockquote>
<figcaption style="margin-top:1em"><ul style="margin:0;padding:0;list-style:none">
${ratings}
</ul>${escaped(originOf(review))}</figcaption>
</figure>
`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!);
}
