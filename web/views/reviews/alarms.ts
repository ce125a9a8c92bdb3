// What the evaluation of a model says against taking its words for reasons.
import { create } from '../../dom';
import { labelOf } from '../../wording';
import type { CatalogueModel } from './catalogue';

/** The aspects that something is said against. */
export function doubtfulAspects({ aspects }: CatalogueModel): Set<string> {
  return new Set(Object.keys(aspects).filter((aspect) => aspects[aspect]!.alarms.length > 0));
}

/** Says it in `place`, which is hidden where there is nothing to say. */
export function showAlarms(place: HTMLElement, listed: CatalogueModel): void {
  const doubtful = [...doubtfulAspects(listed)];
  place.hidden = doubtful.length === 0;
  place.replaceChildren(
    ...doubtful.map((aspect) => {
      const { alarms } = listed.aspects[aspect]!;
      const head = create('b', '', `${labelOf(aspect)}: take with care.`);
      return create('li', '', head, ` On the reviews it was measured on, ${alarms.join('; ')}.`);
    }),
  );
}
