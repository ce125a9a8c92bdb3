// What a model gets right and wrong, in words: the kinds of texts that were written to test it.
import { strings } from '../strings/strings';
import { labelOf, named } from '../wording';
import { relationOf } from './relation';

export interface ProbeFigures {
  n: number;
  right: number;
}

/** A probe of ratings, in one of its five forms, or of two texts (docs/reference/probes.md). */
export interface Probe {
  aspect?: string;
  higher?: string;
  lower?: string;
  same?: string[];
  text?: string;
  above?: number;
  below?: number;
  none?: string;
  other?: string;
  label?: string;
}

/** The figures of a model, as models/index.json has them. */
export interface ProbeRecord {
  total: ProbeFigures;
  kinds: Readonly<Record<string, ProbeFigures & { example?: Probe }>>;
}

/** A kind as a visitor reads of it. */
export interface ShownKind extends ProbeFigures {
  name: string;
  example: string;
  /** The texts in the example. */
  texts: string[];
}

/** Known to be beyond models of this kind, so the total leaves it out. */
const weakness = 'irony';

/** The kinds that count towards the total, and the known weakness, if it was tested. */
export function shownKinds(
  { kinds }: ProbeRecord,
  severalAspects: boolean,
): { counted: ShownKind[]; weakness: ShownKind | undefined } {
  const names = strings.record.kinds;
  const order = Object.keys(names);
  const rank = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const shown = (kind: string): ShownKind => {
    const { n, right, example } = kinds[kind]!;
    return {
      name: named(names, kind) ?? labelOf(kind),
      n,
      right,
      example: example ? exampleText(example, severalAspects) : '',
      texts: example ? textsIn(example) : [],
    };
  };
  const sorted = Object.keys(kinds).sort((a, b) => rank(a) - rank(b));
  return {
    counted: sorted.filter((kind) => kind !== weakness).map(shown),
    weakness: Object.hasOwn(kinds, weakness) ? shown(weakness) : undefined,
  };
}

/** What must hold of an example, of a model with several aspects with the one that is meant. */
export function exampleText(probe: Probe, severalAspects: boolean): string {
  const { aspect, higher, lower, same, text, above, below, none, other, label } = probe;
  const { record } = strings;
  const about = severalAspects && aspect ? labelOf(aspect) : '';
  if (higher && lower) return record.higher(higher, lower, about);
  if (same) return record.alike(same, about);
  if (none) return record.unrated(none, about);
  if (!text) return '';
  if (other && label) return record.relations[relationOf(label)](text, other);
  if (above !== undefined && below !== undefined) return record.middle(text, about);
  return above === undefined ? record.low(text, about) : record.high(text, about);
}

/** The texts of an example, in the order in which it has them. */
function textsIn({ higher, lower, same = [], text, none, other }: Probe): string[] {
  return [higher, lower, ...same, none, text, other].filter((each) => each !== undefined);
}
