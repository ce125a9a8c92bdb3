// The class of a text, the curve along its words, and the n-grams for and against.
import type { Classification } from 'whylight/classifier';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import type { ResultPanel } from '../../components/workbench';
import { create, find } from '../../dom';
import { capitalised, count, ngramText, readText, signed } from '../../wording';
import { LinkedCurve } from './curve';
import { gradedWords, type GradedWord } from './graded-words';
import { lookOf, nearest, percentage, plain, type Grade } from './grades';
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
    this.#record.show(probes);
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
    const { text, words, ngrams } = classification;
    // An empty text gets no class: it would say nothing of it.
    if (words.length === 0) {
      this.showText(text);
      this.#status.notice('Write a sentence to see its sentiment and the reasons.');
      this.#status.done('', 'There are no words to read.');
      return;
    }
    this.#text = text;
    this.#words = gradedWords(classification);
    this.#status.notice('');
    this.#status.done(readText(text, words, ms), this.#summaryOf(classification));
    this.#showParts(true);
    this.#showOverview(classification);
    this.#curve.show(text, this.#words, this.#grades);
    const left = words.length - this.#words.length;
    this.#note.textContent =
      left > 0
        ? `The curve ends after ${count(this.#words.length, 'word')} of ${words.length.toLocaleString('en')}; ` +
          'class and reasons are those of the whole text.'
        : '';
    this.#fillList();
    this.#ngramPart.hidden = ngrams.length === 0;
    this.#ngrams.show(classification);
    this.#balance.textContent = balanceOf(classification);
  }

  onError(error: unknown, text: string): void {
    this.showText(text);
    this.#status.fail('This text could not be read.', error);
  }

  #showParts(shown: boolean): void {
    for (const part of [this.#overview, this.#list, this.#ngramPart]) part.hidden = !shown;
  }

  #showOverview({ grade = 0, probabilities }: Classification): void {
    // Read off the number, as at every word of the curve, so that the two cannot disagree.
    const verdict = nearest(grade, this.#grades);
    this.#verdict.className = `verdict ${lookOf(verdict.grade, this.#grades)}`;
    this.#verdict.replaceChildren(
      create('b', '', capitalised(verdict.name)),
      ' ',
      create('span', '', `${signed(grade)} ${this.#scale()}`),
    );
    // As the curve is drawn: the most positive is on top.
    const items = this.#grades.toReversed().map((entry) => {
      const share = probabilities[entry.label] ?? 0;
      const fill = create('span', `fill ${lookOf(entry.grade, this.#grades)}`);
      fill.style.inlineSize = `${(100 * share).toFixed(1)}%`;
      const item = create(
        'li',
        entry === verdict ? 'verdict-class' : '',
        create('span', 'class-name', capitalised(entry.name)),
        ' ',
        create('span', 'track', fill),
        ' ',
        create('span', 'share', percentage(share)),
      );
      return item;
    });
    this.#classes.replaceChildren(...items);
  }

  #scale(): string {
    return `on a scale from ${plain(this.#grades.at(0)!.grade)} to ${plain(this.#grades.at(-1)!.grade)}`;
  }

  /** Says what the picture says; only when it is open, as a long text has a long list. */
  #fillList(): void {
    if (!this.#list.open) return;
    const rows = this.#words.map(({ start, end, grade }) => {
      const word = create('th', '', this.#text.slice(start, end));
      word.scope = 'row';
      word.dir = 'auto';
      const { name } = nearest(grade, this.#grades);
      return create('tr', '', word, create('td', '', signed(grade)), create('td', '', name));
    });
    this.#rows.replaceChildren(...rows);
  }

  /** One line for screen readers. */
  #summaryOf({ text, grade = 0, ngrams }: Classification): string {
    const { name } = nearest(grade, this.#grades);
    const said = `${capitalised(name)}, ${signed(grade)} ${this.#scale()}`;
    const [strongest] = ngrams;
    if (!strongest) return `${said}.`;
    const words = ngramText(text, strongest.spans);
    return `${said}. What counts most: “${words}”, ${signed(strongest.contribution)}.`;
  }
}

/** The sum of the contributions, and the part that they leave out. */
function balanceOf({ sum, bias, residual, value }: Classification): string {
  const parts = `All combinations together add ${signed(sum)} and the bias ${signed(bias)}`;
  const rest = signed(residual);
  return rest === '0.00'
    ? `${parts}, in all a score of ${signed(value)}.`
    : `${parts}; what is no such sum adds ${rest}, in all a score of ${signed(value)}.`;
}
