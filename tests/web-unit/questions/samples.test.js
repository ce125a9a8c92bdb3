// The shipped sets of questions, and the queries that test them, keep their promises.
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { guessColumns, readQuestions, toDocuments } from '../../../web/import/read-questions';

const folder = new URL('../../../web/samples/', import.meta.url);
const textOf = (name) => readFileSync(new URL(`${name}.json`, folder), 'utf8');
const subjects = ['travel', 'help-desk', 'computers'];
const sets = Object.fromEntries(subjects.map((subject) => [subject, JSON.parse(textOf(subject))]));
const all = Object.values(sets).flat();
const queries = JSON.parse(textOf('queries'));

// As a reader would say that two texts are the same.
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const twice = (texts) => texts.filter((text, i) => texts.indexOf(text) !== i);

function groupsOf(set) {
  const groups = new Map();
  for (const each of set.filter(({ group }) => group)) {
    groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  }
  return groups;
}

test('no id and no text occurs twice', () => {
  expect(twice(all.map(({ id }) => id))).toEqual([]);
  expect(
    twice([
      ...all.map(({ question }) => plain(question)),
      ...queries.map(({ query }) => plain(query)),
    ]),
  ).toEqual([]);
});

describe.each(subjects)('%s', (subject) => {
  const set = sets[subject];
  const ids = new Set(set.map(({ id }) => id));
  const groups = groupsOf(set);

  test('has about 150 questions, each with its fields', () => {
    expect(set.length).toBeGreaterThanOrEqual(145);
    expect(set.length).toBeLessThanOrEqual(165);
    for (const { id, question, answer, topic, ...rest } of set) {
      expect([id, question, answer, topic]).toEqual(Array(4).fill(expect.stringMatching(/\S/)));
      expect(Object.keys(rest)).toEqual('group' in rest ? ['group'] : []);
      expect(question.length).toBeLessThan(100);
      expect(answer).toMatch(/^[\p{Lu}"].*\.$/u);
    }
  });

  test('has groups of two or three, which share an answer that no other has', () => {
    expect(groups.size).toBeGreaterThanOrEqual(35);
    for (const members of groups.values()) {
      expect([2, 3]).toContain(members.length);
      expect(new Set(members.map(({ answer }) => answer)).size).toBe(1);
      expect(new Set(members.map(({ topic }) => topic)).size).toBe(1);
    }
    const answers = new Map(set.map(({ id, group, answer }) => [group ?? id, answer]));
    expect(twice([...answers.values()])).toEqual([]);
  });

  test('has queries whose matches exist, with whole groups', () => {
    const own = queries.filter((query) => query.subject === subject);
    expect(own.filter(({ matches }) => matches.length > 0).length).toBeGreaterThanOrEqual(30);
    expect(own.filter(({ matches }) => matches.length === 0)).toHaveLength(5);
    for (const { matches } of own) {
      expect(matches.filter((id) => !ids.has(id))).toEqual([]);
      const matched = set.filter(({ id }) => matches.includes(id));
      for (const { group } of matched) {
        for (const { id } of groups.get(group) ?? []) expect(matches).toContain(id);
      }
    }
  });

  test('is read by the importer as it is', async () => {
    const { format, columns, rows, problems } = await readQuestions(textOf(subject));
    const { documents, problems: ofDocuments } = toDocuments(rows, guessColumns(columns, rows));
    expect(format).toBe('json-array');
    expect([...problems, ...ofDocuments]).toEqual([]);
    expect(documents).toEqual(set.map(({ topic, ...rest }) => ({ ...rest, category: topic })));
  });
});

test('queries belong to a subject', () => {
  for (const { subject } of queries) expect(subjects).toContain(subject);
});
