// Many reviews go in; what they say of each aspect comes out, and each of them with its reasons.
import { showFailure } from '../../components/failure';
import { FrameWork } from '../../components/frames';
import { RowProblems } from '../../components/row-problems';
import { WorkPanel } from '../../components/work-panel';
import { create, find } from '../../dom';
import { saveFile } from '../../export/save-file';
import { fileName } from '../../export/tables';
import type { Problem } from '../../import/rows';
import type { Visit } from '../../keep/visits';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { decimal, labelOf, megabytes, starsOf } from '../../wording';
import { RatingScale } from '../reviews/rating-scale';
import { subjectOf } from '../reviews/subjects';
import { AspectCards } from './aspect-cards';
import { choose, everything, type Choice } from './choice';
import { ratedAsCsv, ratedAsJson } from './exports';
import { Filters } from './filters';
import { farFromOthers, ofTwoMinds } from './outliers';
import type { Frame, RatedReview } from './rated-review';
import { Rater, type Loaded } from './rater';
import { ReviewTable } from './review-table';
import { Setup, type Job } from './setup';
import { summarise } from './summary';
import { roundedTime, TimeLeft } from './time-left';
import './many.css';

// Often enough to be seen moving, seldom enough that drawing takes little of the time.
const drawEveryMs = 300;

/** Brings the view in `root` to life. */
export function start(root: HTMLElement): ShowPart {
  const view = new ManyView(root);
  return (_part, visit) => view.show(visit);
}

class ManyView {
  readonly #setup: Setup;
  readonly #part: HTMLElement;
  readonly #title: HTMLElement;
  readonly #timing: HTMLElement;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #notice: HTMLElement;
  readonly #rest: HTMLButtonElement;
  readonly #problems: RowProblems;
  readonly #cards: AspectCards;
  readonly #outliers: HTMLElement;
  readonly #filters: Filters;
  readonly #table: ReviewTable;
  readonly #shown: HTMLElement;
  readonly #card: HTMLAnchorElement;
  #job: Job | undefined;
  #visit: Visit | undefined;
  #rater: Rater | undefined;
  #frame: Frame | undefined;
  /** By place; without those that are not rated yet. */
  #rated: (RatedReview | undefined)[] = [];
  /** Rows that the model could not rate. */
  #failures = new Map<number, Problem>();
  #listed: RatedReview[] = [];
  /** How long it has taken to rate them, without the time between stops. */
  #ms = 0;
  readonly #drawing = new FrameWork();
  #dirty = false;
  #drawnAt = 0;

  constructor(root: HTMLElement) {
    this.#setup = new Setup(find(root, '.bring', HTMLElement), (job) => this.#begin(job));
    const part = find(root, '.rated-part', HTMLElement);
    this.#part = part;
    this.#title = find(part, 'h2', HTMLElement);
    this.#timing = find(part, '.timing', HTMLElement);
    this.#work = new WorkPanel(find(part, '.work', HTMLElement));
    this.#problem = find(part, '.problem', HTMLElement);
    this.#notice = find(part, '.notice', HTMLElement);
    this.#rest = find(part, '.rest', HTMLButtonElement);
    this.#problems = new RowProblems(find(part, 'details', HTMLDetailsElement));
    this.#outliers = find(part, '.outliers', HTMLElement);
    this.#shown = find(part, '.shown', HTMLElement);
    this.#card = find(root, '.card', HTMLAnchorElement);
    this.#cards = new AspectCards(find(part, '.aspect-cards', HTMLElement), {
      onBin: (aspect, bin) => this.#toggleBin(aspect, bin),
      onReview: (review) => this.#reveal(review),
    });
    this.#filters = new Filters(find(part, 'form', HTMLFormElement), (choice) => {
      this.#offerList();
      this.#cards.press(choice);
      this.#list(choice);
      this.#table.show(this.#listed, choice);
    });
    this.#table = new ReviewTable(find(part, '.list-part', HTMLElement), (sort, descending) =>
      this.#filters.change({ sort, descending }),
    );
    this.#rest.addEventListener('click', () => void this.#run());
    find(part, '.start-over', HTMLElement).addEventListener('click', () => this.#startOver());
    const save = (selector: string, kind: 'csv' | 'json') =>
      find(part, selector, HTMLElement).addEventListener('click', () => this.#save(kind));
    save('.save-csv', 'csv');
    save('.save-json', 'json');
  }

  /** Of a visit only the number of reviews is kept: what was rated is there while the page is. */
  show(visit: Visit): void {
    this.#visit = visit;
    if (this.#job) visit.keepShown({ reviews: this.#job.reviews.length });
    else this.#setup.tellGone(readKeptNumber(visit.kept));
  }

  #keep({ reviews }: Job): void {
    this.#visit?.keep({ reviews: reviews.length });
  }

  #begin(job: Job): void {
    this.#job = job;
    this.#keep(job);
    this.#setup.tellGone(0);
    this.#rated = new Array<undefined>(job.reviews.length).fill(undefined);
    this.#failures = new Map();
    this.#ms = 0;
    this.#frame = undefined;
    this.#drawing.stop();
    this.#dirty = false;
    this.#outliers.hidden = true;
    this.#part.hidden = false;
    this.#part.classList.add('empty', 'unlisted');
    this.#notice.textContent = '';
    this.#problems.show(job.problems);
    const { card } = job.model;
    this.#card.hidden = !card;
    if (card) this.#card.href = card.href;
    this.#title.focus();
    void this.#run();
  }

  #startOver(): void {
    this.#work.cancel();
    this.#drawing.stop();
    this.#rater?.close();
    this.#rater = undefined;
    this.#job = undefined;
    this.#rated = [];
    this.#part.hidden = true;
    this.#setup.show();
  }

  /** Rates what is not rated yet, until it is done or the visitor stops it. */
  async #run(): Promise<void> {
    const job = this.#job!;
    this.#problem.textContent = '';
    this.#timing.textContent = '';
    this.#rest.hidden = true;
    const began = performance.now();
    try {
      await this.#work.run(strings.loading.model, async (signal, onProgress) => {
        this.#rater ??= await Rater.open(await job.model.source(), signal, (progress) => {
          if (progress.phase !== 'download') return;
          const { loaded, total } = progress;
          onProgress(
            loaded / total,
            strings.loading.download(decimal(loaded / 1e6, 1), megabytes(total)),
          );
        });
        if (this.#job !== job) return;
        this.#use(this.#rater.loaded, job);
        await this.#rate(job, this.#rater, signal, onProgress);
      });
    } catch (error) {
      if (this.#job !== job) return;
      // A Worker that failed once is not asked again.
      this.#rater?.close();
      this.#rater = undefined;
      showFailure(this.#problem, strings.many.failed, error);
    }
    if (this.#job !== job) return;
    this.#ms += performance.now() - began;
    this.#end(job);
  }

  #use({ aspects, labels }: Loaded, { model, reviews }: Job): void {
    if (this.#frame) return;
    const { classes = {} } = subjectOf(model.name);
    const named = (label: string) => (Object.hasOwn(classes, label) ? classes[label]! : label);
    this.#frame = {
      model: model.name,
      aspects,
      labels: Object.fromEntries(
        Object.entries(labels).flatMap(([aspect, pair]) =>
          pair ? [[aspect, [named(pair[0]), named(pair[1])]]] : [],
        ),
      ),
    };
    this.#cards.use(this.#frame, reviews.length);
    this.#filters.use(this.#frame);
    this.#table.use(this.#frame, new RatingScale(this.#frame.labels));
    this.#part.classList.remove('empty');
  }

  async #rate(
    job: Job,
    rater: Rater,
    signal: AbortSignal,
    onProgress: (share: number, text: string) => void,
  ): Promise<void> {
    const places = [...job.reviews.keys()].filter((place) => !this.#isDone(place));
    const sizes = places.map((place) => job.reviews[place]!.text.length);
    const before = job.reviews.length - places.length;
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const left = new TimeLeft(total, performance.now());
    let characters = 0;
    let reviews = 0;
    const texts = places.map((place) => job.reviews[place]!.text);
    await rater.rate(texts, signal, (at, answer) => {
      if (this.#job !== job) return;
      const place = places[at]!;
      const { text, line } = job.reviews[place]!;
      if ('rated' in answer) this.#rated[place] = { ...answer.rated, place, line, text };
      else this.#failures.set(place, { line, message: answer.failure });
      characters += sizes[at]!;
      reviews += 1;
      this.#drawSoon(() => {
        const ms = left.at(characters, performance.now());
        const text = progressText(before + reviews, job.reviews.length, ms);
        onProgress(characters / total, text);
      });
    });
  }

  #isDone(place: number): boolean {
    return this.#rated[place] !== undefined || this.#failures.has(place);
  }

  /** Draws on a frame of the screen, and not too often: the answers come faster than anybody reads. */
  #drawSoon(report: () => void): void {
    if (this.#dirty) return;
    this.#dirty = true;
    const wait = Math.max(0, this.#drawnAt + drawEveryMs - performance.now());
    setTimeout(() => {
      requestAnimationFrame(() => {
        if (!this.#job || !this.#frame) return;
        report();
        this.#drawAll();
      });
    }, wait);
  }

  #end(job: Job): void {
    const done = job.reviews.filter((_, place) => this.#isDone(place)).length;
    const all = job.reviews.length;
    const { finished, seconds, stopped, rateRest } = strings.many;
    this.#timing.textContent =
      done === all ? finished(all, seconds(decimal(this.#ms / 1000, 1))) : stopped(done, all);
    this.#rest.hidden = done === all;
    this.#rest.textContent = rateRest(all - done);
    if (!this.#frame) return;
    this.#offerList();
    this.#drawAll();
  }

  /** What is below the cards comes when nothing above will move it, or when it is asked for. */
  #offerList(): void {
    this.#part.classList.remove('unlisted');
  }

  #allRated(): RatedReview[] {
    return this.#rated.filter((review) => review !== undefined);
  }

  /** Draws all, a piece after the other: together they would take longer than a frame. */
  #drawAll(): void {
    const pieces = this.#draw(this.#frame!, this.#job!);
    this.#drawing.run(() => !pieces.next().done);
  }

  *#draw(frame: Frame, { model, problems }: Job): Generator<void> {
    const rated = this.#allRated();
    for (const aspect of frame.aspects.keys()) {
      const summary = summarise(rated, frame, aspect);
      this.#cards.show(aspect, summary, rated.length);
      yield;
    }
    const others = rated.filter(({ inDomain }) => !inDomain).length;
    this.#notice.textContent =
      others > 0 ? strings.many.otherSubject(others, subjectOf(model.name).kind) : '';
    if (this.#failures.size > 0) {
      const both = [...problems, ...this.#failures.values()];
      this.#problems.show(both.sort((a, b) => a.line - b.line));
    }
    yield;
    if (!this.#part.classList.contains('unlisted')) {
      this.#drawOutliers(rated, frame);
      yield;
      const { choice } = this.#filters;
      this.#list(choice);
      yield* this.#table.showMore(this.#listed, choice);
    }
    this.#dirty = false;
    this.#drawnAt = performance.now();
  }

  #drawOutliers(rated: readonly RatedReview[], frame: Frame): void {
    const { far, divided } = strings.many;
    const name = (aspect: number) => labelOf(frame.aspects[aspect]!);
    const stars = (rating: number) => decimal(starsOf(rating), 1);
    const found = [
      ...farFromOthers(rated, frame).map(({ review, aspect, rating, median }) => ({
        review,
        says: far(name(aspect), stars(rating), stars(median)),
      })),
      ...ofTwoMinds(rated, frame).map(({ review, high, low }) => ({
        review,
        says: divided(
          name(high),
          stars(review.ratings[high]!),
          name(low),
          stars(review.ratings[low]!),
        ),
      })),
    ];
    this.#outliers.hidden = found.length === 0;
    const list = find(this.#outliers, 'ul', HTMLElement);
    // What is drawn anew loses the keyboard, so it is only where something changed.
    const key = found.map(({ review, says }) => `${review.place} ${says}`).join('\n');
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(
      ...found.map(({ review, says }) => {
        const line = create('b', '', strings.importing.line(review.line));
        const button = create('button', 'outlier', line, ` ${says}`);
        button.type = 'button';
        button.addEventListener('click', () => this.#reveal(review));
        return create('li', '', button);
      }),
    );
  }

  #toggleBin(aspect: number, bin: number): void {
    const { choice } = this.#filters;
    const pressed = choice.aspect === aspect && choice.from === bin && choice.to === bin;
    this.#filters.change(
      pressed ? { aspect: undefined, from: 0, to: Infinity } : { aspect, from: bin, to: bin },
    );
  }

  #reveal(review: RatedReview): void {
    if (this.#part.classList.contains('unlisted')) this.#filters.change({});
    if (!this.#listed.includes(review)) {
      const { sort, descending } = this.#filters.choice;
      this.#filters.change({ ...everything, sort, descending });
    }
    this.#table.reveal(review);
  }

  #list(choice: Choice): void {
    const rated = this.#allRated();
    this.#listed = choose(rated, choice, this.#frame!);
    const { shown, none, saveCsv, saveJson } = strings.many;
    const { length } = this.#listed;
    this.#shown.textContent = length === 0 && rated.length > 0 ? none : shown(length, rated.length);
    const save = (selector: string, label: string) => {
      const button = find(this.#part, selector, HTMLButtonElement);
      button.textContent = label;
      button.disabled = length === 0;
    };
    save('.save-csv', saveCsv(length));
    save('.save-json', saveJson(length));
  }

  #save(kind: 'csv' | 'json'): void {
    const name = `${fileName(this.#job!.name, strings.many.ownName)}-rated.${kind}`;
    const frame = this.#frame!;
    if (kind === 'csv') saveFile(name, 'text/csv', ratedAsCsv(this.#listed, frame));
    else saveFile(name, 'application/json', ratedAsJson(this.#listed, frame));
  }
}

/** The number of reviews that was kept; 0 where somebody broke it. */
function readKeptNumber(kept: unknown): number {
  const reviews = (kept as { reviews?: unknown } | null | undefined)?.reviews;
  return Number.isSafeInteger(reviews) ? (reviews as number) : 0;
}

function progressText(done: number, all: number, ms: number | undefined): string {
  const { progress, progressSeconds, progressMinutes } = strings.many;
  if (ms === undefined) return progress(done, all);
  const time = roundedTime(ms);
  return 'minutes' in time
    ? progressMinutes(done, all, time.minutes)
    : progressSeconds(done, all, time.seconds);
}
