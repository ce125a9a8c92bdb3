// What people call the columns of such tables.

export type ColumnUse = 'question' | 'answer' | 'id' | 'group' | 'category' | 'tags';

/** The likelier names first. */
export const columnNames: Readonly<Record<ColumnUse, readonly string[]>> = {
  question: [
    'question',
    'questions',
    'questiontext',
    'questiontitle',
    'q',
    'faq',
    'query',
    'title',
    'subject',
    'text',
    'name',
    'prompt',
    'utterance',
    'frage',
    'pregunta',
    'domanda',
    'vraag',
    'pergunta',
  ],
  answer: [
    'answer',
    'answers',
    'answertext',
    'acceptedanswer',
    'a',
    'response',
    'reply',
    'solution',
    'body',
    'content',
    'description',
    'antwort',
    'réponse',
    'reponse',
    'respuesta',
    'risposta',
    'antwoord',
    'resposta',
  ],
  id: ['id', 'questionid', 'faqid', 'qid', 'key', 'uid', 'uuid', 'number', 'no', 'nr', 'slug'],
  group: ['group', 'groupid', 'cluster', 'duplicateof', 'intent'],
  category: [
    'category',
    'categories',
    'topic',
    'section',
    'theme',
    'department',
    'area',
    'kategorie',
    'thema',
    'catégorie',
    'categoria',
    'categoría',
  ],
  tags: ['tags', 'tag', 'keywords', 'labels', 'schlagworte'],
};

export type PairColumnUse = 'a' | 'b' | 'label';

/** Of tables of labelled pairs. */
export const pairColumnNames: Readonly<Record<PairColumnUse, readonly string[]>> = {
  a: [
    'a',
    'question1',
    'sentence1',
    'text1',
    'q1',
    'questiona',
    'texta',
    'first',
    'query',
    'question',
    'original',
  ],
  b: [
    'b',
    'question2',
    'sentence2',
    'text2',
    'q2',
    'questionb',
    'textb',
    'second',
    'candidate',
    'match',
    'paraphrase',
    'duplicate',
    'duplicateof',
  ],
  label: [
    'label',
    'isduplicate',
    'duplicate',
    'same',
    'issame',
    'match',
    'similar',
    'gold',
    'score',
    'class',
  ],
};

/** "Question Text" and "question_text" -> "questiontext". */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of the texts in tables of reviews. */
export const reviewColumnNames: readonly string[] = [
  'review',
  'reviews',
  'reviewtext',
  'reviewbody',
  'fullreview',
  'text',
  'body',
  'content',
  'comment',
  'comments',
  'feedback',
  'description',
  'message',
  'opinion',
  'bewertung',
  'rezension',
  'reseña',
  'opinión',
  'avis',
  'recensione',
];

const known = new Set([
  ...[...Object.values(columnNames), ...Object.values(pairColumnNames)].flat(),
  ...reviewColumnNames,
]);

/** Whether `text` is what a column of such a table is called. */
export function isColumnName(text: string): boolean {
  return known.has(plainName(text));
}

/** The column of the first of `names` that there is, of those not in `taken`. */
export function columnNamed(
  columns: readonly string[],
  names: readonly string[],
  taken: ReadonlySet<number> = new Set(),
): number | undefined {
  const plain = columns.map(plainName);
  for (const name of names) {
    const index = plain.findIndex((column, i) => column === name && !taken.has(i));
    if (index >= 0) return index;
  }
  return undefined;
}
