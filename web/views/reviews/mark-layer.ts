// The layer of marks below a text that is being typed. It holds the same text, so that both break their
// lines alike; the text area on top shows the letters. A key changes one text node and nothing else;
// marks that come with a new answer are exchanged a few in each frame.
import type { Span } from 'whylight';
import { FrameWork } from '../../components/frames';
import { classOf, markOf, type Run } from './marked-text';

// So many marks change in a frame at least; in a very long text, so large a share of them, since each
// frame lays out all of it.
const leastChanges = 80;
const leastShare = 1 / 12;

/** A stretch of the text with its node; stretches follow one another without gaps. */
interface Piece {
  start: number;
  node: Text;
  mark: { run: Run; element: HTMLElement } | undefined;
}

/** What has to be typed over to get from one text to another: [start, end) becomes `inserted`. */
export interface Edit {
  start: number;
  end: number;
  inserted: string;
}

/** The edit between two texts: what is left of them without what they begin and end with alike. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) ++start;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) ++same;
  return { start, end: before.length - same, inserted: after.slice(start, after.length - same) };
}

export class MarkLayer {
  readonly #element: HTMLElement;
  readonly #work = new FrameWork();
  #text = '';
  #pieces: Piece[] = [];
  #all: readonly string[] = [];

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Follows the text. Marks stay where they are, and go with the words that they are on. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#work.stop();
    const { start, end, inserted } = editBetween(this.#text, text);
    this.#text = text;
    const typedInto = this.#pieceAt(start);
    let at = 0;
    this.#pieces = this.#pieces.filter((piece) => {
      const from = Math.max(start, piece.start);
      const removed = Math.max(0, Math.min(end, piece.start + piece.node.length) - from);
      const added = piece === typedInto ? inserted : '';
      if (removed > 0 || added) piece.node.replaceData(from - piece.start, removed, added);
      piece.start = at;
      at += piece.node.length;
      if (piece.node.length > 0) return true;
      (piece.mark?.element ?? piece.node).remove();
      return false;
    });
  }

  /** Exchanges the marks for these, in the looks of their places in `all` aspects. */
  show(runs: readonly Run[], all: readonly string[]): void {
    this.#all = all;
    const wanted = tilesOf(this.#text.length, runs);
    const most = Math.max(leastChanges, Math.ceil(wanted.length * leastShare));
    let done = 0;
    this.#work.run(() => {
      let changes = 0;
      while (done < wanted.length && changes < most) {
        if (this.#set(done, wanted[done]!)) ++changes;
        ++done;
      }
      return done < wanted.length;
    });
  }

  /** The run of a mark on the screen. */
  runOf(element: Element): Run | undefined {
    return this.#pieces.find(({ mark }) => mark?.element === element)?.mark?.run;
  }

  /** The mark of a run that is shown. */
  elementOf(run: Run): HTMLElement | undefined {
    return this.#pieces.find(({ mark }) => mark?.run === run)?.mark?.element;
  }

  /** Where a stretch of the text is on the page. */
  rangeOf({ start, end }: Span): Range | undefined {
    const endOf = (piece: Piece) => piece.start + piece.node.length;
    const first = this.#pieces.find((piece) => start < endOf(piece));
    const last = this.#pieces.find((piece) => end <= endOf(piece));
    if (!first || !last) return undefined;
    const range = new Range();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
    return range;
  }

  /** The piece that takes up what is typed at a place: between two, the one without a mark. */
  #pieceAt(place: number): Piece {
    const touching = this.#pieces.filter(
      ({ start, node }) => start <= place && place <= start + node.length,
    );
    const found = touching.find(({ mark }) => !mark) ?? touching[0];
    if (found) return found;
    const made: Piece = { start: 0, node: new Text(''), mark: undefined };
    this.#element.append(made.node);
    this.#pieces.push(made);
    return made;
  }

  /**
   * Makes the piece at `index` that tile; all before it are as they should be. Returns whether the page
   * was changed.
   */
  #set(index: number, { start, end, run }: Tile): boolean {
    const old = this.#pieces[index]!;
    const asWide = old.start === start && old.node.length === end - start;
    if (asWide && !run && !old.mark) return false;
    if (asWide && run && old.mark?.run.aspects.join() === run.aspects.join()) {
      const { element } = old.mark;
      const classes = classOf(run, this.#all);
      old.mark.run = run;
      const changes = element.className !== classes;
      if (changes) element.className = classes;
      return changes;
    }
    const node = new Text(this.#text.slice(start, end));
    const element = run && markOf(node, run, this.#all);
    this.#element.insertBefore(element ?? node, old.mark?.element ?? old.node);
    // What the new piece has taken from those that were there.
    let covered = index;
    while (covered < this.#pieces.length) {
      const piece = this.#pieces[covered]!;
      if (piece.start + piece.node.length > end) {
        if (end > piece.start) this.#cutFront(piece, end - piece.start);
        break;
      }
      (piece.mark?.element ?? piece.node).remove();
      ++covered;
    }
    const made: Piece = { start, node, mark: run && { run, element: element! } };
    this.#pieces.splice(index, covered - index, made);
    return true;
  }

  /** Cuts the first letters off a piece. A node that began elsewhere would count as a text that moved. */
  #cutFront(piece: Piece, length: number): void {
    piece.start += length;
    if (piece.mark) {
      piece.node.deleteData(0, length);
      return;
    }
    const rest = new Text(piece.node.data.slice(length));
    this.#element.insertBefore(rest, piece.node);
    piece.node.remove();
    piece.node = rest;
  }
}

/** A stretch with a mark, or one between marks. */
interface Tile {
  start: number;
  end: number;
  run: Run | undefined;
}

/** Runs and what lies between them, without gaps. */
function tilesOf(length: number, runs: readonly Run[]): Tile[] {
  const tiles: Tile[] = [];
  let from = 0;
  for (const run of runs) {
    if (run.start > from) tiles.push({ start: from, end: run.start, run: undefined });
    tiles.push({ start: run.start, end: run.end, run });
    from = run.end;
  }
  if (from < length) tiles.push({ start: from, end: length, run: undefined });
  return tiles;
}
