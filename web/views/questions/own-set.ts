// A set of the visitor's own: kept on the device or not, saved as a file, deleted.
import { showFailure } from '../../components/failure';
import { create } from '../../dom';
import { strings } from '../../strings/strings';
import { questionsAsCsv, questionsAsJsonLines } from './exports';
import type { Library, OwnSet } from './library';
import { saveFile } from '../../export/save-file';
import { fileName } from '../../export/tables';

export interface OwnSetListener {
  /** The set is kept, perhaps under another name, or no longer. */
  onKept(library: Library): void;
  onDeleted(library: Library): void;
}

export class OwnSetPanel {
  readonly #panel: HTMLElement;
  readonly #says = create('p', 'own-says');
  readonly #keep = create('input');
  readonly #problem = create('div', 'problem');
  readonly #confirm = create('div', 'confirm');
  readonly #delete = button(strings.ownSet.delete, () => this.#ask());
  readonly #listener: OwnSetListener;
  #current: { set: OwnSet; library: Library } | undefined;
  #removing = false;

  constructor(panel: HTMLElement, listener: OwnSetListener) {
    this.#panel = panel;
    this.#listener = listener;
    this.#keep.type = 'checkbox';
    this.#keep.addEventListener('change', () => void this.keep(this.#keep.checked));
    this.#problem.role = 'alert';
    const tick = create('label', 'tick', this.#keep, create('span', '', strings.ownSet.keep));
    const save = create(
      'div',
      'actions',
      create('span', 'actions-label', strings.ownSet.saveAs),
      button(strings.ownSet.csv, () => void this.#save('csv')),
      button(strings.ownSet.jsonLines, () => void this.#save('jsonl')),
      button(strings.ownSet.index, () => void this.#save('whyindex')),
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
    this.#says.textContent = strings.ownSet.says(set.size);
    this.#keep.checked = set.kept;
  }

  /** Keeps the set on the device, or no longer. */
  async keep(keep: boolean): Promise<void> {
    await this.#try(strings.ownSet.keepFailed, async ({ set, library }) => {
      await library.keep(set, keep);
      this.#listener.onKept(library);
    });
    this.#keep.checked = this.#current?.set.kept ?? false;
  }

  async #save(kind: 'csv' | 'jsonl' | 'whyindex'): Promise<void> {
    await this.#try(strings.ownSet.saveFailed, async ({ set, library }) => {
      const index = await library.open(set);
      const name = `${fileName(set.name, 'questions')}.${kind}`;
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
    const yes = button(strings.ownSet.deleteIt, () => void this.#remove());
    const no = button(strings.ownSet.keepIt, () => {
      this.#confirm.hidden = true;
      this.#delete.focus();
    });
    const { askDelete, askDeleteKept } = strings.ownSet;
    const asked = set.kept ? askDeleteKept(set.name) : askDelete(set.name);
    this.#confirm.replaceChildren(create('p', '', asked), yes, no);
    this.#confirm.hidden = false;
    no.focus();
  }

  async #remove(): Promise<void> {
    // Of a double click the first half counts.
    if (this.#removing) return;
    this.#removing = true;
    await this.#try(strings.ownSet.deleteFailed, async ({ set, library }) => {
      await library.remove(set);
      this.#listener.onDeleted(library);
    });
    this.#removing = false;
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
      if (this.#current === current) showFailure(this.#problem, failure, error);
    }
  }
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = create('button', '', label);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}
