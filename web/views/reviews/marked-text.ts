// A text with the words that matter in <mark> elements, one look an aspect.
import type { Span } from 'whylight';
import { wholeGraphemes } from '../../graphemes';
import { create } from '../../dom';
import { strings } from '../../strings/strings';
import { labelOf } from '../../wording';

/** Aspects share these many looks (marks.css); a further aspect starts over. */
const looks = 6;

/** The strengths of a tint, by how sure the model is. */
const strengths = 4;

/** A stretch of text that is the reason for one or more aspects. */
export interface Run extends Span {
  aspects: string[];
  /** How sure the model is of it, from 0 to 1: the strength of its tint. */
  sure?: number;
  /** A visitor left it out. */
  dropped?: boolean;
}

/** The place of an aspect's look among all. */
export function placeOf(aspect: string, aspects: readonly string[]): number {
  return aspects.indexOf(aspect) % looks;
}

/** The class that gives an aspect its tint and underline. */
export function lookOf(aspect: string, aspects: readonly string[]): string {
  return `look-${placeOf(aspect, aspects)}`;
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
): void {
  const content = new DocumentFragment();
  let from = 0;
  for (const run of runs) {
    content.append(text.slice(from, run.start));
    content.append(markOf(new Text(text.slice(run.start, run.end)), run, all));
    from = run.end;
  }
  content.append(text.slice(from));
  content.normalize();
  container.replaceChildren(content);
}

/** A mark in the look of its first aspect; in it, an underline for each further one. */
export function markOf(content: Text, run: Run, all: readonly string[]): HTMLElement {
  const mark = create('mark', classOf(run, all));
  // Read out by screen readers, see marks.css.
  mark.dataset.label = strings.reviews.aspectList(run.aspects.map(labelOf));
  mark.append(
    run.aspects.slice(1).reduceRight<Node>((inner, aspect, level) => {
      const line = create('span', `line ${lookOf(aspect, all)}`, inner);
      line.style.setProperty('--level', String(level + 1));
      return line;
    }, content),
  );
  return mark;
}

/** The classes of a mark: its look, whose it is, how sure, and whether it was left out. */
export function classOf({ aspects, sure, dropped }: Run, all: readonly string[]): string {
  const [first = ''] = aspects;
  const classes = [lookOf(first, all), ...aspects.map((aspect) => `of-${placeOf(aspect, all)}`)];
  if (aspects.length > 1) classes.push('shared');
  if (sure !== undefined) classes.push(`sure-${Math.max(1, Math.ceil(sure * strengths))}`);
  if (dropped) classes.push('dropped');
  return classes.join(' ');
}
