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
  /** Of what was brought last: which file is read of several. */
  note = '';

  /** `says` is what may be pasted, `accept` which files are offered. */
  constructor(
    { says, accept }: { says: string; accept: string },
    onSource: (source: File | string) => void,
  ) {
    const take = (source: File | string, note = '') => {
      this.note = note;
      onSource(source);
    };
    const { chooseFile, orDrop } = strings.importing;
    const drop = dropBox({
      choose: chooseFile,
      orDrop,
      accept,
      onChosen: ([file]) => take(file!),
      onDropped: (dropped) => {
        const [file, second] = dropped.files;
        const source = file ?? dropped.getData('text/plain');
        if (source) take(source, file && second ? strings.importing.oneFile(file.name) : '');
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
      take(text);
    });
    const label = create('label', '', strings.importing.orPaste);
    label.htmlFor = area.id;
    const read = create('button', '', strings.importing.readPasted);
    read.type = 'button';
    read.addEventListener('click', () => take(area.value));
    this.element.append(drop, label, area, read);
  }

  clear(): void {
    this.#area.value = '';
  }

  focus(): void {
    this.#area.focus();
  }
}
