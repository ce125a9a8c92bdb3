// Which words were taken out of a text and which put in: as few as possible (E. W. Myers, An O(ND)
// Difference Algorithm and Its Variations, 1986).

export type DiffKind = 'same' | 'removed' | 'added';

/** Words in a row with what stands before them. Of both texts the words that are the same are those of the second. */
export interface DiffPiece {
  kind: DiffKind;
  text: string;
  /** How many words that is, without punctuation. */
  words: number;
}

// More would take longer than a key may, and nobody would read them.
const mostEdits = 300;

/** The pieces of both texts in order; undefined where less than half of their words is the same. */
export function wordDiff(before: string, after: string): DiffPiece[] | undefined {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start]!.word === now[start]!.word) ++start;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end)!.word === now.at(-1 - end)!.word) ++end;
  const most = Math.min(mostEdits, Math.floor((old.length + now.length) / 2));
  const changes = script(
    old.slice(start, old.length - end).map(({ word }) => word),
    now.slice(start, now.length - end).map(({ word }) => word),
    most,
  );
  if (!changes) return undefined;
  const kinds: DiffKind[] = [
    ...Array<DiffKind>(start).fill('same'),
    ...changes,
    ...Array<DiffKind>(end).fill('same'),
  ];
  endSentences(kinds, old, now);
  return piecesOf(kinds, old, now);
}

interface Word {
  word: string;
  /** With what stands between it and the word before. */
  text: string;
}

function isPunctuation(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word);
}

function wordsIn(text: string): Word[] {
  let from = 0;
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu)].map(
    ({ 0: word, index }) => {
      const end = index + word.length;
      const whole = text.slice(from, end);
      from = end;
      return { word, text: whole };
    },
  );
}

/** Moves ". Not good" that stands before "." to "Not good.", which is as good and reads better. */
function endSentences(kinds: DiffKind[], old: readonly Word[], now: readonly Word[]): void {
  let [x, y] = [0, 0];
  for (let from = 0; from < kinds.length;) {
    const kind = kinds[from]!;
    let to = from;
    while (to < kinds.length && kinds[to] === kind) ++to;
    const [words, at] = kind === 'removed' ? [old, x] : [now, y];
    const first = words[at]!.word;
    const moves =
      kind !== 'same' &&
      kinds[from - 1] === 'same' &&
      kinds[to] === 'same' &&
      isPunctuation(first) &&
      first === words[at + to - from]?.word;
    if (moves) [kinds[from], kinds[to]] = ['same', kind];
    if (moves) ++to;
    for (; from < to; ++from) {
      if (kinds[from] !== 'added') ++x;
      if (kinds[from] !== 'removed') ++y;
    }
  }
}

/** How to get from one list to the other in as few steps as possible; undefined if they are more than `most`. */
export function script(
  old: readonly string[],
  now: readonly string[],
  most: number,
): DiffKind[] | undefined {
  // At [k + most + 1]: how far in the old list the furthest path of so many steps is that has taken out
  // k more words than it put in.
  const furthest = new Int32Array(2 * most + 3);
  const at = (k: number) => k + most + 1;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= most; ++steps) {
    trace.push(furthest.slice());
    for (let k = -steps; k <= steps; k += 2) {
      let x = takesIn(furthest, k, steps, at) ? furthest[at(k + 1)]! : furthest[at(k - 1)]! + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) ++x;
      furthest[at(k)] = x;
      if (x >= old.length && x - k >= now.length) return walkBack(trace, x, x - k, at);
    }
  }
  return undefined;
}

/** Whether the last of `steps` on a path puts a word in; otherwise it takes one out. */
function takesIn(
  furthest: Int32Array,
  k: number,
  steps: number,
  at: (k: number) => number,
): boolean {
  return k === -steps || (k !== steps && furthest[at(k - 1)]! < furthest[at(k + 1)]!);
}

function walkBack(
  trace: readonly Int32Array[],
  endX: number,
  endY: number,
  at: (k: number) => number,
): DiffKind[] {
  const kinds: DiffKind[] = [];
  let [x, y] = [endX, endY];
  for (let steps = trace.length - 1; steps > 0; --steps) {
    const furthest = trace[steps]!;
    const added = takesIn(furthest, x - y, steps, at);
    const k = added ? x - y + 1 : x - y - 1;
    const fromX = furthest[at(k)]!;
    const fromY = fromX - k;
    for (; x > fromX && y > fromY; --x, --y) kinds.push('same');
    kinds.push(added ? 'added' : 'removed');
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; --x) kinds.push('same');
  return kinds.reverse();
}

/** Words of one kind in a row are a piece; what was taken out stands before what was put in its place. */
function piecesOf(
  kinds: readonly DiffKind[],
  old: readonly Word[],
  now: readonly Word[],
): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  const waiting: Record<DiffKind, Word[]> = { same: [], removed: [], added: [] };
  const flush = (...which: DiffKind[]) => {
    for (const kind of which) {
      const words = waiting[kind].splice(0);
      const text = words.map((word) => word.text).join('');
      const counted = words.filter(({ word }) => !isPunctuation(word));
      if (words.length > 0) pieces.push({ kind, text, words: counted.length });
    }
  };
  let [x, y] = [0, 0];
  for (const kind of kinds) {
    if (kind === 'same') flush('removed', 'added');
    else flush('same');
    if (kind !== 'added') ++x;
    if (kind !== 'removed') ++y;
    waiting[kind].push(kind === 'removed' ? old[x - 1]! : now[y - 1]!);
  }
  flush('same', 'removed', 'added');
  return pieces;
}
