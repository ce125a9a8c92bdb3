// What a model gets right and wrong, in words: the kinds of texts that were written to test it.
import { labelOf } from '../wording';

export interface ProbeFigures {
  n: number;
  right: number;
}

/** A probe, in one of four forms (docs/reference/probes.md). */
export interface Probe {
  aspect?: string;
  higher?: string;
  lower?: string;
  same?: string[];
  text?: string;
  above?: number;
  below?: number;
  none?: string;
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
}

// The order is that of the page.
const names: Readonly<Record<string, string>> = {
  plain: 'Plain praise and blame',
  'negation near': 'Negation',
  'negation far': 'Negation, words in between',
  'double negation': 'Double negation',
  contrast: 'Two sides, of which one counts',
  'other aspect': 'One thing good, another bad',
  degree: 'How much',
  comparison: 'Comparisons',
  'reported speech': 'What others say',
  idiom: 'Figures of speech',
  neutral: 'Neither praise nor blame',
  'not mentioned': 'Silent on what is not mentioned',
  'other subject': 'Texts about something else',
  'other language': 'Other languages',
  names: 'Names do not matter',
  numbers: 'Numbers do not matter',
  punctuation: 'Punctuation does not matter',
  case: 'Capital letters do not matter',
  typos: 'Misspelled words',
  irony: 'Irony',
};

/** Known to be beyond models of this kind, so the total leaves it out. */
const weakness = 'irony';

/** The kinds that count towards the total, and the known weakness, if it was tested. */
export function shownKinds(
  { kinds }: ProbeRecord,
  severalAspects: boolean,
): { counted: ShownKind[]; weakness: ShownKind | undefined } {
  const order = Object.keys(names);
  const rank = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const shown = (kind: string): ShownKind => {
    const { n, right, example } = kinds[kind]!;
    return {
      name: Object.hasOwn(names, kind) ? names[kind]! : labelOf(kind),
      n,
      right,
      example: example ? exampleText(example, severalAspects) : '',
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
  const { aspect, higher, lower, same, text, above, below, none } = probe;
  const about = severalAspects && aspect ? ` for ${labelOf(aspect).toLowerCase()}` : '';
  if (higher && lower) return `“${higher}” must be rated higher${about} than “${lower}”`;
  if (same) return `${list(same)} must be rated alike${about}.`;
  if (none) return `“${none}” must get no rating${about}.`;
  if (!text) return '';
  if (above !== undefined && below !== undefined) {
    return `“${text}” must be rated in the middle${about}.`;
  }
  return `“${text}” must be rated ${above === undefined ? 'low' : 'high'}${about}.`;
}

function list(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(texts.map((text) => `“${text}”`));
}
