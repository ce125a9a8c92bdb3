// The layer of marks below a text that is being typed. It holds the same text, so that both break their
// lines alike; the text area on top shows the letters. A key changes one text node of one block and
// nothing else; marks that come with a new answer are exchanged a few in each frame.
import type { Span } from 'whylight';
import { FrameWork } from '../../components/frames';
import { MarkedBlock, type Edit } from './marked-block';
import type { Run } from './marked-text';

/** The edit between two texts: what is left of them without what they begin and end with alike. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) ++start;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    ++same;
  }
  return { start, end: before.length - same, inserted: after.slice(start, after.length - same) };
}

export class MarkLayer {
  readonly #element: HTMLElement;
  readonly #work = new FrameWork();
  readonly #onShown: () => void;
  #text = '';
  /** Each but the last ends with a line break. */
  #blocks = [new MarkedBlock()];
  #all: readonly string[] = [];

  /** `onShown` hears when all marks have been exchanged. */
  constructor(element: HTMLElement, onShown = () => {}) {
    this.#element = element;
    this.#onShown = onShown;
    element.append(this.#blocks[0]!.element);
  }

  get text(): string {
    return this.#text;
  }

  /** Follows the text. Marks stay where they are, and go with the words that they are on. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#work.stop();
    const { start, end, inserted } = editBetween(this.#text, text);
    this.#text = text;
    const first = this.#blockAt(start);
    const last = this.#blockAt(end);
    const block = this.#blocks[first.index]!;
    for (const other of this.#blocks.splice(first.index + 1, last.index - first.index)) {
      block.take(other);
      other.element.remove();
    }
    block.edit({ start: start - first.start, end: end - first.start, inserted });
    if (inserted.includes('\n')) this.#split(first.index);
  }

  /** Exchanges the marks for these, in the looks of their places in `all` aspects. */
  show(runs: readonly Run[], all: readonly string[]): void {
    this.#all = all;
    const changes = this.#mark(runs);
    this.#work.run(() => {
      if (!changes.next().done) return true;
      this.#onShown();
      return false;
    });
  }

  /** The run of a mark on the screen. */
  runOf(element: Element): Run | undefined {
    for (const { pieces } of this.#blocks) {
      for (const { mark } of pieces) if (mark?.element === element) return mark.run;
    }
    return undefined;
  }

  /** The marks of a run that is shown, one in each block that it is in. */
  elementsOf(run: Run): HTMLElement[] {
    return this.#blocks.flatMap(({ pieces }) =>
      pieces.flatMap(({ mark }) => (mark?.run === run ? mark.element : [])),
    );
  }

  /** Where a stretch of the text is on the page. */
  rangeOf({ start, end }: Span): Range | undefined {
    const [first, last] = [this.#nodeAt(start + 1), this.#nodeAt(end)];
    if (!first || !last) return undefined;
    const range = new Range();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
    return range;
  }

  /** The node with the letter that ends at a place of the text. */
  #nodeAt(end: number): { node: Text; start: number } | undefined {
    const block = this.#blockAt(end - 1);
    const piece = this.#blocks[block.index]!.pieces.find(
      ({ start, node }) => end <= block.start + start + node.length,
    );
    return piece && { node: piece.node, start: block.start + piece.start };
  }

  /** The block with the letter that begins at a place of the text, and where it begins itself. */
  #blockAt(place: number): { index: number; start: number } {
    let index = 0;
    let start = 0;
    for (; index < this.#blocks.length - 1; ++index) {
      const end = start + this.#blocks[index]!.length;
      if (place < end) break;
      start = end;
    }
    return { index, start };
  }

  #split(index: number): void {
    const block = this.#blocks[index]!;
    const others = block.split(this.#all);
    const next = this.#blocks[index + 1]?.element ?? null;
    for (const { element } of others) this.#element.insertBefore(element, next);
    this.#blocks = [
      ...this.#blocks.slice(0, index + 1),
      ...others,
      ...this.#blocks.slice(index + 1),
    ];
  }

  *#mark(runs: readonly Run[]): Generator<void> {
    let start = 0;
    let next = 0;
    for (const block of this.#blocks) {
      const end = start + block.length;
      const first = next;
      while (next < runs.length && runs[next]!.start < end) ++next;
      yield* block.mark(runs.slice(first, next), start, this.#all);
      // It may go on in the next block.
      if (next > first && runs[next - 1]!.end > end) --next;
      start = end;
    }
  }
}
