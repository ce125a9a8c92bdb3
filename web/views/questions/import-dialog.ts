// Brings a visitor's own questions: reads them, lets columns be chosen, and makes a set.
import { showFailure } from '../../components/failure';
import { beginningOf, shortened } from '../../graphemes';
import { RowProblems } from '../../components/row-problems';
import { SourcePicker } from '../../components/source-picker';
import { WorkPanel } from '../../components/work-panel';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import type { ColumnUse } from '../../import/column-names';
import {
  cellAt,
  guessColumns,
  toDocuments,
  type ColumnChoice,
  type Documents,
} from '../../import/columns';
import { endings } from '../../import/endings';
import { ImportError } from '../../import/import-error';
import type { Imported, ReadOptions, TextFormat } from '../../import/read-rows';
import type { Separator } from '../../import/table';
import { strings } from '../../strings/strings';
import { percentage } from '../../wording';
import type { Library, OwnSet } from './library';

const uses = ['question', 'answer', 'category', 'id'] as const;

const rowsShown = 5;
const longestCell = 120;

export interface ImportListener {
  /** The library, once there is a model; rejects if that fails to load, or once `signal` is aborted. */
  openLibrary(signal: AbortSignal): Promise<Library>;
  /** A set was made; `keep`: it is to be kept on the device. */
  onSet(library: Library, set: OwnSet, keep: boolean): void;
}

export class ImportDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #listener: ImportListener;
  readonly #picker: SourcePicker;
  readonly #sourcePart: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #name: HTMLInputElement;
  readonly #division: HTMLSelectElement;
  readonly #separator: HTMLSelectElement;
  readonly #header: HTMLInputElement;
  readonly #keep: HTMLInputElement;
  readonly #problems: RowProblems;
  readonly #selects = new Map<ColumnUse, HTMLSelectElement>();
  #source: File | string = '';
  #read: Imported | undefined;
  #documents: Documents | undefined;

  constructor(dialog: HTMLDialogElement, listener: ImportListener) {
    this.#dialog = dialog;
    this.#listener = listener;
    this.#sourcePart = find(dialog, '.import-source', HTMLElement);
    this.#form = find(dialog, 'form', HTMLFormElement);
    this.#work = new WorkPanel(find(dialog, '.work', HTMLElement));
    this.#problem = find(dialog, '.problem', HTMLElement);
    this.#name = find(dialog, '[name=name]', HTMLInputElement);
    this.#division = find(dialog, '[name=division]', HTMLSelectElement);
    this.#separator = find(dialog, '[name=separator]', HTMLSelectElement);
    this.#header = find(dialog, '[name=header]', HTMLInputElement);
    this.#keep = find(dialog, '[name=keep]', HTMLInputElement);
    this.#picker = new SourcePicker(
      { says: strings.importing.example, accept: `${endings},.jsonld,.html,.htm,.whyindex` },
      (source) => void this.#open(source),
    );
    this.#sourcePart.prepend(this.#picker.element);
    this.#problems = new RowProblems(find(dialog, '.row-problems', HTMLDetailsElement));
    this.#offerUses();

    // What misses the box, a link for one, is not to take the place of the page.
    for (const type of ['dragover', 'drop']) {
      dialog.addEventListener(type, (event) => event.preventDefault());
    }
    find(dialog, '.close', HTMLElement).addEventListener('click', () => dialog.close());
    find(dialog, '.back', HTMLElement).addEventListener('click', () => this.#showSource());
    // Whatever is under way is of no use to anybody then.
    dialog.addEventListener('close', () => this.#work.cancel());
    this.#division.addEventListener(
      'change',
      () => void this.#readSource({ format: this.#division.value as TextFormat }),
    );
    for (const choice of [this.#separator, this.#header]) {
      choice.addEventListener('change', () => void this.#readAgain());
    }
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#make();
    });
  }

  show(): void {
    this.#showSource();
    this.#picker.clear();
    this.#keep.checked = false;
    this.#dialog.showModal();
  }

  #showSource(): void {
    this.#work.cancel();
    this.#problem.textContent = '';
    this.#form.hidden = true;
    this.#sourcePart.hidden = false;
  }

  async #open(source: File | string): Promise<void> {
    this.#source = source;
    if (typeof source !== 'string' && (await isIndex(source))) {
      await this.#addFile(source);
      return;
    }
    const name = typeof source === 'string' ? '' : source.name.replace(/\.\w+$/, '');
    this.#name.value = beginningOf(name || strings.importing.ownName, this.#name.maxLength);
    await this.#readSource({});
  }

  #readAgain(): Promise<void> {
    return this.#readSource({
      format: 'table',
      separator: this.#separator.value as Separator,
      header: this.#header.checked,
    });
  }

  async #readSource(options: ReadOptions): Promise<void> {
    await this.#try(strings.importing.reading, async (signal, onProgress) => {
      // Who brings nothing needs no readers.
      const { readQuestions } = await import('../../import/read-questions');
      this.#read = await readQuestions(this.#source, {
        ...options,
        signal,
        onProgress: ({ phase, fraction }) =>
          onProgress(
            fraction,
            phase === 'read' ? strings.importing.readingFile : strings.importing.parsing,
          ),
      });
      signal.throwIfAborted();
      this.#showColumns(this.#read);
    });
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

  #offerUses(): void {
    const place = find(this.#form, '.uses', HTMLElement);
    for (const use of uses) {
      const select = create('select');
      select.addEventListener('change', () => this.#showDocuments());
      this.#selects.set(use, select);
      place.append(create('label', '', strings.importing.useNames[use], select));
    }
  }

  #showColumns(read: Imported): void {
    const { columns, rows, format, separator, header } = read;
    const guess = guessColumns(columns, rows);
    for (const [use, select] of this.#selects) {
      const options = columns.map((name, i) => new Option(name, String(i)));
      if (use !== 'question') options.unshift(new Option(strings.importing.none, ''));
      select.replaceChildren(...options);
      select.value = String(guess[use] ?? '');
    }
    // Of a list there is nothing to choose.
    find(this.#form, '.uses', HTMLElement).hidden = columns.length === 1;
    // A table may have been lines with bars in them. Of JSON, which is not offered, there is nothing to choose.
    this.#division.value = format;
    this.#showParts('.of-text', this.#division.value === format);
    this.#showParts('.of-table', format === 'table');
    if (separator !== undefined) this.#separator.value = separator;
    this.#header.checked = header ?? false;
    const { rowsRead, formats } = strings.importing;
    const says = `${rowsRead(rows.length, formats[format])} ${this.#picker.note}`.trim();
    find(this.#form, '.import-says', HTMLElement).textContent = says;
    const movesFocus = this.#form.hidden;
    this.#sourcePart.hidden = true;
    this.#form.hidden = false;
    this.#showDocuments();
    if (movesFocus) this.#name.focus();
  }

  #showParts(selector: string, shown: boolean): void {
    for (const part of this.#form.querySelectorAll<HTMLElement>(selector)) part.hidden = !shown;
  }

  #choice(): ColumnChoice {
    const chosen = [...this.#selects].flatMap(([use, { value }]) =>
      value === '' ? [] : [[use, Number(value)] as const],
    );
    return { question: 0, ...Object.fromEntries(chosen) };
  }

  /** The rows as they would be searched, and what is wrong with some. */
  #showDocuments(): void {
    const read = this.#read!;
    const choice = this.#choice();
    this.#problem.textContent = '';
    this.#documents = undefined;
    this.#showPreview(read, choice);
    const submit = find(this.#form, '[type=submit]', HTMLButtonElement);
    try {
      this.#documents = toDocuments(read.rows, choice);
      const { documents, problems } = this.#documents;
      submit.textContent = strings.importing.search(documents.length);
      this.#problems.show([...read.problems, ...problems].sort((a, b) => a.line - b.line));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      submit.textContent = strings.importing.searchThese;
      this.#problem.textContent = error.message;
      this.#problems.show(read.problems);
    }
  }

  #showPreview({ columns, rows }: Imported, choice: ColumnChoice): void {
    const useOf = (column: number) =>
      uses.filter((use) => choice[use] === column).map((use) => strings.importing.useNames[use]);
    const head = columns.map((name, i) => {
      const cell = create('th', '', name);
      cell.scope = 'col';
      for (const use of useOf(i)) cell.append(' ', create('span', 'use', use));
      return cell;
    });
    const body = rows.slice(0, rowsShown).map((row) => {
      const cells = columns.map((_, i) => {
        const text = shortened(cellAt(row, i), longestCell);
        const cell = create('td', useOf(i).length > 0 ? 'used' : '', text);
        holdsEnglish(cell);
        return cell;
      });
      return create('tr', '', ...cells);
    });
    const table = create(
      'table',
      '',
      create('thead', '', create('tr', '', ...head)),
      create('tbody', '', ...body),
    );
    find(this.#form, '.preview', HTMLElement).replaceChildren(table);
  }

  async #make(): Promise<void> {
    if (!this.#documents) return;
    const { documents } = this.#documents;
    const name = this.#name.value.trim() || strings.importing.ownName;
    const total = documents.length;
    await this.#try(strings.importing.making(total), async (signal, onProgress) => {
      const library = await this.#listener.openLibrary(signal);
      const set = await library.add(name, documents, {
        signal,
        onProgress: ({ done }) =>
          onProgress(done / total, strings.importing.made(done, total, percentage(done / total))),
      });
      this.#finish(library, set);
    });
  }

  async #addFile(file: File): Promise<void> {
    await this.#try(strings.importing.openingIndex, async (signal) => {
      const library = await this.#listener.openLibrary(signal);
      const bytes = new Uint8Array(await file.arrayBuffer());
      signal.throwIfAborted();
      const name = file.name.replace(/\.\w+$/, '') || strings.importing.ownName;
      this.#finish(library, await library.addFile(name, bytes, { signal }));
    });
  }

  #finish(library: Library, set: OwnSet): void {
    const keep = this.#keep.checked;
    this.#dialog.close();
    this.#listener.onSet(library, set, keep);
  }
}

/** Whether a file is an index: by its first bytes. */
async function isIndex(file: File): Promise<boolean> {
  try {
    return (await file.slice(0, 8).text()) === 'whyindex';
  } catch {
    // Who reads it next says what is wrong with it.
    return false;
  }
}
