// A set of the visitor's own: kept on the device or not, saved as a file, deleted.
import { describe } from '../../components/loading-panel';
import { create } from '../../dom';
import { count } from '../../wording';
import { fileName, questionsAsCsv, questionsAsJsonLines } from './exports';
import type { Library, OwnSet } from './library';
import { saveFile } from './save-file';

export class OwnSetPanel {
  readonly #panel: HTMLElement;
  readonly #says = create('p', 'own-says');
  readonly #keep = create('input');
  readonly #problem = create('p', 'problem');
  readonly #confirm = create('div', 'confirm');
  readonly #delete = button('Delete', () => this.#ask());
  readonly #onDeleted: (library: Library) => void;
  #current: { set: OwnSet; library: Library } | undefined;

  constructor(panel: HTMLElement, onDeleted: (library: Library) => void) {
    this.#panel = panel;
    this.#onDeleted = onDeleted;
    this.#keep.type = 'checkbox';
    this.#keep.addEventListener('change', () => void this.keep(this.#keep.checked));
    this.#problem.role = 'alert';
    const tick = create('label', 'tick', this.#keep, create('span', '', 'Keep on this device'));
    const save = create(
      'div',
      'actions',
      create('span', 'actions-label', 'Save as'),
      button('CSV', () => void this.#save('csv')),
      button('JSON lines', () => void this.#save('jsonl')),
      button('Index', () => void this.#save('whyindex')),
      this.#delete,
    );
    this.#confirm.hidden = true;
    panel.append(this.#says, tick, save, this.#confirm, this.#problem);
  }

  /** Shows a set, or none. */
  show(set: OwnSet | undefined, library: Library): void {
    this.#current = set && { set, library };
    this.#panel.hidden = !set;
    this.#problem.textContent = '';
    this.#confirm.hidden = true;
    if (!set) return;
    this.#says.textContent = `${count(set.size, 'question')} of your own`;
    this.#keep.checked = set.kept;
  }

  /** Keeps the set on the device, or no longer. */
  async keep(keep: boolean): Promise<void> {
    await this.#try('It could not be kept.', ({ set, library }) => library.keep(set, keep));
    this.#keep.checked = this.#current?.set.kept ?? false;
  }

  async #save(kind: 'csv' | 'jsonl' | 'whyindex'): Promise<void> {
    await this.#try('It could not be saved.', async ({ set, library }) => {
      const index = await library.open(set);
      const name = `${fileName(set.name)}.${kind}`;
      if (kind === 'whyindex') {
        saveFile(name, 'application/octet-stream', await index.toBytes());
        return;
      }
      const documents = [...index.documents()];
      if (kind === 'csv') saveFile(name, 'text/csv', questionsAsCsv(documents));
      else saveFile(name, 'application/x-ndjson', questionsAsJsonLines(documents));
    });
  }

  #ask(): void {
    const { set } = this.#current!;
    const where = set.kept ? 'here and on this device' : 'here';
    const yes = button('Delete it', () => void this.#remove());
    const no = button('Keep it', () => {
      this.#confirm.hidden = true;
      this.#delete.focus();
    });
    this.#confirm.replaceChildren(create('p', '', `Delete “${set.name}”, ${where}?`), yes, no);
    this.#confirm.hidden = false;
    no.focus();
  }

  async #remove(): Promise<void> {
    await this.#try('It could not be deleted.', async ({ set, library }) => {
      await library.remove(set);
      this.#onDeleted(library);
    });
  }

  async #try(
    failure: string,
    act: (current: { set: OwnSet; library: Library }) => Promise<void>,
  ): Promise<void> {
    const current = this.#current;
    if (!current) return;
    this.#problem.textContent = '';
    try {
      await act(current);
    } catch (error) {
      if (this.#current === current) this.#problem.textContent = `${failure}\n${describe(error)}`;
    }
  }
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = create('button', '', label);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}
