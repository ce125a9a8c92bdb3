// The questions that come with the page, written for it, and what to try on them.
import type { Sample } from '../../components/editor';
import type { QuestionDocument } from '../../import/columns';

export type Subject = 'travel' | 'help-desk' | 'computers';

export const subjects: readonly Subject[] = ['travel', 'help-desk', 'computers'];

export interface ShippedSet {
  name: string;
  subjects: readonly Subject[];
  samples: readonly Sample[];
}

export const shippedSets: readonly ShippedSet[] = [
  {
    name: 'All subjects',
    subjects,
    samples: samplesOf(
      'flying with a kitten',
      'status claims it was handed over but nothing was left at my door',
      'emptied the wrong folder, want it back',
      'how do I become a pilot',
    ),
  },
  {
    name: 'Travel',
    subjects: ['travel'],
    samples: samplesOf(
      'flying with a kitten',
      'can i sit by the window',
      'baggage never turned up after landing',
      'how do I become a pilot',
    ),
  },
  {
    name: 'Help desk',
    subjects: ['help-desk'],
    samples: samplesOf(
      'coupon gets refused',
      'toaster died after half a year',
      'how many days till the postman brings it',
      'how do I bake bread without yeast',
    ),
  },
  {
    name: 'Computers',
    subjects: ['computers'],
    samples: samplesOf(
      'emptied the wrong folder, want it back',
      'nothing comes out of the pritner',
      'speakers are silent',
      'who invented the transistor',
    ),
  },
];

function samplesOf(...queries: string[]): Sample[] {
  return queries.map((query) => ({ name: query, text: query }));
}

interface StoredQuestion {
  id: string;
  question: string;
  answer: string;
  topic: string;
  group?: string;
}

const files: Record<Subject, () => Promise<{ default: StoredQuestion[] }>> = {
  travel: () => import('../../samples/travel.json'),
  'help-desk': () => import('../../samples/help-desk.json'),
  computers: () => import('../../samples/computers.json'),
};

/** The questions of some subjects, fetched when they are asked for. */
export async function questionsOf(wanted: readonly Subject[]): Promise<QuestionDocument[]> {
  const sets = await Promise.all(wanted.map((subject) => files[subject]()));
  return sets.flatMap((set) =>
    set.default.map(({ topic, ...question }) => ({ ...question, category: topic })),
  );
}

/** A question to test a set with, and the questions of the set that ask the same: none, of some. */
export interface TestQuery {
  query: string;
  subject: Subject;
  matches: string[];
}

export async function testQueries(): Promise<TestQuery[]> {
  const { default: queries } = await import('../../samples/queries.json');
  return queries as TestQuery[];
}
