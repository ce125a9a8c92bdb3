// Takes a model that the visitor trained, keeps it on the device or not, and lets go of it.
import { dropBox } from '../components/drop-box';
import { showFailure, tryOrTell } from '../components/failure';
import { create } from '../dom';
import { entriesOf, filesOf, type BroughtFile } from '../import/dropped-files';
import { strings } from '../strings/strings';
import { megabytes } from '../wording';
import { isOwn, titleOf } from './own-name';
import { addressOf, ownModels, type OwnModel } from './own-models';
import './own-models.css';

export class OwnModelPanel {
  readonly #panel: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #onRemoved: () => void;
  readonly #bring = create('div', 'bring-part');
  readonly #own = create('div', 'own-part');
  readonly #says = create('p');
  readonly #keep = create('input');
  readonly #problem = create('div', 'problem');
  #name = '';
  #shown: OwnModel | undefined;

  /** `button` opens and closes what takes a model; `onRemoved` is called when the shown one is gone. */
  constructor(panel: HTMLElement, button: HTMLButtonElement, onRemoved: () => void) {
    this.#panel = panel;
    this.#button = button;
    this.#onRemoved = onRemoved;
    this.#problem.role = 'alert';
    const { ownModel } = strings;
    const box = dropBox({
      choose: ownModel.choose,
      orDrop: ownModel.orDrop,
      accept: '.json,.safetensors,.txt',
      multiple: true,
      onChosen: (files) => void this.#take(() => files.map((file) => ({ path: file.name, file }))),
      onDropped: (dropped) => {
        const entries = entriesOf(dropped);
        void this.#take(() => filesOf(entries));
      },
    });
    const guide = create('a', '', ownModel.guide);
    guide.href = './docs/guides/your-own-data.html';
    guide.hreflang = 'en';
    this.#bring.append(create('p', '', ownModel.says, ' ', guide), box);

    this.#keep.type = 'checkbox';
    this.#keep.addEventListener('change', () => void this.#changeKept());
    const remove = create('button', '', ownModel.remove);
    remove.type = 'button';
    remove.addEventListener('click', () => void this.#remove());
    const tick = create('label', 'tick', this.#keep, create('span', '', ownModel.keep));
    this.#own.append(this.#says, tick, remove);
    panel.append(this.#bring, this.#own, this.#problem);
    button.addEventListener('click', () => this.#open(this.#button.ariaExpanded !== 'true'));
    this.#open(false);
  }

  /** Says of the model that is shown what can be done with it, if it is the visitor's own. */
  show(name: string): void {
    const model = isOwn(name) ? ownModels.find(name) : undefined;
    if (model) {
      this.#says.textContent = strings.ownModel.shown(titleOf(name), megabytes(model.bytes));
      this.#keep.checked = ownModels.isKept(name);
    }
    // Whoever is about to bring another is not to be disturbed by what is known late.
    if (name === this.#name && model === this.#shown) return;
    this.#name = name;
    this.#shown = model;
    this.#problem.textContent = '';
    this.#open(false);
    const notKept = model && ownModels.takeWhyNotKept(name);
    if (notKept !== undefined) showFailure(this.#problem, strings.ownModel.keepFailed, notKept);
  }

  #open(open: boolean): void {
    this.#bring.hidden = !open;
    this.#button.ariaExpanded = String(open);
    this.#own.hidden = !this.#shown;
    this.#panel.hidden = !open && !this.#shown;
  }

  async #take(bring: () => BroughtFile[] | Promise<BroughtFile[]>): Promise<void> {
    await tryOrTell(this.#problem, '', async () => {
      const { readModel } = await import('../import/read-model');
      const read = await readModel(await bring());
      // Whether one of its name is kept is known then; where nothing can be kept, there is none.
      await ownModels.findKept().catch(() => {});
      const model = await ownModels.add(read);
      this.#open(false);
      location.hash = addressOf(model);
    });
  }

  async #changeKept(): Promise<void> {
    const { name } = this.#shown!;
    await tryOrTell(this.#problem, strings.ownModel.keepFailed, () =>
      ownModels.keep(name, this.#keep.checked),
    );
    this.#keep.checked = ownModels.isKept(name);
  }

  async #remove(): Promise<void> {
    const model = this.#shown!;
    await tryOrTell(this.#problem, strings.ownModel.removeFailed, async () => {
      await ownModels.remove(model.name);
      this.#onRemoved();
    });
  }
}
