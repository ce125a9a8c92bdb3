// Questions that found no answer: kept on the device if the visitor says so.
import { tryOrTell } from '../../components/failure';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { chance } from './certainty';
import type { DeviceStore, OpenQuestion } from './device-store';
import { asCsv, asJsonLines } from '../../export/tables';
import { saveFile } from '../../export/save-file';

export class Unanswered {
  readonly #store: DeviceStore;
  readonly #tick: HTMLInputElement;
  readonly #problem: HTMLElement;
  readonly #says: HTMLElement;
  readonly #list: HTMLElement;
  readonly #actions: HTMLElement;
  #keeps = false;
  /** The question that nothing fits, as long as it stands there. */
  #noted: OpenQuestion | undefined;
  /** Whether it is what the visitor meant to ask, rather than half of it. */
  #committed = false;

  constructor(details: HTMLElement, store: DeviceStore) {
    this.#store = store;
    this.#tick = find(details, 'input', HTMLInputElement);
    this.#problem = find(details, '.problem', HTMLElement);
    this.#says = find(details, '.says', HTMLElement);
    this.#list = find(details, '.kept-questions', HTMLElement);
    this.#actions = find(details, '.actions', HTMLElement);
    this.#tick.addEventListener('change', () => void this.#setKeeps(this.#tick.checked));
    const [csv, lines, all] = this.#actions.querySelectorAll('button');
    csv!.addEventListener('click', () => void this.#save('csv'));
    lines!.addEventListener('click', () => void this.#save('jsonl'));
    all!.addEventListener('click', () => void this.#forget());
    store.addEventListener('forgotten', () => void this.#show());
    void this.#begin();
  }

  /** A question is there that nothing fits. */
  note(question: OpenQuestion): void {
    this.#noted = question;
    if (this.#committed) void this.#keepNoted();
  }

  /** The question changes. */
  unnote(): void {
    this.#noted = undefined;
    this.#committed = false;
  }

  /** The visitor meant what is asked. */
  commit(): void {
    this.#committed = true;
    void this.#keepNoted();
  }

  /** Keeps a question because the visitor said so. */
  async keep(question: OpenQuestion): Promise<void> {
    await this.#store.keepOpen(question);
    await this.#show();
  }

  async #begin(): Promise<void> {
    try {
      this.#keeps = await this.#store.keepsOpen();
      this.#tick.checked = this.#keeps;
      await this.#show();
    } catch {
      // Nothing was kept; who wants something kept hears why it cannot be.
    }
  }

  async #setKeeps(keep: boolean): Promise<void> {
    await tryOrTell(this.#problem, strings.unanswered.changeFailed, async () => {
      await this.#store.setKeepsOpen(keep);
      this.#keeps = keep;
    });
    this.#tick.checked = this.#keeps;
  }

  async #keepNoted(): Promise<void> {
    const question = this.#noted;
    if (!question || !this.#keeps) return;
    this.#noted = undefined;
    await tryOrTell(this.#problem, strings.unanswered.noteFailed, async () => {
      await this.#store.keepOpen(question);
      await this.#show();
    });
  }

  async #save(kind: 'csv' | 'jsonl'): Promise<void> {
    await tryOrTell(this.#problem, strings.unanswered.saveFailed, async () => {
      const questions = await this.#store.openQuestions();
      if (kind === 'jsonl') {
        saveFile('unanswered.jsonl', 'application/x-ndjson', asJsonLines(questions));
        return;
      }
      const rows = questions.map(({ text, set, nearest, asked }) => [
        text,
        set,
        nearest?.toFixed(3) ?? '',
        asked,
      ]);
      saveFile('unanswered.csv', 'text/csv', asCsv(['question', 'set', 'nearest', 'asked'], rows));
    });
  }

  async #forget(): Promise<void> {
    await tryOrTell(this.#problem, strings.unanswered.deleteFailed, async () => {
      await this.#store.forgetOpen();
      await this.#show();
      // Its button is gone.
      this.#tick.focus();
    });
  }

  async #show(): Promise<void> {
    const questions = await this.#store.openQuestions();
    questions.sort((a, b) => b.asked.localeCompare(a.asked));
    this.#actions.hidden = questions.length === 0;
    this.#says.textContent =
      questions.length === 0 ? '' : strings.unanswered.says(questions.length);
    const items = questions.map(({ text, set, nearest }) => {
      const question = create('b', '', text);
      holdsEnglish(question);
      const about =
        nearest === undefined ? set : strings.unanswered.aboutNearest(set, chance(nearest));
      return create('li', '', question, ' ', create('span', 'hint', about));
    });
    this.#list.replaceChildren(...items);
  }
}
