// The class of a text, the curve along its words, and the n-grams for and against.
import type { Classification } from 'whylight/classifier';
import { leastKnown } from '../../components/known-words';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import type { ResultPanel } from '../../components/workbench';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { capitalised, ngramText, readText, signed } from '../../wording';
import { LinkedCurve } from './curve';
import { gradedWords, type GradedWord } from './graded-words';
import { lookOf, nameOf, nearest, percentage, plain, type Grade } from './grades';
import { NgramLists } from './ngrams';
import type { OpenClassifier } from './open-classifier';

export class SentimentResult implements ResultPanel<OpenClassifier, Classification> {
  readonly #status: ResultStatus;
  readonly #overview: HTMLElement;
  readonly #verdict: HTMLElement;
  readonly #classes: HTMLElement;
  readonly #curve: LinkedCurve;
  readonly #note: HTMLElement;
  readonly #list: HTMLDetailsElement;
  readonly #rows: HTMLTableSectionElement;
  readonly #ngramPart: HTMLElement;
  readonly #ngrams: NgramLists;
  readonly #balance: HTMLElement;
  readonly #record: TrackRecord;
  #grades: readonly Grade[] = [];
  /** Of the model's record, until it is shown. */
  #probes: OpenClassifier['probes'];
  #text = '';
  #words: GradedWord[] = [];

  constructor(panel: HTMLElement) {
    this.#status = new ResultStatus(panel);
    this.#overview = find(panel, '.overview', HTMLElement);
    this.#verdict = find(panel, '.verdict', HTMLElement);
    this.#classes = find(panel, '.classes', HTMLElement);
    this.#curve = new LinkedCurve(
      find(panel, '.curve', HTMLElement),
      find(panel, '.readout', HTMLElement),
    );
    this.#note = find(panel, '.curve-note', HTMLElement);
    this.#list = find(panel, '.list', HTMLDetailsElement);
    this.#rows = find(panel, '.list tbody', HTMLTableSectionElement);
    this.#ngramPart = find(panel, '.ngrams', HTMLElement);
    this.#ngrams = new NgramLists(find(panel, '.sides', HTMLElement), (spans, side) =>
      this.#curve.mark(spans, side),
    );
    this.#balance = find(panel, '.balance', HTMLElement);
    this.#record = new TrackRecord(find(panel, '.record', HTMLDetailsElement));
    this.#list.addEventListener('toggle', () => this.#fillList());
  }

  useModel({ grades, probes }: OpenClassifier): void {
    this.#grades = grades;
    this.#probes = probes;
  }

  showText(text: string): void {
    this.#text = text;
    this.#words = [];
    this.#curve.showText(text);
    this.#note.textContent = '';
    this.#showParts(false);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(classification: Classification, ms: number): void {
    const { text, known, words, ngrams } = classification;
    // Not before the curve, which would move it.
    if (this.#probes) this.#record.show(this.#probes);
    this.#probes = undefined;
    // A text of which the model knows no word gets no class: it would say nothing of it.
    if (known === 0) {
      const empty = words.length === 0;
      this.showText(text);
      this.#status.notice(empty ? strings.sentiment.nothing : strings.sentiment.notEnglish);
      this.#status.done('', empty ? strings.sentiment.noWords : strings.sentiment.notEnglish);
      return;
    }
    this.#text = text;
    this.#words = gradedWords(classification);
    this.#status.notice(known < leastKnown ? strings.sentiment.knowsFew(percentage(known)) : '');
    this.#status.done(readText(text, words, ms), this.#summaryOf(classification));
    this.#showParts(true);
    this.#showOverview(classification);
    this.#curve.show(text, this.#words, this.#grades);
    const left = words.length - this.#words.length;
    this.#note.textContent =
      left > 0 ? strings.sentiment.curveEnds(this.#words.length, words.length) : '';
    this.#fillList();
    this.#ngramPart.hidden = ngrams.length === 0;
    this.#ngrams.show(classification);
    this.#balance.textContent = balanceOf(classification);
  }

  onError(error: unknown, text: string): void {
    this.showText(text);
    this.#status.fail(strings.sentiment.failed, error);
  }

  #showParts(shown: boolean): void {
    for (const part of [this.#overview, this.#list, this.#ngramPart]) part.hidden = !shown;
  }

  #showOverview({ grade = 0, probabilities }: Classification): void {
    // Read off the number, as at every word of the curve, so that the two cannot disagree.
    const verdict = nearest(grade, this.#grades);
    this.#verdict.className = `verdict ${lookOf(verdict.grade, this.#grades)}`;
    this.#verdict.replaceChildren(
      create('b', '', capitalised(nameOf(verdict))),
      ' ',
      create('span', '', this.#onScale(grade)),
    );
    // As the curve is drawn: the most positive is on top.
    const items = this.#grades.toReversed().map((entry) => {
      const share = probabilities[entry.label] ?? 0;
      const fill = create('span', `fill ${lookOf(entry.grade, this.#grades)}`);
      fill.style.inlineSize = `${(100 * share).toFixed(1)}%`;
      const item = create(
        'li',
        entry === verdict ? 'verdict-class' : '',
        create('span', 'class-name', capitalised(nameOf(entry))),
        ' ',
        create('span', 'track', fill),
        ' ',
        create('span', 'share', percentage(share)),
      );
      return item;
    });
    this.#classes.replaceChildren(...items);
  }

  #onScale(grade: number): string {
    const [low, high] = [this.#grades.at(0)!, this.#grades.at(-1)!];
    return strings.sentiment.onScale(signed(grade), plain(low.grade), plain(high.grade));
  }

  /** Says what the picture says; only when it is open, as a long text has a long list. */
  #fillList(): void {
    if (!this.#list.open) return;
    const rows = this.#words.map(({ start, end, grade }) => {
      const word = create('th', '', this.#text.slice(start, end));
      word.scope = 'row';
      holdsEnglish(word);
      const name = nameOf(nearest(grade, this.#grades));
      return create('tr', '', word, create('td', '', signed(grade)), create('td', '', name));
    });
    this.#rows.replaceChildren(...rows);
  }

  /** One line for screen readers. */
  #summaryOf({ text, grade = 0, ngrams }: Classification): string {
    const verdict = capitalised(nameOf(nearest(grade, this.#grades)));
    const onScale = this.#onScale(grade);
    const [strongest] = ngrams;
    if (!strongest) return strings.sentiment.summary(verdict, onScale);
    const words = ngramText(text, strongest.spans);
    const adds = signed(strongest.contribution);
    return strings.sentiment.summaryAndMost(verdict, onScale, words, adds);
  }
}

/** The sum of the contributions, and the part that they leave out. */
function balanceOf({ sum, bias, residual, value }: Classification): string {
  const { sentiment } = strings;
  const rest = signed(residual);
  return rest === signed(0)
    ? sentiment.balance(signed(sum), signed(bias), signed(value))
    : sentiment.balanceAndRest(signed(sum), signed(bias), rest, signed(value));
}
