// What holds of two texts, in both directions, and word by word.
import { leastKnown } from '../../components/known-words';
import type { Listener } from '../../components/live-explainer';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import { create, find } from '../../dom';
import { strings } from '../../strings/strings';
import { likelihood, milliseconds, percentage, wordCount } from '../../wording';
import { Matrix } from './matrix';
import type { OpenPairs } from './open-pairs';
import { mostWords, sides, type PairQuestion, type PairReading } from './read-pair';
import { verdictOf, type Verdict } from './verdict';
import { sentenceOf, VerdictCard, type Direction } from './verdict-card';
import { WordBoard, type BoardListener } from './word-board';

export class PairResult implements Listener<PairReading, PairQuestion> {
  readonly #status: ResultStatus;
  readonly #verdicts: HTMLElement;
  readonly #both: HTMLElement;
  readonly #cards = { forward: new VerdictCard('forward'), backward: new VerdictCard('backward') };
  readonly #wordsPart: HTMLElement;
  readonly #longNote: HTMLElement;
  readonly #board: WordBoard;
  readonly #restore: HTMLButtonElement;
  readonly #matrix: Matrix;
  readonly #record: TrackRecord;
  /** Of the model's record, until it is shown. */
  #probes: OpenPairs['probes'];

  constructor(panel: HTMLElement, { onDrop, isCurrent }: BoardListener) {
    this.#status = new ResultStatus(panel);
    this.#verdicts = find(panel, '.pair-verdicts', HTMLElement);
    this.#both = find(panel, '.both-say', HTMLElement);
    this.#verdicts.append(
      create('div', 'verdict-cards', this.#cards.forward.element, this.#cards.backward.element),
    );
    this.#wordsPart = find(panel, '.pair-words', HTMLElement);
    this.#longNote = find(panel, '.too-many-words', HTMLElement);
    this.#longNote.textContent = strings.pairs.wordsLong(mostWords);
    this.#restore = find(panel, '.restore', HTMLButtonElement);
    this.#board = new WordBoard(this.#wordsPart, {
      onDrop: (dropped) => {
        this.#showRestore(dropped);
        onDrop(dropped);
      },
      isCurrent,
    });
    this.#restore.addEventListener('click', () => {
      this.#board.restore();
      this.#wordsPart.querySelector<HTMLElement>('.pair-word')?.focus();
    });
    this.#matrix = new Matrix(find(panel, '.pair-matrix', HTMLElement));
    this.#record = new TrackRecord(find(panel, '.record', HTMLDetailsElement));
  }

  useModel({ probes }: OpenPairs): void {
    this.#probes = probes;
  }

  /** The texts are others, without a model that reads them or with one that has not yet. */
  showNothing(): void {
    this.#board.clear();
    this.#showRestore({ text: [], other: [] });
    this.#showParts({ verdicts: false, words: false, long: false });
    this.#matrix.show(undefined);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(reading: PairReading, ms: number): void {
    const { question, verdicts, words } = reading;
    // Not before the words, which would move it.
    if (this.#probes) this.#record.show(this.#probes);
    this.#probes = undefined;
    this.#showRestore(question.dropped);
    if (!verdicts) {
      const left = sides.every((side) => question.pair[side].trim() !== '');
      // What was left out can be brought back.
      if (left) this.#showParts({ verdicts: false, words: true, long: false });
      else this.showNothing();
      const says = left ? strings.pairs.nothingLeft : strings.pairs.nothing;
      this.#status.notice(says);
      this.#status.done('', says);
      return;
    }
    const { forward, backward } = verdicts;
    // Of a text of which the model knows no word a verdict would say nothing.
    if (sides.some((side) => forward.known[side] === 0)) {
      // What was left out can be brought back.
      if (sides.some((side) => question.dropped[side].length > 0)) {
        this.#showParts({ verdicts: false, words: true, long: false });
      } else {
        this.showNothing();
      }
      this.#status.notice(strings.pairs.unknown);
      this.#status.done('', strings.pairs.unknown);
      return;
    }
    const [there, back] = [verdictOf(forward), verdictOf(backward)];
    this.#cards.forward.show(there);
    this.#cards.backward.show(back);
    const says = headlineOf(there, back);
    this.#both.textContent = says;
    this.#both.hidden = says === '';
    this.#status.notice(knownNotice(forward.known));
    this.#showParts({ verdicts: true, words: words !== undefined, long: !words });
    if (words) this.#board.show(reading);
    else this.#board.clear();
    this.#matrix.show(reading);
    const timing = strings.wording.read(wordCount(forward.text, forward.other), milliseconds(ms));
    this.#status.done(timing, summaryOf(there, back));
  }

  onError(error: unknown): void {
    this.showNothing();
    this.#status.fail(strings.pairs.failed, error);
  }

  #showRestore(dropped: PairQuestion['dropped']): void {
    this.#restore.hidden = sides.every((side) => dropped[side].length === 0);
  }

  #showParts({ verdicts, words, long }: Record<'verdicts' | 'words' | 'long', boolean>): void {
    this.#verdicts.hidden = !verdicts;
    this.#wordsPart.hidden = !words;
    this.#longNote.hidden = !long;
  }
}

/** What both verdicts together mean. */
function headlineOf(there: Verdict, back: Verdict): string {
  const same = there.relation === 'follows' && back.relation === 'follows';
  return same ? strings.pairs.bothSay : '';
}

/** Of a text of which the model knows few words; '' if there is none. */
function knownNotice(known: { text: number; other: number }): string {
  const { knowsFew, knowsFewOfBoth } = strings.pairs;
  const few = sides.filter((side) => known[side] < leastKnown);
  if (few.length === 2) return knowsFewOfBoth(percentage(known.text), percentage(known.other));
  const [side] = few;
  return side ? knowsFew[side](percentage(known[side])) : '';
}

/** One line for screen readers. */
function summaryOf(there: Verdict, back: Verdict): string {
  const said = ({ relation, shares }: Verdict, direction: Direction) =>
    `${sentenceOf(relation, direction)}, ${strings.pairs.likely(likelihood(shares[relation]))}.`;
  return `${said(there, 'forward')} ${said(back, 'backward')} ${headlineOf(there, back)}`.trim();
}
