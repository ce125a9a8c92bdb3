// A text with the words that matter in <mark> elements, one look an aspect.
import type { Span } from 'whylight';
import { wholeGraphemes } from '../../components/graphemes';
import { create } from '../../dom';
import { labelOf } from '../../wording';

/** Aspects share these many looks (marks.css); a further aspect starts over. */
const looks = 6;

/** A stretch of text that is the reason for one or more aspects. */
export interface Run extends Span {
  aspects: string[];
}

/** A word that shows by itself, drawn by whoever knows more of it. */
export interface ShownWord extends Span {
  draw(content: string): HTMLElement;
}

/** The class that gives an aspect its tint and underline. */
export function lookOf(aspect: string, aspects: readonly string[]): string {
  return `look-${aspects.indexOf(aspect) % looks}`;
}

/**
 * The runs to mark for some aspects: each aspect's spans, cut where another's begin or end.
 *
 * Spans aroma [0, 9) and palate [5, 12) give [0, 5) aroma, [5, 9) both, [9, 12) palate.
 */
export function runsOf(
  text: string,
  rationales: Readonly<Record<string, readonly Span[]>>,
  aspects: readonly string[],
): Run[] {
  const edges = aspects.flatMap((aspect) =>
    wholeGraphemes(text, rationales[aspect] ?? []).flatMap(({ start, end }) => [
      { at: start, aspect, opens: true },
      { at: end, aspect, opens: false },
    ]),
  );
  // Where one span ends and the next begins, the end comes first.
  edges.sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));

  const runs: Run[] = [];
  const open = new Set<string>();
  let from = 0;
  for (const { at, aspect, opens } of edges) {
    if (open.size > 0 && at > from) {
      runs.push({ start: from, end: at, aspects: aspects.filter((name) => open.has(name)) });
    }
    if (opens) open.add(aspect);
    else open.delete(aspect);
    from = at;
  }
  return runs;
}

/** Shows `text` in `container`, runs marked in the looks of their place in `all` aspects. */
export function paintText(
  container: HTMLElement,
  text: string,
  runs: readonly Run[],
  all: readonly string[],
  words: readonly ShownWord[] = [],
): void {
  let nextWord = 0;
  // The stretch [start, end) of the text, its words drawn.
  const contentOf = (start: number, end: number): DocumentFragment => {
    const content = new DocumentFragment();
    let from = start;
    while (nextWord < words.length && words[nextWord]!.start < end) {
      const word = words[nextWord]!;
      const first = Math.max(word.start, from);
      const last = Math.min(word.end, end);
      content.append(text.slice(from, first), word.draw(text.slice(first, last)));
      from = last;
      // The rest of a word that is marked in part comes in the next stretch.
      if (word.end > end) break;
      ++nextWord;
    }
    content.append(text.slice(from, end));
    return content;
  };

  const content = new DocumentFragment();
  let from = 0;
  for (const run of runs) {
    content.append(contentOf(from, run.start));
    content.append(markOf(contentOf(run.start, run.end), run, all));
    from = run.end;
  }
  content.append(contentOf(from, text.length));
  content.normalize();
  container.replaceChildren(content);
}

/** A mark in the look of its first aspect; in it, an underline for each further one. */
function markOf(content: DocumentFragment, run: Run, all: readonly string[]): HTMLElement {
  const [first = '', ...others] = run.aspects;
  const mark = create('mark', lookOf(first, all));
  // Read out by screen readers, see marks.css.
  mark.dataset.label = run.aspects.map(labelOf).join(' and ');
  if (others.length > 0) mark.classList.add('shared');
  mark.append(
    others.reduceRight<Node>((inner, aspect, level) => {
      const line = create('span', `line ${lookOf(aspect, all)}`, inner);
      line.style.setProperty('--level', String(level + 1));
      return line;
    }, content),
  );
  return mark;
}
