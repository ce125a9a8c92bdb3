// The review with its marks, the ratings beside it, and how both answer to what a visitor does.
import type { Explanation, Span } from 'whylight';
import { FrameWork } from '../../components/frames';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import type { ResultPanel } from '../../components/workbench';
import { find } from '../../dom';
import { shownReview, type ShownReview } from '../../share/shown-review';
import { strings } from '../../strings/strings';
import { labelOf, percentage, readText } from '../../wording';
import { doubtfulAspects, showAlarms } from './alarms';
import { ChangePanel } from './change/change-panel';
import { Comparison } from './compare/comparison';
import { Dial } from './dial';
import { Experts } from './experts';
import { MarkedField } from './marked-field';
import type { Run } from './marked-text';
import { marksOf, wordsLeft, type Mark } from './marks';
import type { OpenModel } from './open-model';
import { OpinionsPanel } from './opinions/opinions-panel';
import { PhraseList } from './phrase-list';
import { quote, summaryOf } from './quotes';
import { RatingCards, type CardRating } from './rating-cards';
import { RatingScale } from './rating-scale';
import { overlap, type ReviewState, type ReviewStore } from './review-state';
import { WithoutWords } from './without-words';

// A card's sentence quotes no more.
const mostQuotes = 3;

export class ResultView implements ResultPanel<OpenModel, Explanation> {
  readonly #store: ReviewStore;
  readonly #status: ResultStatus;
  readonly #readout: HTMLElement;
  readonly #field: MarkedField;
  readonly #phrases: PhraseList;
  readonly #cards: RatingCards;
  readonly #restore: HTMLButtonElement;
  readonly #dial: Dial;
  readonly #opinions: OpinionsPanel;
  readonly #change: ChangePanel;
  readonly #comparison: Comparison;
  readonly #alarms: HTMLElement;
  readonly #experts: Experts;
  readonly #record: TrackRecord;
  #open: OpenModel | undefined;
  #scale = new RatingScale();
  #without: WithoutWords | undefined;
  #explanation: Explanation | undefined;
  #marks: readonly Mark[] = [];
  readonly #painting = new FrameWork();
  /** Says of an answer that is being painted that it is there. */
  #onPainted: (() => void) | undefined;
  /** What the readout says while nothing is pointed at. */
  #said = '';

  /** Takes over the view in `root`; what it proposes goes into the editor. */
  constructor(root: HTMLElement, store: ReviewStore, propose: (text: string) => void) {
    this.#store = store;
    this.#status = new ResultStatus(find(root, '.status', HTMLElement));
    this.#readout = find(root, '.readout', HTMLElement);
    this.#restore = find(root, '.restore', HTMLButtonElement);
    this.#alarms = find(root, '.alarms', HTMLElement);
    this.#experts = new Experts(find(root, '.experts', HTMLDetailsElement));
    this.#record = new TrackRecord(find(root, '.record', HTMLDetailsElement));
    this.#field = new MarkedField(find(root, '.field', HTMLElement), {
      onPress: (run) => this.#toggle(run),
      onPoint: (run) => this.#pointAtMark(this.#marks.find((mark) => mark === run)),
    });
    this.#phrases = new PhraseList(find(root, '.phrases', HTMLElement), {
      onPress: (mark) => this.#toggle(mark),
      onPoint: (mark) => this.#pointAtMark(mark, { reveal: true }),
    });
    this.#cards = new RatingCards(find(root, '.options', HTMLElement), {
      onPress: (aspect) => {
        const { isolated } = store.state;
        store.change({ isolated: isolated === aspect ? undefined : aspect });
      },
      onPoint: (aspect) => this.#pointAtCard(aspect),
      onAsk: (aspect) => this.#change.ask(aspect),
    });
    this.#comparison = new Comparison(root, store, () => this.shown);
    this.#opinions = new OpinionsPanel(find(root, '.opinions', HTMLDetailsElement), {
      underline: (words) => this.#field.underline(words),
      select: (words) => this.#field.select(words),
    });
    this.#change = new ChangePanel(find(root, '.change', HTMLDetailsElement), store, {
      highlight: (words) => this.#field.highlight(words),
      select: (words) => this.#field.select(words),
      propose,
    });
    this.#dial = new Dial(find(root, '.dial', HTMLElement), (point) => store.change({ point }));
    this.#restore.addEventListener('click', () => {
      store.restoreAll();
      // The button is gone.
      find(root, 'textarea', HTMLTextAreaElement).focus({ preventScroll: true });
    });
    store.onChange((state, changed) => this.#onChange(state, changed));
  }

  /** What is shown, without what was left out; undefined while the text that is there has no ratings. */
  get shown(): ShownReview | undefined {
    const found = this.#explanation;
    const { state } = this.#store;
    if (!found || !this.#isCurrent()) return undefined;
    const now = Object.keys(found.ratings).map((aspect): [string, number | null] => [
      aspect,
      this.#cardRating(found, aspect)?.rating ?? null,
    ]);
    const left = Object.entries(found.rationales).map(([aspect, spans]): [string, Span[]] => {
      const dropped = Object.hasOwn(state.dropped, aspect) ? state.dropped[aspect] : undefined;
      return [aspect, dropped ? wordsLeft(found, aspect, dropped) : [...spans]];
    });
    const ratings = Object.fromEntries(now);
    return shownReview(
      state,
      { ...found, ratings, rationales: Object.fromEntries(left) },
      this.#scale,
    );
  }

  /** Says of which aspects there will be ratings, so that nothing moves when they are there. */
  expect(aspects: readonly string[]): void {
    this.#cards.offer(aspects);
  }

  showText(text: string): void {
    this.#endPainting();
    this.#explanation = undefined;
    this.#field.write(text);
    this.#field.show([], []);
    this.#marks = [];
    this.#phrases.show('', []);
  }

  loseModel(): void {
    this.#without?.stop();
    this.#without = undefined;
    this.#open = undefined;
    this.#explanation = undefined;
    this.#alarms.hidden = true;
    this.#change.lose();
    this.#comparison.lose();
    this.#experts.lose();
    this.#record.show(undefined);
    this.#paint();
    this.#status.done('', '');
    this.#status.notice('');
    this.#say('');
  }

  useModel(open: OpenModel): void {
    const { aspects } = open.model;
    const { point } = this.#store.state;
    this.#open = open;
    this.#scale = open.scale;
    // An early model may still have been asked.
    this.#without?.stop();
    this.#without = new WithoutWords(
      open,
      () => this.#onRatingsWithout(),
      (error) => this.#status.fail(strings.reviews.dropFailed, error),
    );
    this.#cards.offer(aspects, doubtfulAspects(open.listed));
    this.#dial.use(open, point);
    this.#change.use(open);
    this.#comparison.use(open);
    this.#experts.use(open, point);
    this.#record.show(open.listed.probes, aspects.length > 1);
    showAlarms(this.#alarms, open.listed);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(explanation: Explanation, ms: number): void {
    const { text, dropped } = this.#store.state;
    // An empty text gets no ratings: they would say nothing of it.
    const rated = explanation.tokens.length > 0;
    this.#explanation = rated ? explanation : undefined;
    const done = () => this.#sayDone(explanation, ms);
    // What was typed since comes next, and has marks of its own.
    if (explanation.text !== text) {
      done();
      return;
    }
    if (rated) this.#without?.ask(explanation, dropped);
    this.#say(rated && explanation.inDomain ? strings.reviews.pointAt : '');
    this.#onPainted = done;
    const pieces = this.#pieces();
    this.#painting.run(() => {
      if (!pieces.next().done) return true;
      this.#endPainting();
      return false;
    });
  }

  onError(error: unknown, text: string): void {
    this.showText(text);
    this.#paint();
    this.#say('');
    this.#status.fail(strings.reviews.failed, error);
  }

  #onChange({ text, point, dropped }: ReviewState, changed: ReadonlySet<keyof ReviewState>): void {
    if (changed.has('text')) {
      this.#endPainting();
      this.#field.write(text);
    }
    // Points of another model come with it.
    if (changed.has('point') && !changed.has('model') && this.#open) {
      this.#dial.show(point);
      this.#experts.mark(point);
    }
    if (changed.has('dropped') && this.#isCurrent()) {
      this.#without?.ask(this.#explanation!, dropped);
      // What was said of the words without which it was rated is true no longer.
      if (Object.keys(dropped).length === 0) {
        this.#say(strings.reviews.pointAt);
        this.#status.announce(summaryOf(this.#explanation!, this.#scale));
      }
    }
    if (changed.has('dropped') || changed.has('isolated')) this.#paint();
  }

  /** Whether the answer that is there is one to the text that is there. */
  #isCurrent(): boolean {
    return this.#explanation?.text === this.#store.state.text;
  }

  /** Leaves out the words of a mark, or brings them back. */
  #toggle(run: Run): void {
    const mark = this.#marks.find(({ start, end }) => start === run.start && end === run.end);
    if (!mark || !this.#isCurrent()) return;
    if (mark.dropped) this.#store.restore(mark.aspects, mark);
    else this.#store.drop(mark.aspects, mark);
  }

  #onRatingsWithout(): void {
    // The text was edited meanwhile.
    if (!this.#isCurrent()) return;
    this.#status.recover();
    this.#paint();
    const { dropped } = this.#store.state;
    const sentence = Object.keys(dropped)
      .map((aspect) => this.#moveText(aspect))
      .join(' ');
    this.#say(sentence);
    this.#status.announce(sentence);
  }

  /** How the rating of an aspect moved, as a sentence. */
  #moveText(aspect: string): string {
    const { reviews } = strings;
    const before = this.#explanation?.ratings[aspect];
    const after = this.#without?.ratingOf(aspect);
    if (before === undefined || before === null || after === undefined) return '';
    const name = labelOf(aspect);
    const textOf = (rating: number) => this.#scale.text(aspect, rating);
    if (after === null)
      return reviews.noneLeft(name, textOf(this.#explanation!.priors[aspect] ?? 0));
    const [from, to] = [textOf(before), textOf(after)];
    if (from === to) return reviews.stays(name, to);
    const size = this.#scale.difference(aspect, before, after);
    return (after > before ? reviews.rises : reviews.falls)(name, from, to, size);
  }

  /** Says how long an answer took and, to those who hear the page, what it is. */
  #sayDone(explanation: Explanation, ms: number): void {
    const { text, tokens, inDomain } = explanation;
    if (tokens.length === 0) {
      this.#status.done('', strings.reviews.noWords);
      return;
    }
    const summary = inDomain ? summaryOf(explanation, this.#scale) : this.#strangeText(explanation);
    this.#status.done(readText(text, tokens, ms), summary);
  }

  /** Paints no more of what is being painted. */
  #endPainting(): void {
    this.#painting.stop();
    const done = this.#onPainted;
    this.#onPainted = undefined;
    done?.();
  }

  #paint(): void {
    this.#painting.stop();
    const pieces = this.#pieces();
    while (!pieces.next().done) continue;
    this.#endPainting();
  }

  /** Paints all, a piece after the other: of a long text it takes longer than a key may wait. */
  *#pieces(): Generator<void> {
    const { isolated, dropped } = this.#store.state;
    const found = this.#explanation;
    const strange = found !== undefined && !found.inDomain;
    const shown = strange ? undefined : found;
    const all = this.#open?.model.aspects ?? [];
    const alone = isolated !== undefined && all.includes(isolated) ? isolated : undefined;
    const aspects = alone === undefined ? all : [alone];

    this.#cards.press(alone);
    this.#cards.show(shown && ((aspect) => this.#cardRating(shown, aspect)), this.#scale);
    this.#dial.reveal(shown !== undefined);
    this.#restore.hidden = !shown || Object.keys(dropped).length === 0;
    yield;
    this.#experts.show(shown);
    yield;
    this.#opinions.show(found?.text);
    this.#change.show(shown);
    this.#comparison.show();
    yield;
    this.#field.fade(shown !== undefined && alone !== undefined);
    if (!found || this.#isCurrent()) {
      this.#marks = shown ? marksOf(shown, aspects, dropped) : [];
      yield;
      this.#field.show(this.#marks, all);
      yield;
      this.#phrases.show(shown?.text ?? '', this.#marks);
    }
    if (this.#open) this.#status.notice(this.#noticeOf(shown, aspects));
  }

  #cardRating({ ratings, spreads }: Explanation, aspect: string): CardRating | undefined {
    const rating = ratings[aspect];
    if (rating === undefined) return undefined;
    if (!Object.hasOwn(this.#store.state.dropped, aspect)) {
      return { rating, spread: spreads[aspect] ?? null };
    }
    const without = this.#without?.ratingOf(aspect);
    const moved = { from: rating, waiting: without === undefined };
    // How far ratings are off was measured of the words that the model chooses.
    return { rating: without === undefined ? rating : without, spread: null, moved };
  }

  #noticeOf(shown: Explanation | undefined, aspects: readonly string[]): string {
    if (!shown)
      return this.#explanation ? this.#strangeText(this.#explanation) : strings.reviews.nothing;
    if (this.#marks.length > 0) return '';
    if (aspects.length > 1) return strings.reviews.speaksOfNothing;
    const [aspect = ''] = aspects;
    return this.#scale.hasClasses(aspect)
      ? strings.reviews.takesNoSide
      : strings.reviews.silentOn(labelOf(aspect));
  }

  #strangeText({ known }: Explanation): string {
    if (known === 0) return strings.reviews.knowsNone;
    return strings.reviews.strange(this.#open?.subject.kind ?? '');
  }

  #pointAtMark(mark: Mark | undefined, { reveal = false } = {}): void {
    this.#field.point(mark, { reveal });
    this.#cards.join(mark?.aspects ?? []);
    if (!mark || !this.#explanation) {
      this.#readout.textContent = this.#said;
      return;
    }
    const words = quote(this.#explanation.text.slice(mark.start, mark.end));
    const names = mark.aspects.map(labelOf);
    this.#readout.textContent = mark.dropped
      ? strings.reviews.droppedSays(words, names)
      : strings.reviews.markSays(words, names, percentage(mark.sure));
  }

  #pointAtCard(aspect: string | undefined): void {
    this.#field.join(aspect);
    const shown = this.#explanation;
    const rating = aspect === undefined ? undefined : shown?.ratings[aspect];
    if (!shown?.inDomain || aspect === undefined || rating === undefined) {
      this.#readout.textContent = this.#said;
      return;
    }
    const now = this.#cardRating(shown, aspect)?.rating ?? null;
    const dropped = this.#store.state.dropped[aspect] ?? [];
    const words = (shown.rationales[aspect] ?? [])
      .filter((span) => !dropped.some((left) => overlap(left, span)))
      .map(({ start, end }) => quote(shown.text.slice(start, end)));
    this.#readout.textContent = strings.reviews.cardSays(
      this.#scale.sentence(aspect, now),
      words.slice(0, mostQuotes),
      Math.max(0, words.length - mostQuotes),
    );
  }

  #say(sentence: string): void {
    this.#said = sentence;
    this.#readout.textContent = sentence;
  }
}
