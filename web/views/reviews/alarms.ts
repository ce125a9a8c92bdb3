// The alarms of an evaluation: reasons not to take a model's words for reasons.
import { create } from '../../dom';
import { strings } from '../../strings/strings';
import { labelOf } from '../../wording';
import { alarmText } from './alarm-words';
import type { CatalogueModel } from './catalogue';

/** The aspects that something is said against. */
export function doubtfulAspects({ aspects }: CatalogueModel): Set<string> {
  return new Set(Object.keys(aspects).filter((aspect) => aspects[aspect]!.alarms.length > 0));
}

/** Says it in `place`, the same of several aspects once, which is hidden where there is nothing to say. */
export function showAlarms(place: HTMLElement, listed: CatalogueModel): void {
  const doubted = new Map<string, string[]>();
  for (const aspect of doubtfulAspects(listed)) {
    const why = alarmText(listed.aspects[aspect]!.alarms);
    doubted.set(why, [...(doubted.get(why) ?? []), labelOf(aspect)]);
  }
  place.hidden = doubted.size === 0;
  place.replaceChildren(
    ...Array.from(doubted, ([why, labels]) =>
      create('li', '', create('b', '', strings.reviews.careFor(labels)), why),
    ),
  );
}
