// A box into which files are dropped, with the button that chooses them instead.
import { create } from '../dom';
import './drop-box.css';

export interface DropBoxParts {
  /** The text of the button. */
  choose: string;
  /** Behind the button: what may be dropped. */
  orDrop: string;
  /** Which files the button offers. */
  accept: string;
  multiple?: boolean;
  onChosen: (files: File[]) => void;
  /** Read it at once: it is empty once the event is over. */
  onDropped: (dropped: DataTransfer) => void;
}

export function dropBox(parts: DropBoxParts): HTMLElement {
  const { choose, orDrop, accept, multiple = false, onChosen, onDropped } = parts;
  const file = create('input', 'visually-hidden');
  file.type = 'file';
  file.accept = accept;
  file.multiple = multiple;
  file.addEventListener('change', () => {
    const chosen = [...(file.files ?? [])];
    // The same file may be chosen again, once it was mended.
    file.value = '';
    if (chosen.length > 0) onChosen(chosen);
  });
  const label = create('label', 'file-button', choose, file);
  const box = create('div', 'drop', label, create('span', '', orDrop));
  // Without these nothing could be dropped here.
  box.addEventListener('dragover', (event) => {
    event.preventDefault();
    box.classList.add('over');
  });
  box.addEventListener('dragleave', () => box.classList.remove('over'));
  box.addEventListener('drop', (event) => {
    event.preventDefault();
    box.classList.remove('over');
    if (event.dataTransfer) onDropped(event.dataTransfer);
  });
  return box;
}
