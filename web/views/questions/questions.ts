// A question goes in, those that ask the same come out, with what makes each match.
import { WhylightError } from 'whylight';
import { Editor } from '../../components/editor';
import { LiveExplainer } from '../../components/live-explainer';
import { LoadingPanel } from '../../components/loading-panel';
import { create, find } from '../../dom';
import { readKept } from '../../keep/kept-text';
import type { Visit } from '../../keep/visits';
import { describe, Problem } from '../../problems';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { megabytes } from '../../wording';
import { fitting } from './certainty';
import { deviceStore, type OpenQuestion } from './device-store';
import { Duplicates } from './duplicates';
import { Evaluation } from './evaluation';
import { FoundQuestions } from './found';
import { ImportDialog } from './import-dialog';
import { Library, type Index, type QuestionSet } from './library';
import { openRetriever } from './open-retriever';
import { OwnSetPanel } from './own-set';
import { search, type Found } from './search';
import { shippedSets } from './shipped-sets';
import { Unanswered } from './unanswered';
import { orAborted, WorkPanel } from '../../components/work-panel';
import './questions.css';
import './found.css';
import './import.css';
import './more.css';

const modelFolder = new URL('models/questions/', document.baseURI);

/** Brings the view in `root` to life, and loads its model. */
export function start(root: HTMLElement): ShowPart {
  const view = new QuestionsView(root);
  view.load();
  return (_part, visit) => view.show(visit);
}

class QuestionsView {
  readonly #editor: Editor;
  readonly #found: FoundQuestions;
  readonly #sets: HTMLElement;
  readonly #ownSet: OwnSetPanel;
  readonly #import: ImportDialog;
  readonly #work: WorkPanel;
  readonly #tries: HTMLElement;
  readonly #bringOwn = create('button', 'sample bring-own', strings.questions.bringOwn);
  readonly #loading: LoadingPanel;
  readonly #modelSize: HTMLElement;
  readonly #ways: HTMLButtonElement[];
  readonly #duplicates: Duplicates;
  readonly #unanswered: Unanswered;
  /** There once the model is. */
  readonly #library: Promise<Library>;
  #hand!: (library: Library) => void;
  /** The model, as it is being loaded or was last tried to be. */
  #model: ReturnType<typeof openRetriever> | undefined;
  /** The same. */
  #loaded: Library | undefined;
  #chosen: QuestionSet | undefined;
  #opening: { set: QuestionSet } | undefined;
  #explainer: LiveExplainer<Found> | undefined;
  #apart = false;
  #visit: Visit | undefined;
  /** The key of the set that was kept of the visit. */
  #keptSet: string | undefined;

  constructor(root: HTMLElement) {
    this.#library = new Promise((resolve) => {
      this.#hand = resolve;
    });
    const result = find(root, '.result', HTMLElement);
    this.#sets = find(root, '.sets', HTMLElement);
    this.#work = new WorkPanel(find(result, '.work', HTMLElement));
    this.#tries = find(root, '.tries', HTMLElement);
    this.#loading = new LoadingPanel(find(root, '.loading', HTMLElement));
    this.#modelSize = find(root, '.model-size', HTMLElement);
    this.#unanswered = new Unanswered(find(root, '.unanswered', HTMLElement), deviceStore);
    this.#found = new FoundQuestions(result, {
      onNothing: (text, nearest) => this.#unanswered.note(this.#openQuestion(text, nearest)),
      keep: (text, nearest) => this.#unanswered.keep(this.#openQuestion(text, nearest)),
    });
    this.#editor = new Editor(find(root, '.ask', HTMLElement), {
      onType: (text) => {
        this.#unanswered.unnote();
        this.#keep();
        this.#explainer?.schedule(text);
      },
      onSubmit: () => {
        // Of a sample that was chosen, too: it is not a visitor's own.
        this.#unanswered.unnote();
        this.#keep();
        this.#ask();
      },
    });
    const field = find(root, '.question-field', HTMLTextAreaElement);
    field.addEventListener('keydown', (event) => {
      // A question has one line as a rule.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#ask();
      this.#unanswered.commit();
    });
    field.addEventListener('change', () => this.#unanswered.commit());

    this.#ownSet = new OwnSetPanel(find(root, '.own-set', HTMLElement), {
      onKept: (library) => {
        this.#drawSets(library);
        this.#keep();
      },
      onDeleted: (library) => void this.#choose(library, library.sets[0]!),
    });
    this.#import = new ImportDialog(find(root, '.import', HTMLDialogElement), {
      openLibrary: (signal) => this.#openLibrary(signal),
      onSet: (library, set, keep) => {
        void this.#choose(library, set);
        this.#editor.focus();
        if (keep) void this.#ownSet.keep(true);
      },
    });
    this.#bringOwn.type = 'button';
    this.#bringOwn.addEventListener('click', () => this.#import.show());
    // Their places are taken at once; they can be chosen when the model is there.
    const waiting = shippedSets.map(({ name }) => create('button', 'sample', name));
    for (const button of waiting) button.disabled = true;
    this.#sets.append(...waiting, this.#bringOwn);
    this.#ways = [...root.querySelectorAll<HTMLButtonElement>('.ways button')];
    for (const [i, button] of this.#ways.entries()) {
      button.addEventListener('click', () => this.#rankApart(i === 1));
    }
    this.#duplicates = new Duplicates(find(root, '.duplicates', HTMLElement), (text) => {
      this.#editor.propose(text);
      this.#editor.focus();
    });
    new Evaluation(find(root, '.evaluation', HTMLElement), (signal) => this.#openLibrary(signal));
  }

  load(): void {
    void this.#loading.run({
      load: (signal, onProgress) => {
        this.#model = openRetriever(modelFolder, signal, (progress) => {
          onProgress(progress);
          if (progress.phase === 'download') {
            this.#modelSize.textContent = strings.page.modelSize(megabytes(progress.total));
          }
        }).catch((error: unknown) => {
          // For those who wait for it elsewhere.
          throw signal.aborted ? new Problem(strings.loading.cancelled, describe(error)) : error;
        });
        return this.#model;
      },
      onLoaded: ({ retriever }, hadFocus) => {
        if (hadFocus) this.#editor.focus();
        void this.#useLibrary(new Library(retriever, deviceStore));
      },
    });
  }

  /** The library, once there is a model; rejects if that fails to load, or once `signal` is aborted. */
  #openLibrary(signal: AbortSignal): Promise<Library> {
    return orAborted(
      Promise.resolve(this.#model).then(() => this.#library),
      signal,
    );
  }

  /** Shows what was kept of a visit, or keeps of it what is shown. */
  show(visit: Visit): void {
    const { kept } = visit;
    this.#visit = undefined;
    const text = readKept(kept, 'text');
    const set = (kept as { set?: unknown } | null | undefined)?.set;
    this.#keptSet = typeof set === 'string' ? set : undefined;
    const library = this.#loaded;
    const wanted = library && this.#keptIn(library);
    if (wanted && wanted !== this.#chosen) {
      this.#visit = visit;
      void this.#choose(library, wanted, text);
      return;
    }
    if (text !== undefined && text !== this.#editor.text) this.#editor.write(text);
    this.#visit = visit;
    if (library) this.#visit.keepShown(this.#state);
  }

  #keep(): void {
    this.#visit?.keep(this.#state);
  }

  get #state(): { text: string; set: string | undefined } {
    return { text: this.#editor.text, set: this.#chosen?.key ?? this.#keptSet };
  }

  /** The set that was kept of the visit, if it still exists: one that was only shown went with its page. */
  #keptIn(library: Library): QuestionSet | undefined {
    return this.#keptSet === undefined ? undefined : library.find(this.#keptSet);
  }

  async #useLibrary(library: Library): Promise<void> {
    // Where nothing can be kept, there is nothing to list; keeping says why.
    await library.findKept().catch(() => {});
    deviceStore.addEventListener('forgotten', () => {
      library.forgetKept();
      this.#drawSets(library);
      if (this.#chosen?.own) this.#ownSet.show(this.#chosen, library);
    });
    this.#loaded = library;
    this.#hand(library);
    // What stands there was kept or typed.
    const text = this.#editor.text || undefined;
    await this.#choose(library, this.#keptIn(library) ?? library.sets[0]!, text);
  }

  #openQuestion(text: string, nearest: number | undefined): OpenQuestion {
    return {
      text: text.trim(),
      set: this.#chosen?.name ?? '',
      ...(nearest !== undefined && { nearest }),
      asked: new Date().toISOString(),
    };
  }

  /** Searches in another set, and shows what it finds for `text` or the own question that is there. */
  async #choose(library: Library, set: QuestionSet, text?: string): Promise<void> {
    if (set === this.#opening?.set) return;
    this.#chosen = set;
    this.#explainer?.stop();
    this.#explainer = undefined;
    this.#duplicates.use(undefined);
    this.#found.clear('');
    this.#drawSets(library);
    this.#ownSet.show(set.own ? set : undefined, library);
    const samples = set.own ? [] : set.samples;
    this.#tries.hidden = samples.length === 0;
    this.#editor.offer(samples, { keep: true, text });
    this.#visit?.keepShown(this.#state);
    const opening = (this.#opening = { set });
    await this.#open(library, set, () => this.#opening === opening);
    if (this.#opening === opening) this.#opening = undefined;
  }

  /** `isWanted`: no other set, nor the same once more, has been chosen since. */
  async #open(library: Library, set: QuestionSet, isWanted: () => boolean): Promise<void> {
    try {
      const index = await this.#work.run(
        strings.questions.opening(set.name),
        async (signal, onProgress) => {
          const opened = await library.open(set, {
            signal,
            onProgress: ({ done, total }) =>
              onProgress(done / total, strings.questions.readingSet(total)),
          });
          // Else the time of the first search would be mostly that of a hundred others.
          await library.levelled(opened);
          return opened;
        },
      );
      if (!isWanted()) return;
      if (index) this.#searchIn(library, set, index);
      else this.#found.clear(strings.questions.notOpened);
    } catch (error) {
      if (!isWanted()) return;
      this.#found.fail(strings.questions.openFailed(set.name), error);
    }
  }

  #searchIn(library: Library, set: QuestionSet, index: Index): void {
    this.#duplicates.use(index);
    this.#explainer = new LiveExplainer((text) => this.#search(library, set, text), this.#found);
    this.#ask();
  }

  async #search(library: Library, set: QuestionSet, text: string): Promise<Found> {
    const ask = async (index: Index) =>
      search({
        text,
        index,
        levelled: await library.levelled(index),
        threshold: fitting,
        apart: this.#apart,
      });
    try {
      return await ask(await library.open(set));
    } catch (error) {
      if (!isLost(error)) throw error;
      const index = await library.renew(set);
      if (this.#chosen === set) this.#duplicates.use(index);
      return await ask(index);
    }
  }

  #ask(): void {
    this.#explainer?.runNow(this.#editor.text);
  }

  #rankApart(apart: boolean): void {
    this.#apart = apart;
    for (const [i, button] of this.#ways.entries())
      button.ariaPressed = String(apart === (i === 1));
    this.#ask();
  }

  /** The sets to choose from, and the way to bring another. */
  #drawSets(library: Library): void {
    const buttons = library.sets.map((set) => {
      const button = create('button', 'sample', set.name);
      button.type = 'button';
      if (set === this.#chosen) button.setAttribute('aria-current', 'true');
      button.addEventListener('click', () => void this.#choose(library, set));
      return button;
    });
    const hadFocus = this.#sets.contains(document.activeElement);
    this.#sets.replaceChildren(...buttons, this.#bringOwn);
    // The button that was pressed is another one now.
    if (hadFocus) buttons[library.sets.indexOf(this.#chosen!)]?.focus();
  }
}

/** Whether an index went with the module of WebAssembly that kept it. */
function isLost(error: unknown): boolean {
  return (
    error instanceof WhylightError && (error.code === 'wasm-failed' || error.code === 'not-found')
  );
}
