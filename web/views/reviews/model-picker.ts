// A card a model: its name, which is the link that chooses it, its size, and the way to what is known of it.
import { create } from '../../dom';
import { megabytes } from '../../wording';
import type { CatalogueModel } from './catalogue';
import { subjectOf } from './subjects';

/** The address of the view with a model. */
export function addressOf(name: string): string {
  return `#reviews/${encodeURIComponent(name)}`;
}

export class ModelPicker {
  readonly #list: HTMLElement;
  readonly #links = new Map<string, HTMLAnchorElement>();
  #chosen = '';

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  offer(models: readonly CatalogueModel[]): void {
    this.#links.clear();
    this.#list.replaceChildren(...models.map((model) => this.#card(model)));
    this.choose(this.#chosen);
  }

  /** Shows which one is chosen. */
  choose(name: string): void {
    this.#chosen = name;
    for (const [of, link] of this.#links) {
      if (of === name) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  #card({ name, bytes, card }: CatalogueModel): HTMLElement {
    const { name: subject } = subjectOf(name);
    const link = create('a', 'model-name', subject);
    link.href = addressOf(name);
    this.#links.set(name, link);
    const more = create('a', 'model-card', 'How good it is');
    more.href = card.href;
    more.append(create('span', 'visually-hidden', ` for ${subject.toLowerCase()}`));
    return create('li', 'model', link, create('span', 'model-size', megabytes(bytes)), more);
  }
}
