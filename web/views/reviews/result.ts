// The ratings, the review with its reasons marked, and what a reader may do with them.
import type { Explanation } from 'whylight';
import { ResultStatus } from '../../components/result-status';
import { TrackRecord } from '../../components/track-record';
import type { ResultPanel } from '../../components/workbench';
import { create, find } from '../../dom';
import { labelOf, readText } from '../../wording';
import { doubtfulAspects, showAlarms } from './alarms';
import { Dial } from './dial';
import { Legend } from './legend';
import { paintText, runsOf, type Run } from './marked-text';
import type { OpenModel } from './open-model';
import { OwnWords } from './own-words';
import { RatingScale } from './rating-scale';
import type { ReviewStore } from './review-state';
import { reasonItem, summaryOf } from './reasons';
import { Sufficiency } from './sufficiency';
import { shownWords, WordButtons } from './word-view';

const nobody = '';
const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export class ResultView implements ResultPanel<OpenModel, Explanation> {
  readonly #store: ReviewStore;
  readonly #panel: HTMLElement;
  readonly #status: ResultStatus;
  readonly #fields: HTMLFieldSetElement;
  readonly #alarms: HTMLElement;
  readonly #tools: HTMLElement;
  readonly #sure: HTMLInputElement;
  readonly #active: HTMLSelectElement;
  readonly #ownPart: HTMLElement;
  readonly #ownSays: HTMLElement;
  readonly #back: HTMLButtonElement;
  readonly #marked: HTMLElement;
  readonly #shared: HTMLElement;
  readonly #reasonsPart: HTMLElement;
  readonly #reasons: HTMLElement;
  readonly #buttons: WordButtons;
  readonly #dial: Dial;
  readonly #sufficiency: Sufficiency;
  readonly #record: TrackRecord;
  #aspects: readonly string[] = [];
  #scale = new RatingScale();
  /** What the model reads. */
  #kind = '';
  #legend: Legend | undefined;
  #own: OwnWords | undefined;
  /** The model's own answer; the one that is shown has the reader's words in it. */
  #explanation: Explanation | undefined;

  constructor(panel: HTMLElement, store: ReviewStore) {
    this.#store = store;
    this.#panel = panel;
    this.#status = new ResultStatus(panel);
    this.#fields = find(panel, '.aspects', HTMLFieldSetElement);
    this.#alarms = find(panel, '.alarms', HTMLElement);
    this.#tools = find(panel, '.tools', HTMLElement);
    this.#sure = find(panel, '.tools input', HTMLInputElement);
    this.#active = find(panel, '.tools select', HTMLSelectElement);
    this.#ownPart = find(panel, '.own', HTMLElement);
    this.#ownSays = find(panel, '.own output', HTMLElement);
    this.#back = find(panel, '.own button', HTMLButtonElement);
    this.#marked = find(panel, '.marked', HTMLElement);
    this.#shared = find(panel, '.shared-note', HTMLElement);
    this.#reasonsPart = find(panel, '.in-words', HTMLElement);
    this.#reasons = find(panel, '.reasons', HTMLElement);
    this.#dial = new Dial(find(panel, '.dial', HTMLElement), (point) => store.change({ point }));
    store.onChange(({ point }, changed) => {
      if (changed.has('point')) this.#dial.show(point);
    });
    this.#sufficiency = new Sufficiency(find(panel, '.sufficiency', HTMLDetailsElement));
    this.#record = new TrackRecord(find(panel, '.record', HTMLDetailsElement));
    this.#buttons = new WordButtons(this.#marked, (first, last) => this.#toggle(first, last));
    this.#sure.addEventListener('change', () => this.#paint());
    this.#active.addEventListener('change', () => {
      this.#legend?.add(this.#active.value);
      this.#paint();
    });
    this.#back.addEventListener('click', () => {
      this.#own?.reset(this.#active.value);
      this.#paint();
      this.#active.focus();
    });
    // A text that does not fit can be scrolled, by keyboard too.
    new ResizeObserver(() => this.#offerScrolling()).observe(this.#marked);
  }

  showText(text: string): void {
    this.#explanation = undefined;
    this.#own?.clear();
    paintText(this.#marked, text, [], []);
  }

  loseModel(): void {
    this.#own?.stop();
    this.#legend = undefined;
    this.#alarms.hidden = true;
    this.#dial.hide();
    this.#sufficiency.lose();
    this.#record.show(undefined);
    this.#explanation = undefined;
    this.#paint();
    this.#status.done('', '');
    this.#status.notice('');
  }

  useModel(open: OpenModel): void {
    const { aspects } = open.model;
    this.#aspects = aspects;
    this.#scale = open.scale;
    this.#kind = open.subject.kind;
    this.#own = new OwnWords(
      open,
      () => {
        this.#status.recover();
        this.#paint();
      },
      (error) => this.#status.fail('These words could not be rated.', error),
    );
    const doubtful = doubtfulAspects(open.listed);
    this.#legend = new Legend(this.#fields, aspects, open.scale, doubtful, () => this.#paint());
    showAlarms(this.#alarms, open.listed);
    this.#offerAspects();
    this.#dial.use(open, this.#store.state.point);
    this.#sufficiency.use(open);
    this.#record.show(open.listed.probes, aspects.length > 1);
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(explanation: Explanation, ms: number): void {
    this.#own?.clear();
    // An empty text gets no ratings: they would say nothing of it.
    const rated = explanation.tokens.length > 0;
    this.#explanation = rated ? explanation : undefined;
    if (rated) {
      const summary = explanation.inDomain
        ? summaryOf(explanation, this.#scale)
        : this.#strangeText();
      this.#status.done(readText(explanation.text, explanation.tokens, ms), summary);
    } else {
      paintText(this.#marked, explanation.text, [], []);
      this.#status.done('', 'There are no words to rate.');
    }
    this.#paint();
  }

  onError(error: unknown, text: string): void {
    this.showText(text);
    this.#paint();
    this.#status.fail('This text could not be rated.', error);
  }

  #offerAspects(): void {
    const none = new Option('no rating', nobody);
    const options = this.#aspects.map((aspect) => new Option(labelOf(aspect), aspect));
    this.#active.replaceChildren(none, ...options);
  }

  #toggle(first: number, last: number): void {
    if (!this.#explanation) return;
    this.#own?.toggle(this.#explanation, this.#active.value, first, last);
    this.#paint();
  }

  #paint(): void {
    const chosen = this.#explanation;
    const strange = chosen !== undefined && !chosen.inDomain;
    const shown = chosen && !strange ? (this.#own?.applyTo(chosen) ?? chosen) : undefined;
    const isOwn = (aspect: string) => this.#own?.has(aspect) ?? false;
    this.#fields.hidden = !this.#legend || strange;
    this.#legend?.show(shown, isOwn);
    this.#reasonsPart.hidden = this.#tools.hidden = !shown;
    this.#sufficiency.show(shown);
    this.#showOwn(shown);
    this.#shared.textContent = '';
    if (strange) {
      paintText(this.#marked, chosen.text, [], []);
      this.#offerScrolling();
      this.#status.notice(this.#strangeText());
      return;
    }
    if (!shown) {
      this.#status.notice('Write or paste a review to see its ratings and their reasons.');
      return;
    }
    const aspects = this.#legend?.shown ?? [];
    const runs = runsOf(shown.text, shown.rationales, aspects);
    this.#paintText(shown, runs, aspects);
    this.#reasons.replaceChildren(
      ...aspects.map((aspect) =>
        reasonItem(shown, aspect, this.#scale, {
          sure: this.#sure.checked,
          own: isOwn(aspect),
        }),
      ),
    );
    this.#status.notice(runs.length > 0 ? '' : this.#nothingMarked(aspects));
    this.#shared.textContent = sharedText(runs);
  }

  #paintText(shown: Explanation, runs: readonly Run[], aspects: readonly string[]): void {
    const active = this.#active.value === nobody ? undefined : this.#active.value;
    const sure = this.#sure.checked ? aspects : [];
    const byWord = active !== undefined || this.#sure.checked;
    const words = byWord ? shownWords(shown, { sure, active, all: this.#aspects }) : [];
    const hadFocus = this.#marked.contains(document.activeElement);
    this.#panel.classList.toggle('by-sureness', this.#sure.checked);
    this.#panel.classList.toggle('by-hand', active !== undefined);
    paintText(this.#marked, shown.text, runs, this.#aspects, words);
    if (active !== undefined) this.#buttons.refresh(hadFocus);
    this.#offerScrolling();
  }

  /** The ratings of the reader's own words. */
  #showOwn(shown: Explanation | undefined): void {
    const aspect = this.#active.value;
    this.#ownPart.hidden = !shown || aspect === nobody;
    if (!shown || aspect === nobody) return;
    const own = this.#own?.has(aspect) ?? false;
    this.#back.disabled = !own;
    this.#ownPart.toggleAttribute('data-waiting', own && !this.#own?.rated);
    const name = labelOf(aspect);
    const textOf = (rating: number | null = null) =>
      rating === null ? 'not rated' : this.#scale.text(aspect, rating);
    const byModel = `${textOf(this.#explanation?.ratings[aspect])} as the model chose.`;
    if (!own) {
      this.#ownSays.textContent = `${name}: ${byModel}`;
      return;
    }
    const rating = shown.ratings[aspect] ?? null;
    // What the model says of no words is nothing that it read.
    const prior = this.#scale.text(aspect, shown.priors[aspect] ?? 0);
    const none = rating === null ? `; of no words at all the model would say ${prior}` : '';
    this.#ownSays.replaceChildren(
      `${name}: `,
      create('b', '', `${textOf(rating)} by your words`),
      `${none}, ${byModel}`,
    );
  }

  #strangeText(): string {
    return `This does not read like ${this.#kind}, so it is not rated.`;
  }

  #nothingMarked(shown: readonly string[]): string {
    if (shown.length === 0) return 'No rating is chosen to be shown.';
    if (shown.length > 1 && shown.length === this.#aspects.length) {
      return 'This review speaks of nothing that is rated here.';
    }
    const [aspect = ''] = shown;
    if (shown.length === 1 && this.#scale.hasClasses(aspect)) return 'This review takes no side.';
    const names = shown.map((name) => labelOf(name).toLowerCase());
    return `This review does not speak of ${oneOf.format(names)}.`;
  }

  #offerScrolling(): void {
    // Where words are buttons, they bring the keyboard along.
    const scrolls = this.#marked.scrollHeight > this.#marked.clientHeight;
    if (scrolls && this.#active.value === nobody) this.#marked.tabIndex = 0;
    else this.#marked.removeAttribute('tabindex');
  }
}

function sharedText(runs: readonly Run[]): string {
  const shared = runs.filter(({ aspects }) => aspects.length > 1).length;
  if (shared === 0) return '';
  const verb = shared === 1 ? 'is a reason' : 'are reasons';
  return `${shared === 1 ? '1 stretch' : `${shared} stretches`} ${verb} for several ratings, underlined once for each.`;
}
