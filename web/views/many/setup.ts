// Takes what a visitor brings, and lets model and column be chosen.
import { showFailure } from '../../components/failure';
import { shortened } from '../../graphemes';
import { RowProblems } from '../../components/row-problems';
import { SourcePicker } from '../../components/source-picker';
import { WorkPanel } from '../../components/work-panel';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { endings } from '../../import/endings';
import { ImportError } from '../../import/import-error';
import { maxReviews } from '../../import/limits';
import { cellAt } from '../../import/columns';
import type { Review, Reviews } from '../../import/read-reviews';
import type { Imported, ReadOptions, TextFormat } from '../../import/read-rows';
import type { Problem } from '../../import/rows';
import type { Separator } from '../../import/table';
import { strings } from '../../strings/strings';
import { fetchCatalogue, ownCatalogue, type CatalogueModel } from '../reviews/catalogue';
import { ownModels } from '../../own-models/own-models';
import { subjectOf } from '../reviews/subjects';

const firstOnes = 3;
const longestFirst = 240;

/** What is to be rated. */
export interface Job {
  model: CatalogueModel;
  reviews: readonly Review[];
  /** What was wrong with some rows. */
  problems: readonly Problem[];
  /** For the names of files, without an ending. */
  name: string;
}

export class Setup {
  readonly #panel: HTMLElement;
  readonly #onJob: (job: Job) => void;
  readonly #source: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #gone: HTMLElement;
  readonly #problems: RowProblems;
  readonly #picker: SourcePicker;
  readonly #sample = create('button', 'try-sample');
  readonly #model: HTMLSelectElement;
  readonly #column: HTMLSelectElement;
  readonly #division: HTMLSelectElement;
  readonly #separator: HTMLSelectElement;
  readonly #header: HTMLInputElement;
  #brought: File | string = '';
  #name = '';
  #shipped: readonly CatalogueModel[] = [];
  #models: readonly CatalogueModel[] = [];
  #read: Imported | undefined;
  #reviews: Reviews | undefined;
  #toReviews: typeof import('../../import/read-reviews').toReviews | undefined;

  constructor(panel: HTMLElement, onJob: (job: Job) => void) {
    this.#panel = panel;
    this.#onJob = onJob;
    this.#source = find(panel, '.source', HTMLElement);
    this.#form = find(panel, 'form', HTMLFormElement);
    this.#work = new WorkPanel(find(panel, '.work', HTMLElement));
    this.#problem = find(panel, '.problem', HTMLElement);
    this.#gone = find(panel, '.gone', HTMLElement);
    this.#problems = new RowProblems(find(panel, 'details', HTMLDetailsElement));
    this.#model = find(panel, '[name=model]', HTMLSelectElement);
    this.#column = find(panel, '[name=column]', HTMLSelectElement);
    this.#division = find(panel, '[name=division]', HTMLSelectElement);
    this.#separator = find(panel, '[name=separator]', HTMLSelectElement);
    this.#header = find(panel, '[name=header]', HTMLInputElement);
    this.#picker = new SourcePicker(
      { says: strings.many.example, accept: endings },
      (source) => void this.#open(source),
    );
    this.#sample.type = 'button';
    this.#sample.textContent = strings.many.sample(60);
    this.#sample.addEventListener('click', () => void this.#trySample());
    this.#source.append(this.#picker.element, this.#sample);

    this.#column.addEventListener('change', () => this.#showReviews());
    this.#division.addEventListener(
      'change',
      () => void this.#readSource({ format: this.#division.value as TextFormat }),
    );
    for (const choice of [this.#separator, this.#header]) {
      choice.addEventListener('change', () => {
        const separator = this.#separator.value as Separator;
        void this.#readSource({ format: 'table', separator, header: this.#header.checked });
      });
    }
    find(panel, '.back', HTMLElement).addEventListener('click', () => {
      this.#showSource();
      this.#picker.focus();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const model = this.#models.find(({ name }) => name === this.#model.value);
      if (model && this.#reviews) this.#start(model, this.#reviews.reviews, this.#name);
    });
  }

  /** Says of so many reviews that they are no longer here; of none, nothing. */
  tellGone(reviews: number): void {
    this.#gone.textContent = reviews > 0 ? strings.many.gone(reviews) : '';
  }

  /** Asks for other reviews. */
  show(): void {
    this.#picker.clear();
    this.#showSource();
    this.#panel.hidden = false;
    this.#picker.focus();
  }

  #showSource(): void {
    this.#work.cancel();
    this.#problem.textContent = '';
    this.#form.hidden = true;
    this.#source.hidden = false;
  }

  #start(model: CatalogueModel, reviews: readonly Review[], name: string): void {
    const problems = this.#read ? this.#allProblems() : [];
    this.#panel.hidden = true;
    this.#onJob({ model, reviews, problems, name });
  }

  async #trySample(): Promise<void> {
    await this.#try(strings.importing.reading, async (signal) => {
      const [{ default: texts }] = await Promise.all([
        import('../../samples/hotel-reviews.json'),
        this.#findModels(signal),
      ]);
      signal.throwIfAborted();
      const model = this.#models.find(({ name }) => name === 'hotels') ?? this.#models[0]!;
      this.#read = undefined;
      const reviews = texts.map((text, i) => ({ line: i + 1, text }));
      this.#start(model, reviews, strings.many.sampleName);
    });
  }

  async #open(source: File | string): Promise<void> {
    this.#brought = source;
    const name = typeof source === 'string' ? '' : source.name.replace(/\.\w+$/, '');
    this.#name = name || strings.many.ownName;
    await this.#readSource({});
  }

  async #readSource(options: ReadOptions): Promise<void> {
    await this.#try(strings.importing.reading, async (signal, onProgress) => {
      // Who brings nothing needs no readers.
      const readers = await import('../../import/read-reviews');
      const [read] = await Promise.all([
        readers.readReviews(this.#brought, {
          ...options,
          signal,
          onProgress: ({ phase, fraction }) =>
            onProgress(
              fraction,
              phase === 'read' ? strings.importing.readingFile : strings.importing.parsing,
            ),
        }),
        this.#findModels(signal),
      ]);
      signal.throwIfAborted();
      this.#read = read;
      this.#toReviews = readers.toReviews;
      this.#showForm(read, readers.guessReviewColumn(read.columns, read.rows));
    });
  }

  async #findModels(signal: AbortSignal): Promise<void> {
    if (this.#shipped.length === 0) this.#shipped = await fetchCatalogue(signal);
    // Where nothing can be kept, nothing is.
    await ownModels.findKept().catch(() => {});
    this.#models = [...this.#shipped, ...ownCatalogue()];
    const chosen = this.#model.value || 'hotels';
    this.#model.replaceChildren(
      ...this.#models.map(({ name }) => new Option(subjectOf(name).name, name)),
    );
    if (this.#models.some(({ name }) => name === chosen)) this.#model.value = chosen;
  }

  /** Does what a visitor asked for; says so if it fails, and nothing if it is cancelled. */
  async #try(text: string, work: Parameters<WorkPanel['run']>[1]): Promise<void> {
    this.#problem.textContent = '';
    try {
      await this.#work.run(text, work);
    } catch (error) {
      showFailure(this.#problem, '', error);
    }
  }

  #showForm({ columns, rows, format, separator, header }: Imported, column: number): void {
    this.#column.replaceChildren(...columns.map((name, i) => new Option(name, String(i))));
    this.#column.value = String(column);
    this.#showParts('.of-columns', columns.length > 1);
    // A table may have been lines with bars in them. Of JSON, which is not offered, there is nothing to choose.
    this.#division.value = format;
    this.#showParts('.of-text', this.#division.value === format);
    this.#showParts('.of-table', format === 'table');
    if (separator !== undefined) this.#separator.value = separator;
    this.#header.checked = header ?? false;
    const { rowsRead, formats } = strings.many;
    const says = `${rowsRead(rows.length, formats[format])} ${this.#picker.note}`.trim();
    find(this.#form, '.says', HTMLElement).textContent = says;
    const movesFocus = this.#form.hidden;
    this.#source.hidden = true;
    this.#form.hidden = false;
    this.#showReviews();
    if (movesFocus) this.#model.focus();
  }

  #showParts(selector: string, shown: boolean): void {
    for (const part of this.#form.querySelectorAll<HTMLElement>(selector)) part.hidden = !shown;
  }

  /** The reviews as they would be rated, and what is wrong with some rows. */
  #showReviews(): void {
    this.#problem.textContent = '';
    this.#reviews = undefined;
    const submit = find(this.#form, '[type=submit]', HTMLButtonElement);
    try {
      const reviews = this.#toReviews!(this.#read!.rows, Number(this.#column.value));
      this.#reviews = reviews;
      submit.textContent = strings.many.rate(reviews.reviews.length);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      submit.textContent = strings.many.rateThese;
      this.#problem.textContent = error.message;
    }
    submit.disabled = !this.#reviews;
    this.#problems.show(this.#allProblems());
    const leftOut = this.#reviews?.leftOut ?? 0;
    find(this.#form, '.left-out', HTMLElement).textContent =
      leftOut > 0 ? strings.many.leftOut(maxReviews, leftOut) : '';
    // Where none can be rated, the cells show what was found in their place.
    const texts = this.#reviews
      ? this.#reviews.reviews.slice(0, firstOnes).map(({ text }) => text)
      : this.#read!.rows.slice(0, firstOnes).map((row) => cellAt(row, Number(this.#column.value)));
    find(this.#form, '.first-ones', HTMLElement).replaceChildren(
      ...texts.map((text) => {
        const item = create('li', '', shortened(text, longestFirst));
        holdsEnglish(item);
        return item;
      }),
    );
  }

  #allProblems(): Problem[] {
    const problems = [...this.#read!.problems, ...(this.#reviews?.problems ?? [])];
    return problems.sort((a, b) => a.line - b.line);
  }
}
