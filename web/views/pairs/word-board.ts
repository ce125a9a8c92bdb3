// The words of both texts, one row above the other. A word that is pointed at has lines to the words
// of the other text that it reads; one that is chosen is left out, until it is chosen again.
import type { AlignedWord, Span } from 'whylight/pairs';
import { goAlong, stopAt } from '../../components/one-stop';
import { tintOf, wordChip, type WordChip } from '../../components/word-chip';
import { nameOf, readingOf } from '../../components/word-reading';
import { create, createSvg, find } from '../../dom';
import { strings } from '../../strings/strings';
import { signed } from '../../wording';
import { oppositeOf, sides, type PairReading, type Side, type TextPair } from './read-pair';
import { sentenceOf } from './verdict-card';
import { verdictOf } from './verdict';

/** A word of the board, and what is known of it. */
interface Word extends Span {
  chip: WordChip;
  dropped: boolean;
  /** What the verdict owes to it, a probability. */
  effect: number;
  /** What it reads, the most first. */
  links: Link[];
}

interface Link {
  word: Word;
  weight: number;
}

interface Place {
  side: Side;
  index: number;
}

/** A line that carries less is not drawn. */
const leastWeight = 0.04;
/** Without a word that is pointed at, only lines that carry so much are drawn. */
const leastFaint = 0.25;
/** From which effects on a word is tinted, in three steps. */
const tints = [0.01, 0.05, 0.2];

export interface BoardListener {
  /** These words are left out from now on. */
  onDrop: (dropped: Record<Side, Span[]>) => void;
  /** Whether the texts are still these: words of others cannot be left out of them. */
  isCurrent: (pair: TextPair) => boolean;
}

export class WordBoard {
  readonly #root: HTMLElement;
  readonly #rows: Readonly<Record<Side, HTMLElement>>;
  readonly #lines = createSvg('svg', { class: 'pair-lines', 'aria-hidden': 'true' });
  readonly #readout: HTMLElement;
  readonly #listener: BoardListener;
  #pair: TextPair = { text: '', other: '' };
  #words: Record<Side, Word[]> = { text: [], other: [] };
  #verdict = '';
  #chosen: Place | undefined;
  /** A finger chooses a word with its first tap. */
  #tapChooses = false;

  /** Takes over the rows and the readout of `root`. */
  constructor(root: HTMLElement, listener: BoardListener) {
    this.#root = find(root, '.pair-board', HTMLElement);
    this.#rows = {
      text: find(root, '.first-words', HTMLElement),
      other: find(root, '.second-words', HTMLElement),
    };
    this.#readout = find(root, '.pair-readout', HTMLElement);
    this.#listener = listener;
    this.#root.prepend(this.#lines);
    this.#root.addEventListener('pointerleave', () => this.#choose(undefined));
    for (const side of sides) this.#listen(side);
    new ResizeObserver(() => this.#draw()).observe(this.#root);
  }

  /** The words that are left out. */
  get dropped(): Record<Side, Span[]> {
    const of = (side: Side) =>
      this.#words[side].filter(({ dropped }) => dropped).map(({ start, end }) => ({ start, end }));
    return { text: of('text'), other: of('other') };
  }

  /** Forgets all words. */
  clear(): void {
    for (const side of sides) {
      this.#words[side] = [];
      this.#rows[side].replaceChildren();
    }
    this.#choose(undefined);
  }

  /** Brings all words back. */
  restore(): void {
    for (const side of sides) for (const word of this.#words[side]) word.dropped = false;
    this.#tell();
  }

  show({ question, verdicts, words: found }: PairReading): void {
    if (!verdicts || !found) return;
    const { effects, alignment } = found;
    const { pair, dropped } = question;
    const readers = { text: alignment.words, other: alignment.otherWords };
    if (sides.every((side) => dropped[side].length === 0)) this.#lay(pair, readers);
    this.#verdict = sentenceOf(verdictOf(verdicts.forward).relation, 'forward');
    const starts = {
      text: new Map(this.#words.text.map((word) => [word.start, word])),
      other: new Map(this.#words.other.map((word) => [word.start, word])),
    };
    for (const side of sides) {
      const others = readers[oppositeOf(side)].map(({ start }) =>
        starts[oppositeOf(side)].get(start),
      );
      for (const { start, weights } of readers[side]) {
        const word = starts[side].get(start);
        if (word) word.links = linksTo(others, weights);
      }
      for (const { start, effect } of side === 'text' ? effects.words : effects.otherWords) {
        const word = starts[side].get(start);
        if (word) word.effect = effect;
      }
    }
    for (const side of sides) for (const word of this.#words[side]) this.#dress(word, side);
    this.#choose(this.#chosen);
  }

  /** Lays out the words of a new pair; those of the same stay, and the keyboard with them. */
  #lay(pair: TextPair, readers: Record<Side, readonly AlignedWord[]>): void {
    for (const side of sides) {
      const same =
        this.#pair[side] === pair[side] && this.#words[side].length === readers[side].length;
      if (same) {
        // They were read with all others.
        for (const word of this.#words[side]) word.dropped = false;
        continue;
      }
      this.#chosen = undefined;
      this.#words[side] = readers[side].map(({ start, end }) => newWord(pair[side], start, end));
      this.#rows[side].replaceChildren(
        ...this.#buttons(side).map((button) => create('li', '', button)),
      );
      stopAt(this.#buttons(side), this.#buttons(side)[0] ?? null);
    }
    this.#pair = pair;
  }

  #dress(word: Word, side: Side): void {
    const { chip, dropped, effect } = word;
    if (dropped) word.links = [];
    chip.button.ariaPressed = String(dropped);
    chip.button.className = `word-chip pair-word ${dropped ? '' : tintOf(effect, tints)}`;
    chip.effect.textContent = dropped ? '–' : signed(100 * effect, 0);
    chip.told.replaceChildren(...this.#readingOf(word, side));
  }

  #textOf({ start, end }: Span, side: Side): string {
    return this.#pair[side].slice(start, end);
  }

  /** What a word reads, and what the verdict owes to it, as a sentence or two. */
  #readingOf({ dropped, effect, links }: Word, side: Side): (Node | string)[] {
    const { pairs } = strings;
    if (dropped) return [pairs.leftOut];
    const read = links.map(({ word, weight }) => ({
      said: this.#textOf(word, oppositeOf(side)),
      weight,
    }));
    return [...readingOf(read), ` ${pairs.owes(this.#verdict, signed(100 * effect, 0))}`];
  }

  #listen(side: Side): void {
    const row = this.#rows[side];
    const indexOf = (event: Event) => {
      const button = (event.target as Element).closest('.pair-word');
      return this.#words[side].findIndex(({ chip }) => chip.button === button);
    };
    const choose = (event: Event) => {
      const index = indexOf(event);
      if (index >= 0) this.#choose({ side, index });
    };
    row.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'touch') choose(event);
    });
    row.addEventListener('pointerdown', (event) => {
      const { side: chosenSide, index } = this.#chosen ?? {};
      const isChosen = chosenSide === side && index === indexOf(event);
      this.#tapChooses = event.pointerType === 'touch' && !isChosen;
    });
    row.addEventListener('focusin', (event) => {
      choose(event);
      stopAt(this.#buttons(side), event.target);
    });
    row.addEventListener('focusout', () => this.#choose(undefined));
    row.addEventListener('click', (event) => {
      const index = indexOf(event);
      if (index < 0) return;
      if (this.#tapChooses) {
        this.#tapChooses = false;
        this.#choose({ side, index });
        return;
      }
      if (!this.#listener.isCurrent(this.#pair)) return;
      const word = this.#words[side][index]!;
      word.dropped = !word.dropped;
      this.#tell();
    });
    row.addEventListener('keydown', (event) => goAlong(this.#buttons(side), event));
  }

  #tell(): void {
    for (const side of sides) for (const word of this.#words[side]) this.#dress(word, side);
    this.#choose(this.#chosen);
    this.#listener.onDrop(this.dropped);
  }

  #buttons(side: Side): HTMLElement[] {
    return this.#words[side].map(({ chip }) => chip.button);
  }

  #choose(place: Place | undefined): void {
    this.#chosen = place;
    const word = place && this.#words[place.side][place.index];
    for (const side of sides) {
      for (const each of this.#words[side]) {
        const read = word?.links.find((link) => link.word === each)?.weight ?? 0;
        each.chip.button.classList.toggle('pointed', each === word);
        each.chip.button.classList.toggle('read', read >= leastFaint);
      }
    }
    this.#readout.replaceChildren();
    if (word) {
      const name = nameOf(this.#textOf(word, place.side));
      this.#readout.append(name, ': ', ...this.#readingOf(word, place.side));
    } else if (this.#words.text.length > 0) {
      this.#readout.append(strings.pairs.wordsHint);
    }
    this.#draw();
  }

  #draw(): void {
    const { width, height, left, top } = this.#root.getBoundingClientRect();
    for (const [name, size] of Object.entries({ width, height })) {
      this.#lines.setAttribute(name, String(size));
    }
    const edge = ({ chip }: Word, side: Side) => {
      const box = chip.button.getBoundingClientRect();
      const y = side === 'text' ? box.bottom : box.top;
      return { x: box.left + box.width / 2 - left, y: y - top };
    };
    const path = (word: Word, side: Side, { word: read, weight }: Link, faint: boolean) => {
      const [from, to] = [edge(word, side), edge(read, oppositeOf(side))];
      const middle = (from.y + to.y) / 2;
      return createSvg('path', {
        d: `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`,
        'stroke-width': (1 + 7 * weight).toFixed(2),
        opacity: ((faint ? 0.4 : 1) * (0.35 + 0.65 * weight)).toFixed(2),
      });
    };
    const chosen = this.#chosen;
    const word = chosen && this.#words[chosen.side][chosen.index];
    const paths = word
      ? word.links
          .filter(({ weight }) => weight >= leastWeight)
          .map((link) => path(word, chosen.side, link, false))
      : this.#words.text.flatMap((each) =>
          each.links
            .filter(({ weight }) => weight >= leastFaint)
            .map((link) => path(each, 'text', link, true)),
        );
    this.#lines.replaceChildren(...paths);
  }
}

function newWord(text: string, start: number, end: number): Word {
  const chip = wordChip(text.slice(start, end), 'word-chip pair-word');
  return { start, end, chip, dropped: false, effect: 0, links: [] };
}

function linksTo(others: readonly (Word | undefined)[], weights: readonly number[]): Link[] {
  return others
    .flatMap((word, at) => (word ? [{ word, weight: weights[at] ?? 0 }] : []))
    .sort((a, b) => b.weight - a.weight);
}
