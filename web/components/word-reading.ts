// What a word reads of another text, in words.
import { create } from '../dom';
import { holdsEnglish, withEnglish } from '../english';
import { strings } from '../strings/strings';
import { percentage } from '../wording';

export interface WordRead {
  readonly said: string;
  /** How much of the reading goes to it, a share. */
  readonly weight: number;
}

/** How many words are named that a word reads. */
const mostNamed = 3;
/** A word that is read less is not named. */
const leastNamed = 0.04;

/** Names the words that are read the most. */
export function readingOf(words: readonly WordRead[]): (Node | string)[] {
  const { comma, readWord, reads } = strings.pairs;
  const named = words
    .filter(({ weight }) => weight >= leastNamed)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostNamed);
  const says = named.map(({ said, weight }) => readWord(said, percentage(weight))).join(comma);
  return withEnglish(reads(says), ...named.map(({ said }) => said));
}

/** A word of a text, before what is said of it. */
export function nameOf(word: string): HTMLElement {
  return holdsEnglish(create('b', '', word));
}
