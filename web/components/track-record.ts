// What a model gets right and wrong: a part that stays closed until somebody wants to know.
import { create, find } from '../dom';
import { shownKinds, type ProbeRecord, type ShownKind } from './probe-words';

export class TrackRecord {
  readonly #part: HTMLDetailsElement;
  readonly #says: HTMLElement;
  readonly #kinds: HTMLElement;
  readonly #weakness: HTMLElement;

  /** Takes over the `.record` of a panel. */
  constructor(part: HTMLDetailsElement) {
    this.#part = part;
    this.#says = find(part, '.record-says', HTMLElement);
    this.#kinds = find(part, '.kinds', HTMLElement);
    this.#weakness = find(part, '.record-weakness', HTMLElement);
  }

  /** Shows the figures of a model, which rates one thing or several; hidden where there are none. */
  show(record: ProbeRecord | undefined, severalAspects = false): void {
    this.#part.hidden = !record;
    if (!record) return;
    const { counted, weakness } = shownKinds(record, severalAspects);
    const { n, right } = record.total;
    this.#says.textContent =
      `We wrote ${n} short tests, each of one thing. The model learned from none of them, and gets ` +
      `${right} right. Below each kind stands one of its tests.`;
    this.#kinds.replaceChildren(...counted.map(item));
    this.#weakness.hidden = !weakness;
    if (weakness) {
      this.#weakness.replaceChildren(
        create('b', '', 'A known weakness is irony: '),
        `${rightOf(weakness)}. Words that mean the opposite of what they say are often taken as they stand. `,
        weakness.example,
      );
    }
  }
}

function rightOf({ n, right }: ShownKind): string {
  return `${right} of ${n} right`;
}

function item(kind: ShownKind): HTMLElement {
  const fill = create('span', 'kind-fill');
  fill.style.inlineSize = `${((100 * kind.right) / kind.n).toFixed(1)}%`;
  const track = create('span', 'kind-track', fill);
  track.ariaHidden = 'true';
  return create(
    'li',
    '',
    create('span', 'kind-name', kind.name),
    track,
    ' ',
    create('span', 'kind-share', rightOf(kind)),
    create('p', 'example', kind.example),
  );
}
