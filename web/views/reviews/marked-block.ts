// Some lines of a text with their marks, in a block of their own: of a long text, browsers lay out and
// draw anew only what changed.
import type { Span } from 'whylight';
import { create } from '../../dom';
import { classOf, markOf, type Run } from './marked-text';

// A block has so many letters before it ends with a line break.
const leastLength = 200;

/** A stretch of a block with its node; stretches follow one another without gaps. */
export interface Piece {
  /** In the block. */
  start: number;
  node: Text;
  mark: { run: Run; element: HTMLElement } | undefined;
}

/** A stretch of a block with a mark, or one between marks. */
interface Tile extends Span {
  text: string;
  run: Run | undefined;
}

/** What has to be typed over to get from one text to another: [start, end) becomes `inserted`. */
export interface Edit extends Span {
  inserted: string;
}

export class MarkedBlock {
  readonly element = create('div', 'text-block');
  #pieces: Piece[] = [];

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  get length(): number {
    const last = this.#pieces.at(-1);
    return last ? last.start + last.node.length : 0;
  }

  /** Follows an edit. Marks stay where they are, and go with the words that they are on. */
  edit({ start, end, inserted }: Edit): void {
    const typedInto = inserted ? this.#pieceAt(start) : undefined;
    let at = 0;
    this.#pieces = this.#pieces.filter((piece) => {
      const from = Math.max(start, piece.start);
      const removed = Math.max(0, Math.min(end, piece.start + piece.node.length) - from);
      const added = piece === typedInto ? inserted : '';
      if (removed > 0 || added) piece.node.replaceData(from - piece.start, removed, added);
      piece.start = at;
      at += piece.node.length;
      if (piece.node.length > 0) return true;
      outermost(piece).remove();
      return false;
    });
  }

  /** Takes over what another block holds, at the end. */
  take({ pieces }: MarkedBlock): void {
    for (const piece of pieces) this.#add(piece.node, piece.mark);
  }

  /** Keeps the first of its lines, and gives the others as blocks of their own, where they are enough. */
  split(all: readonly string[]): MarkedBlock[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    const blocks: MarkedBlock[] = [this];
    let full = false;
    for (const { node, mark } of pieces) {
      const text = node.data;
      let from = 0;
      while (from < text.length) {
        if (full) blocks.push(new MarkedBlock());
        const block = blocks.at(-1)!;
        const lineBreak = text.indexOf('\n', from + Math.max(0, leastLength - block.length));
        full = lineBreak >= 0;
        const to = full ? lineBreak + 1 : text.length;
        if (from > 0) block.#make(text.slice(from, to), mark?.run, all);
        else {
          if (to < text.length) node.deleteData(to, text.length - to);
          block.#add(node, mark);
        }
        from = to;
      }
    }
    return blocks.slice(1);
  }

  /**
   * Exchanges the marks for those of `runs`, in a text in which this block begins at `from`. Yields after
   * each change of the page.
   */
  *mark(runs: readonly Run[], from: number, all: readonly string[]): Generator<void> {
    const text = this.#pieces.map(({ node }) => node.data).join('');
    for (const [index, tile] of tilesOf(text, runs, from).entries()) {
      if (this.#set(index, tile, all)) yield;
    }
  }

  /** The piece that takes up what is typed at a place: between two, the one without a mark. */
  #pieceAt(place: number): Piece {
    const touching = this.#pieces.filter(
      ({ start, node }) => start <= place && place <= start + node.length,
    );
    const found = touching.find(({ mark }) => !mark) ?? touching[0];
    if (found && !(found.mark && place === 0)) return found;
    const made: Piece = { start: 0, node: new Text(''), mark: undefined };
    this.#insert(made.node, found);
    this.#pieces.unshift(made);
    return made;
  }

  #make(text: string, run: Run | undefined, all: readonly string[]): void {
    const node = new Text(text);
    this.#add(node, run && { run, element: markOf(node, run, all) });
  }

  #add(node: Text, mark: Piece['mark']): void {
    const piece = { start: this.length, node, mark };
    const shown = outermost(piece);
    if (shown.parentElement !== this.element) this.element.append(shown);
    this.#pieces.push(piece);
  }

  #insert(node: Node, before: Piece | undefined): void {
    this.element.insertBefore(node, before ? outermost(before) : null);
  }

  /**
   * Makes the piece at `index` that tile; all before it are as they should be. Returns whether the page
   * was changed.
   */
  #set(index: number, { start, end, text, run }: Tile, all: readonly string[]): boolean {
    const old = this.#pieces[index]!;
    const asWide = old.start === start && old.node.length === end - start;
    if (asWide && !run && !old.mark) return false;
    if (asWide && run && old.mark?.run.aspects.join() === run.aspects.join()) {
      const { element } = old.mark;
      const classes = classOf(run, all);
      old.mark.run = run;
      const changes = element.className !== classes;
      if (changes) element.className = classes;
      return changes;
    }
    const node = new Text(text);
    const mark = run && { run, element: markOf(node, run, all) };
    const made: Piece = { start, node, mark };
    this.#insert(outermost(made), old);
    // What the new piece has taken from those that were there.
    let covered = index;
    while (covered < this.#pieces.length) {
      const piece = this.#pieces[covered]!;
      if (piece.start + piece.node.length > end) {
        if (end > piece.start) this.#cutFront(piece, end - piece.start);
        break;
      }
      outermost(piece).remove();
      ++covered;
    }
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
    this.#insert(rest, piece);
    piece.node.remove();
    piece.node = rest;
  }
}

function outermost({ node, mark }: Piece): HTMLElement | Text {
  return mark?.element ?? node;
}

/** Runs as far as they are in the text of a block that begins at `from`, and what lies between them. */
function tilesOf(text: string, runs: readonly Run[], from: number): Tile[] {
  const tiles: Tile[] = [];
  let at = 0;
  const add = (end: number, run: Run | undefined) => {
    if (end > at) tiles.push({ start: at, end, text: text.slice(at, end), run });
    at = end;
  };
  for (const run of runs) {
    add(Math.max(0, run.start - from), undefined);
    add(Math.min(text.length, run.end - from), run);
  }
  add(text.length, undefined);
  return tiles;
}
