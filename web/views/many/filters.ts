// What a visitor wants to see, as a form.
import { find } from '../../dom';
import { strings } from '../../strings/strings';
import { capitalised, labelOf } from '../../wording';
import { binName } from './aspect-cards';
import { binCount } from './bins';
import { everything, isFiltered, type Choice, type SortKey } from './choice';
import type { Frame } from './rated-review';

export class Filters {
  readonly #form: HTMLFormElement;
  readonly #search: HTMLInputElement;
  readonly #aspect: HTMLSelectElement;
  readonly #from: HTMLSelectElement;
  readonly #to: HTMLSelectElement;
  readonly #sort: HTMLSelectElement;
  readonly #clear: HTMLButtonElement;
  readonly #onChoice: (choice: Choice) => void;
  #frame!: Frame;
  choice: Choice = everything;

  constructor(form: HTMLFormElement, onChoice: (choice: Choice) => void) {
    this.#form = form;
    this.#onChoice = onChoice;
    this.#search = find(form, '[name=search]', HTMLInputElement);
    this.#aspect = find(form, '[name=aspect]', HTMLSelectElement);
    this.#from = find(form, '[name=from]', HTMLSelectElement);
    this.#to = find(form, '[name=to]', HTMLSelectElement);
    this.#sort = find(form, '[name=sort]', HTMLSelectElement);
    this.#clear = find(form, '.clear', HTMLButtonElement);
    form.addEventListener('submit', (event) => event.preventDefault());
    this.#search.addEventListener('input', () => this.change({ search: this.#search.value }));
    this.#aspect.addEventListener('change', () => {
      const { value } = this.#aspect;
      this.change({ aspect: value === '' ? undefined : Number(value), from: 0, to: Infinity });
    });
    this.#from.addEventListener('change', () => {
      const from = Number(this.#from.value);
      this.change({ from, to: Math.max(from, Number(this.#to.value)) });
    });
    this.#to.addEventListener('change', () => {
      const to = Number(this.#to.value);
      this.change({ to, from: Math.min(to, Number(this.#from.value)) });
    });
    this.#sort.addEventListener('change', () => {
      const [key = '', direction] = this.#sort.value.split(' ');
      const sort: SortKey = key === 'order' || key === 'length' ? key : Number(key);
      this.change({ sort, descending: direction === 'down' });
    });
    this.#clear.addEventListener('click', () => {
      const { sort, descending } = this.choice;
      this.change({ ...everything, sort, descending });
      this.#search.focus();
    });
  }

  /** Begins anew, with the aspects of a model. */
  use(frame: Frame): void {
    this.#frame = frame;
    this.choice = everything;
    const names = frame.aspects.map(labelOf);
    this.#aspect.replaceChildren(
      new Option(strings.many.anything, ''),
      ...names.map((name, i) => new Option(name, String(i))),
    );
    const { sorts } = strings.many;
    this.#sort.replaceChildren(
      new Option(sorts.order, 'order up'),
      ...names.flatMap((name, i) => [
        new Option(sorts.lowest(name), `${i} up`),
        new Option(sorts.highest(name), `${i} down`),
      ]),
      new Option(sorts.shortest, 'length up'),
      new Option(sorts.longest, 'length down'),
    );
    this.#show();
  }

  change(change: Partial<Choice>): void {
    this.choice = { ...this.choice, ...change };
    this.#show();
    this.#onChoice(this.choice);
  }

  #show(): void {
    const { search, aspect, from, to, sort, descending } = this.choice;
    if (this.#search.value !== search) this.#search.value = search;
    this.#aspect.value = aspect === undefined ? '' : String(aspect);
    for (const part of this.#form.querySelectorAll<HTMLElement>('.of-range')) {
      part.hidden = aspect === undefined;
    }
    if (aspect !== undefined) {
      const bins = binCount(this.#frame, aspect);
      const options = () =>
        Array.from({ length: bins }, (_, bin) => {
          return new Option(capitalised(binName(this.#frame, aspect, bin)), String(bin));
        });
      this.#from.replaceChildren(...options());
      this.#to.replaceChildren(...options());
      this.#from.value = String(from);
      this.#to.value = String(Math.min(to, bins - 1));
    }
    // The order of the file has no other way round here, though a column's head offers it.
    this.#sort.value = `${sort} ${descending && sort !== 'order' ? 'down' : 'up'}`;
    this.#clear.hidden = !isFiltered(this.choice);
  }
}
