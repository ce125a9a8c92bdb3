// The class of a text, the curve along its words, and the n-grams for and against.
import type { Classification } from 'whylight/classifier';
import { leastKnown } from '../../components/known-words';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import type { ResultPanel } from '../../components/workbench';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { capitalised, classOf, ngramText, readText, signed } from '../../wording';
import { LinkedCurve } from './curve';
import { gradedWords, hasCurve, mostWords, type GradedWord } from './graded-words';
import { nameOf, nearest, percentage } from './grades';
import { NgramLists, type SideNames } from './ngrams';
import type { OpenClassifier } from './open-classifier';
import { onScale, Overview } from './overview';
import { PlainWords } from './plain-words';

type Model = Pick<OpenClassifier, 'grades' | 'labels' | 'own'>;

const noModel: Model = { grades: [], labels: new Map(), own: false };

export class ClassifierResult implements ResultPanel<OpenClassifier, Classification> {
  readonly #status: ResultStatus;
  readonly #overview: Overview;
  readonly #curvePlace: HTMLElement;
  readonly #curve: LinkedCurve;
  readonly #plain: PlainWords;
  readonly #note: HTMLElement;
  readonly #list: HTMLDetailsElement;
  readonly #rows: HTMLTableSectionElement;
  readonly #ngramPart: HTMLElement;
  readonly #ngramHint: HTMLElement;
  readonly #ngrams: NgramLists;
  readonly #balance: HTMLElement;
  readonly #record: TrackRecord;
  readonly #asked: () => string | undefined;
  #model = noModel;
  /** Of the model's record, until it is shown. */
  #probes: OpenClassifier['probes'];
  #text = '';
  #words: GradedWord[] = [];

  /**
   * `asked` says for which class to show reasons, undefined for the likeliest; `onAsk` is told which
   * class the visitor chose.
   */
  constructor(panel: HTMLElement, asked: () => string | undefined, onAsk: (label: string) => void) {
    this.#asked = asked;
    this.#status = new ResultStatus(panel);
    this.#overview = new Overview(panel, onAsk);
    this.#curvePlace = find(panel, '.curve', HTMLElement);
    this.#curve = new LinkedCurve(this.#curvePlace, find(panel, '.readout', HTMLElement));
    this.#plain = new PlainWords(find(panel, '.plain-words', HTMLElement));
    this.#note = find(panel, '.curve-note', HTMLElement);
    this.#list = find(panel, '.list', HTMLDetailsElement);
    this.#rows = find(panel, '.list tbody', HTMLTableSectionElement);
    this.#ngramPart = find(panel, '.ngrams', HTMLElement);
    this.#ngramHint = find(panel, '.ngrams-hint', HTMLElement);
    this.#ngrams = new NgramLists(find(panel, '.sides', HTMLElement), (spans, side) => {
      this.#curve.mark(spans, side);
      this.#plain.mark(spans, side);
    });
    this.#balance = find(panel, '.balance', HTMLElement);
    this.#record = new TrackRecord(find(panel, '.record', HTMLDetailsElement));
    this.#list.addEventListener('toggle', () => this.#fillList());
  }

  loseModel(): void {
    this.#model = noModel;
    this.#probes = undefined;
    this.#record.show(undefined);
    this.#status.notice('');
    this.#status.done('', '');
  }

  useModel(model: OpenClassifier): void {
    this.#model = model;
    this.#probes = model.probes;
  }

  showText(text: string): void {
    this.#text = text;
    this.#words = [];
    this.#plain.show('', []);
    this.#curvePlace.hidden = false;
    this.#curve.showText(text);
    this.#note.textContent = '';
    this.#showParts(false);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(classification: Classification, ms: number): void {
    const { text, known, words } = classification;
    const { own } = this.#model;
    const { sentiment, ownClassifier } = strings;
    // Not before the curve, which would move it.
    if (this.#probes) this.#record.show(this.#probes);
    this.#probes = undefined;
    // A text of which the model knows no word gets no class: it would say nothing of it.
    if (known === 0) {
      const nothing = own ? ownClassifier.nothing : sentiment.nothing;
      const unknown = own ? ownClassifier.unknown : sentiment.notEnglish;
      this.showText(text);
      const empty = words.length === 0;
      this.#status.notice(empty ? nothing : unknown);
      this.#status.done('', empty ? sentiment.noWords : unknown);
      return;
    }
    this.#text = text;
    const knowsFew = own ? ownClassifier.knowsFew : sentiment.knowsFew;
    this.#status.notice(known < leastKnown ? knowsFew(percentage(known)) : '');
    this.#status.done(readText(text, words, ms), this.#summaryOf(classification));
    this.#showParts(true);
    this.#showOverview(classification);
    this.#showWords(classification);
    this.#showNgrams(classification);
  }

  onError(error: unknown, text: string): void {
    this.showText(text);
    this.#status.fail(strings.sentiment.failed, error);
  }

  #showParts(shown: boolean): void {
    for (const part of [this.#overview.element, this.#list, this.#ngramPart]) part.hidden = !shown;
  }

  #showOverview(classification: Classification): void {
    const { grades, labels } = this.#model;
    if (grades.length > 0) {
      this.#overview.showGrade(classification, grades);
    } else {
      const reasons = classification.ngrams.length > 0;
      const asked = reasons ? this.#reasonsOf(classification) : undefined;
      this.#overview.showClass(classification, labels, asked);
    }
  }

  /** The words with their curve, or alone where there is none. */
  #showWords(classification: Classification): void {
    const { text, words } = classification;
    const { grades } = this.#model;
    const drawn = grades.length > 0 && hasCurve(classification);
    this.#words = drawn ? gradedWords(classification) : [];
    this.#curvePlace.hidden = !drawn;
    this.#list.hidden = !drawn;
    this.#plain.show(drawn ? '' : text, drawn ? [] : words);
    if (drawn) this.#curve.show(text, this.#words, grades);
    else this.#curve.showText('');
    const left = drawn ? words.length - this.#words.length : 0;
    this.#note.textContent =
      left > 0 ? strings.sentiment.curveEnds(this.#words.length, words.length) : '';
    this.#fillList();
  }

  #showNgrams(classification: Classification): void {
    const { ngrams, words } = classification;
    const { own } = this.#model;
    // Of a long text none are listed, whatever the layers.
    const none = ngrams.length === 0;
    this.#ngramPart.hidden = none && (!own || words.length > mostWords);
    if (none) {
      this.#ngramHint.textContent = strings.ownClassifier.noReasons;
      this.#ngrams.clear();
      this.#balance.textContent = '';
      return;
    }
    this.#ngramHint.textContent = this.#hintOf(classification);
    this.#ngrams.show(classification, this.#sidesOf(classification));
    this.#balance.textContent = balanceOf(classification);
  }

  /** The class that the reasons speak of, where there are no grades. */
  #reasonsOf({ label }: Classification): string {
    return this.#asked() ?? label;
  }

  #nameOfReasons(classification: Classification): string {
    return classOf(this.#model.labels.get(this.#reasonsOf(classification))!);
  }

  #hintOf(classification: Classification): string {
    const { sentiment, ownClassifier } = strings;
    const { grades, own } = this.#model;
    if (grades.length === 0) return ownClassifier.ngramsHint(this.#nameOfReasons(classification));
    return own ? ownClassifier.gradeHint : sentiment.ngramsHint;
  }

  #sidesOf(classification: Classification): SideNames {
    const { sentiment, ownClassifier } = strings;
    const { grades, own } = this.#model;
    if (grades.length === 0) {
      const name = this.#nameOfReasons(classification);
      return { for: ownClassifier.for(name), against: ownClassifier.against(name) };
    }
    return own ? { for: ownClassifier.higher, against: ownClassifier.lower } : sentiment;
  }

  /** Says what the picture says; only when it is open, as a long text has a long list. */
  #fillList(): void {
    if (!this.#list.open) return;
    const { grades } = this.#model;
    const rows = this.#words.map(({ start, end, grade }) => {
      const word = create('th', '', this.#text.slice(start, end));
      word.scope = 'row';
      holdsEnglish(word);
      const name = nameOf(nearest(grade, grades));
      return create('tr', '', word, create('td', '', signed(grade)), create('td', '', name));
    });
    this.#rows.replaceChildren(...rows);
  }

  /** One line for screen readers. */
  #summaryOf(classification: Classification): string {
    const { text, label, grade = 0, probabilities, ngrams } = classification;
    const { grades, labels } = this.#model;
    const [verdict, figure] =
      grades.length > 0
        ? [nameOf(nearest(grade, grades)), onScale(grade, grades)]
        : [
            classOf(labels.get(label)!),
            strings.ownClassifier.likely(percentage(probabilities[label] ?? 0)),
          ];
    const [strongest] = ngrams;
    // Of another class the reasons say nothing of the verdict.
    if (!strongest || (grades.length === 0 && this.#reasonsOf(classification) !== label)) {
      return strings.sentiment.summary(capitalised(verdict), figure);
    }
    const words = ngramText(text, strongest.spans);
    const adds = signed(strongest.contribution);
    return strings.sentiment.summaryAndMost(capitalised(verdict), figure, words, adds);
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
