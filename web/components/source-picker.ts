// Takes what a visitor brings: a file that is chosen or dropped, or pasted text.
import { create } from '../dom';
import { strings } from '../strings/strings';
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
    const file = create('input', 'visually-hidden');
    file.type = 'file';
    file.accept = accept;
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      // The same file may be chosen again, once it was mended.
      file.value = '';
      if (chosen) onSource(chosen);
    });
    const drop = create(
      'div',
      'drop',
      create('label', 'file-button', strings.importing.chooseFile, file),
      create('span', '', strings.importing.orDrop),
    );
    // Without these the browser would leave the page for the file.
    drop.addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
    drop.addEventListener('dragleave', () => drop.classList.remove('over'));
    drop.addEventListener('drop', (event) => {
      event.preventDefault();
      drop.classList.remove('over');
      const [dropped] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData('text/plain');
      if (dropped) onSource(dropped);
      else if (text) onSource(text);
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
