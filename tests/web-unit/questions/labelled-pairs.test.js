// A visitor's own pairs.
import { describe, expect, test } from '@jest/globals';

import { readLabelledPairs } from '../../../web/import/labelled-pairs';
import { fileOf } from './support.js';

const same = { a: 'How old?', b: 'What age?', same: true };
const other = { a: 'Where?', b: 'When?', same: false };

describe('pairs are read', () => {
  test.each([
    { name: 'as a, b, label', text: 'a,b,label\nHow old?,What age?,1\nWhere?,When?,0' },
    {
      name: 'with words as labels',
      text: 'question1;question2;same\nHow old?;What age?;Yes\nWhere?;When?;no',
    },
    ...[
      ['Spanish', 'sí', 'no'],
      ['Spanish, with the accent apart', 'Si\u0301', 'NO'],
      ['a Spanish spreadsheet', 'VERDADERO', 'FALSO'],
      ['German', 'ja', 'nein'],
      ['a German spreadsheet', 'WAHR', 'FALSCH'],
      ['Chinese', '是', '否'],
    ].map(([language, yes, no]) => ({
      name: `with labels in ${language}`,
      text: `a,b,label\nHow old?,What age?,${yes}\nWhere?,When?,${no}`,
    })),
    {
      name: 'with columns for ids',
      text: 'id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n1\t1\t2\tHow old?\tWhat age?\t1\n2\t3\t4\tWhere?\tWhen?\t0',
    },
    {
      name: 'with the label first',
      text: 'duplicate|a|b\ntrue|How old?|What age?\nfalse|Where?|When?',
    },
    { name: 'without a header', text: 'How old?,What age?,1\nWhere?,When?,0' },
    {
      name: 'as JSON lines',
      text: '{"a": "How old?", "b": "What age?", "label": 1}\n{"a": "Where?", "b": "When?", "label": false}',
    },
    {
      name: 'as a JSON array',
      text: '[{"query": "How old?", "candidate": "What age?", "score": 1.0}, {"query": "Where?", "candidate": "When?", "score": 0}]',
    },
  ])('$name', async ({ text }) => {
    const { pairs, unusable, problems } = await readLabelledPairs(text);
    expect(pairs).toMatchObject([same, other]);
    expect([...unusable, ...problems]).toEqual([]);
  });

  test('of a question and its duplicate, which always ask the same', async () => {
    const { pairs, chosen } = await readLabelledPairs(
      fileOf('pairs.csv', 'question,duplicate\r\nHow old?,What age?\r\nWho?,Which person?\r\n'),
    );
    expect(chosen).toEqual({ a: 0, b: 1 });
    expect(pairs.map((pair) => [pair.same, pair.line])).toEqual([
      [true, 2],
      [true, 3],
    ]);
  });
});

test('rows that are no pair are reported with their line', async () => {
  const { pairs, unusable } = await readLabelledPairs(
    'a,b,label\nHow old?,What age?,1\nWhere?,,0\nWho?,Which?,perhaps\nWhy?,What for?,\n',
  );
  expect(pairs).toHaveLength(1);
  expect(unusable).toEqual([
    { line: 3, message: expect.stringContaining('two questions') },
    { line: 4, message: expect.stringContaining('found "perhaps"') },
    { line: 5, message: expect.stringContaining('found an empty cell') },
  ]);
});

test.each([
  { name: 'one column', text: 'Why?\nWho?', message: /one column, "question"/ },
  {
    name: 'a column of texts and one of labels',
    text: 'question,label\nWhy?,1\nWho?,0',
    message: /"question", "label"/,
  },
  {
    name: 'labels of another kind',
    text: 'a,b,label\nWhy?,Who?,perhaps',
    message: /Line 2: Expected a label/,
  },
])('$name is refused', async ({ text, message }) => {
  await expect(readLabelledPairs(text)).rejects.toMatchObject({
    code: 'no-pairs',
    message: expect.stringMatching(message),
  });
});
