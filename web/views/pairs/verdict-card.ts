// What holds in one direction: in words, with how likely each relation is.
import { create } from '../../dom';
import { strings } from '../../strings/strings';
import { likelihood, shortLikelihood } from '../../wording';
import { relations, type Relation } from '../../components/relation';
import type { Verdict } from './verdict';

export type Direction = 'forward' | 'backward';

/** "The second follows from the first." */
export function sentenceOf(relation: Relation, direction: Direction): string {
  return strings.pairs.says[direction][relation];
}

export class VerdictCard {
  readonly #direction: Direction;
  readonly #says = create('p', 'pair-verdict');
  readonly #shares = create('ul', 'pair-shares');
  readonly element: HTMLElement;

  constructor(direction: Direction) {
    this.#direction = direction;
    const title = create('h3', '', strings.pairs.directions[direction]);
    this.#shares.ariaLabel = strings.pairs.shares;
    this.element = create('div', `verdict-card ${direction}`, title, this.#says, this.#shares);
  }

  show({ relation, shares }: Verdict): void {
    this.#says.replaceChildren(
      create('b', '', sentenceOf(relation, this.#direction)),
      ' ',
      create('span', '', strings.pairs.likely(likelihood(shares[relation]))),
    );
    const items = relations.map((each) => {
      const fill = create('span', `pair-fill ${each}`);
      fill.style.inlineSize = `${(100 * shares[each]).toFixed(1)}%`;
      return create(
        'li',
        each === relation ? 'likeliest' : '',
        create('span', 'pair-share-name', strings.pairs.relations[each]),
        ' ',
        create('span', 'pair-track', fill),
        ' ',
        create('span', 'pair-share', shortLikelihood(shares[each])),
      );
    });
    this.#shares.replaceChildren(...items);
  }
}
