// The answers of taggers, as a person reads them on a terminal.
import type { TaggedText } from '../systems/tagger/types.js';
import { cut, page } from './page.js';
import { dim, mark, printable } from './terminal.js';

/** What the tags mark; where they mark no spans, each word with its tag. */
export function paintTagged({ text, words, spans }: TaggedText, colour: boolean): string {
  const rows = spans
    ? spans.map((span) => [span.label, cut(text, [span])] as const)
    : words.map((word) => [word.tag, cut(text, [word])] as const);
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return page(
    mark(text, spans ?? [], colour),
    rows.map(([label, said]) => `${printable(label).padEnd(width)}  ${said}`),
    dim(spans ? 'What the tags mark.' : 'Each word with its tag.', colour),
  );
}
