// What a model gets right and wrong: a part that stays closed until somebody wants to know.
import { create, find } from '../dom';
import { withEnglish } from '../english';
import { strings } from '../strings/strings';
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
    this.#says.textContent = strings.record.says(n, right);
    this.#kinds.replaceChildren(...counted.map(item));
    this.#weakness.hidden = !weakness;
    if (weakness) {
      this.#weakness.replaceChildren(
        create('b', '', strings.record.irony),
        strings.record.ironySays(weakness.right, weakness.n),
        ...withEnglish(weakness.example, ...weakness.texts),
      );
    }
  }
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
    create('span', 'kind-share', strings.record.right(kind.right, kind.n)),
    create('p', 'example', ...withEnglish(kind.example, ...kind.texts)),
  );
}
