// HTML -> plain text, without a document: nothing of it is ever run or fetched.
import { decodeHTML } from 'entities/lib/decode.js';

const tag = /<\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const endsLine = /<(?:br|hr|\/p|\/li|\/div|\/h[1-6]|\/tr|\/dt|\/dd|\/blockquote)\b[^<>]*>/gi;
const unseen = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi;

/** The words that `html` shows; paragraphs and items of lists become lines. */
export function plainText(html: string): string {
  const once = withoutTags(html);
  // Many pages escape the tags of their JSON-LD a second time.
  const text = endsLine.test(once) || /<\/[a-z]\w*>/i.test(once) ? withoutTags(once) : once;
  endsLine.lastIndex = 0;
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutTags(html: string): string {
  return decodeHTML(html.replace(unseen, '').replace(endsLine, '\n').replace(tag, ''));
}
