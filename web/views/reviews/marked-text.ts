// A text with the words that matter in <mark> elements.
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

function markOf(content: string, run: Run, all: readonly string[]): HTMLElement {
  const [only] = run.aspects;
  const shared = run.aspects.length > 1;
  const mark = create('mark', shared ? 'shared' : lookOf(only ?? '', all), content);
  // Read out by screen readers, see marks.css.
  mark.dataset.label = run.aspects.map(labelOf).join(' and ');
  return mark;
}

/** Shows `text` in `container`, runs marked in the looks of their place in `all` aspects. */
export function paintText(
  container: HTMLElement,
  text: string,
  runs: readonly Run[],
  all: readonly string[],
): void {
  const content = new DocumentFragment();
  let from = 0;
  for (const run of runs) {
    content.append(text.slice(from, run.start));
    content.append(markOf(text.slice(run.start, run.end), run, all));
    from = run.end;
  }
  content.append(text.slice(from));
  container.replaceChildren(content);
}
