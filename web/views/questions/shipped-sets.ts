// The questions that come with the page, written for it, and what to try on them.
import type { Sample } from '../../components/editor';
import type { QuestionDocument } from '../../import/columns';
import { strings } from '../../strings/strings';

export type Subject = 'travel' | 'help-desk' | 'computers';

export const subjects: readonly Subject[] = ['travel', 'help-desk', 'computers'];

export interface ShippedSet {
  /** In every language the same. */
  key: string;
  name: string;
  subjects: readonly Subject[];
  samples: readonly Sample[];
}

export const shippedSets: readonly ShippedSet[] = [
  {
    key: 'shipped/all',
    get name() {
      return strings.questions.setNames.all;
    },
    subjects,
    samples: samplesOf(
      'overslept and my train is gone, is my fare lost',
      'someone took my passport in a foreign city',
      'clip too heavy for a mail attachment',
      'how do I become a pilot',
    ),
  },
  {
    key: 'shipped/travel',
    get name() {
      return strings.questions.setNames.travel;
    },
    subjects: ['travel'],
    samples: samplesOf(
      'someone took my passport in a foreign city',
      'can i sit by the window',
      'may my husband take the wheel of the hire car as well',
      'how do I become a pilot',
    ),
  },
  {
    key: 'shipped/helpDesk',
    get name() {
      return strings.questions.setNames.helpDesk;
    },
    subjects: ['help-desk'],
    samples: samplesOf(
      'cant sign in, password gone from my head',
      'remaining credit on a gift certificate',
      'glass was in pieces when I unpacked it',
      'how do I bake bread without yeast',
    ),
  },
  {
    key: 'shipped/computers',
    get name() {
      return strings.questions.setNames.computers;
    },
    subjects: ['computers'],
    samples: samplesOf(
      'windows updat hangs at 30 %',
      'old job blocks everything I want to print',
      'pairing a headset with my laptop fails',
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

/** Questions about things that few sets are about. */
export async function unrelatedQuestions(): Promise<string[]> {
  const { default: questions } = await import('../../samples/unrelated.json');
  return questions;
}
