// Takes what a visitor brings: a file that is chosen or dropped, or pasted text.
import { create } from '../dom';
import { strings } from '../strings/strings';
import { dropBox } from './drop-box';
import './source-picker.css';

// Browsers take seconds to lay out more; who pastes it wants it read. In UTF-16 units.
const longestShown = 50_000;

let pickers = 0;

export class SourcePicker {
  readonly element = create('div', 'picker');
  readonly #area = create('textarea');

  /** `says` is what may be pasted, `accept` which files are offered. */
  constructor(
    { says, accept }: { says: string; accept: string },
    onSource: (source: File | string) => void,
  ) {
    const { chooseFile, orDrop } = strings.importing;
    const drop = dropBox({
      choose: chooseFile,
      orDrop,
      accept,
      onChosen: ([file]) => onSource(file!),
      onDropped: (dropped) => {
        const source = dropped.files[0] ?? dropped.getData('text/plain');
        if (source) onSource(source);
      },
    });

    const area = this.#area;
    area.id = `pasted-${(pickers += 1)}`;
    area.rows = 4;
    area.className = 'pasted';
    area.autocomplete = 'off';
    area.spellcheck = false;
    // The models read English.
    area.lang = 'en';
    area.placeholder = says;
    area.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.length <= longestShown) return;
      event.preventDefault();
      onSource(text);
    });
    const label = create('label', '', strings.importing.orPaste);
    label.htmlFor = area.id;
    const read = create('button', '', strings.importing.readPasted);
    read.type = 'button';
    read.addEventListener('click', () => onSource(area.value));
    this.element.append(drop, label, area, read);
  }

  clear(): void {
    this.#area.value = '';
  }

  focus(): void {
    this.#area.focus();
  }
}
