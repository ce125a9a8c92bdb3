// The JSON-LD of schema.org's FAQPage.
import { describe, expect, test } from '@jest/globals';

import { plainText } from '../../../web/import/html-text';
import { guessColumns, readQuestions, toDocuments } from '../../../web/import/read-questions';

const question = (name, text, more = {}) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
  ...more,
});
const page = (...mainEntity) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity,
});

async function documentsOf(text) {
  const { format, columns, rows, problems } = await readQuestions(text);
  expect(format).toBe('faq-page');
  return { ...toDocuments(rows, guessColumns(columns, rows)), read: problems };
}

test('a question has its name and its answer', async () => {
  const { documents, problems, read } = await documentsOf(
    JSON.stringify(page(question('Wo? 🧳', 'Here.'), question('Who?', 'Us.')), null, 2),
  );
  expect(documents).toEqual([
    { id: 'row-1', question: 'Wo? 🧳', answer: 'Here.' },
    { id: 'row-2', question: 'Who?', answer: 'Us.' },
  ]);
  expect([...problems, ...read]).toEqual([]);
});

test.each([
  {
    name: 'under @graph',
    value: { '@graph': [{ '@type': 'WebSite', name: 'x' }, page(question('Why?', 'So.'))] },
  },
  {
    name: 'in an array',
    value: [{ '@type': 'Organization', name: 'x' }, page(question('Why?', 'So.'))],
  },
  {
    name: 'alone in mainEntity',
    value: { '@type': ['WebPage', 'FAQPage'], mainEntity: question('Why?', 'So.') },
  },
  {
    name: 'in sections',
    value: {
      '@type': 'FAQPage',
      hasPart: [{ '@type': 'WebPageElement', mainEntity: [question('Why?', 'So.')] }],
    },
  },
  {
    name: 'with types as addresses',
    value: {
      '@type': 'http://schema.org/FAQPage',
      mainEntity: [{ name: 'Why?', acceptedAnswer: { text: 'So.' } }],
    },
  },
  {
    name: 'by reference',
    value: {
      '@graph': [
        { '@type': 'FAQPage', mainEntity: [{ '@id': '#why' }] },
        { '@type': 'Question', '@id': '#why', name: 'Why?', acceptedAnswer: { '@id': '#so' } },
        { '@type': 'Answer', '@id': '#so', text: 'So.' },
      ],
    },
  },
])('questions are found $name', async ({ value }) => {
  const { documents } = await documentsOf(JSON.stringify(value));
  expect(documents).toMatchObject([{ question: 'Why?', answer: 'So.' }]);
});

test('several phrasings are rows of one group, with one answer', async () => {
  const { documents, problems } = await documentsOf(
    JSON.stringify(
      page(
        question('Why?', 'So.', {
          '@id': '#why',
          alternateName: ['What for?', 'For what reason?'],
          keywords: 'a, b',
        }),
        question('Who?', 'Us.', { '@id': '#who', alternateName: 'Which people?' }),
      ),
    ),
  );
  expect(documents).toEqual([
    { id: '#why', question: 'Why?', answer: 'So.', group: '#why', tags: ['a', 'b'] },
    { id: '#why#2', question: 'What for?', answer: 'So.', group: '#why', tags: ['a', 'b'] },
    { id: '#why#3', question: 'For what reason?', answer: 'So.', group: '#why', tags: ['a', 'b'] },
    { id: '#who', question: 'Who?', answer: 'Us.', group: '#who' },
    { id: '#who#2', question: 'Which people?', answer: 'Us.', group: '#who' },
  ]);
  expect(problems).toEqual([]);
});

describe('a whole HTML page', () => {
  const html = (...scripts) =>
    `<!DOCTYPE html>\r\n<html><head><script>var a = "<b>";</script>\r\n${scripts
      .map((script) => `<script type="application/ld+json" id="x">\r\n${script}\r\n</script>`)
      .join('\r\n')}\r\n</head><body>Hi</body></html>`;

  test('has its questions in one or more scripts', async () => {
    const { documents, read } = await documentsOf(
      html(
        JSON.stringify({ '@type': 'Organization', name: 'Fern & Finch' }),
        JSON.stringify(page(question('a?', '1'))),
        `<!--\n${JSON.stringify(page(question('b?', '2')))}\n-->`,
      ),
    );
    expect(documents.map(({ question }) => question)).toEqual(['a?', 'b?']);
    expect(read).toEqual([]);
  });

  test('with a broken script has the others, and the line of what is broken', async () => {
    const { documents, read } = await documentsOf(
      html(
        '{\n"@type": "FAQPage",\n"mainEntity": oops\n}',
        JSON.stringify(page(question('a?', '1'))),
      ),
    );
    expect(documents).toHaveLength(1);
    expect(read).toEqual([{ line: 6, message: expect.stringContaining('not valid JSON') }]);
  });

  test.each([
    {
      name: 'without JSON-LD',
      text: '<html><body>Hello</body></html>',
      found: /without any <script/,
    },
    {
      name: 'without questions',
      text: html('{"@type": "Organization"}'),
      found: /without a Question/,
    },
    {
      name: 'with nothing but broken JSON-LD',
      text: html('{'),
      found: /line 4: This is not valid JSON/,
    },
  ])('$name says what it has', async ({ text, found }) => {
    await expect(readQuestions(text)).rejects.toMatchObject({
      code: 'no-questions',
      message: expect.stringMatching(found),
    });
  });
});

test('what a question lacks is reported', async () => {
  const { documents, read } = await documentsOf(
    JSON.stringify(
      page(
        { '@type': 'Question', acceptedAnswer: { text: 'x' } },
        { '@type': 'Question', name: 'Why?' },
      ),
    ),
  );
  expect(documents).toEqual([{ id: 'row-1', question: 'Why?' }]);
  expect(read.map(({ message }) => message)).toEqual([
    'Expected a Question with a "name"; found one without.',
    'Expected an "acceptedAnswer" to "Why?"; found none.',
  ]);
});

describe('HTML in an answer becomes plain text', () => {
  test.each([
    {
      name: 'tags',
      html: '<p>Yes, <b class="a>b">of</b> course.</p><p>Twice.</p>',
      text: 'Yes, of course.\nTwice.',
    },
    { name: 'lists', html: 'Either<ul><li>one</li><li>two</li></ul>', text: 'Eitherone\ntwo' },
    { name: 'line breaks', html: 'a<br/>b<BR>c', text: 'a\nb\nc' },
    {
      name: 'entities',
      html: 'Fern &amp; Finch&nbsp;&ndash; caf&eacute; &#8364;5 &#x1F9F3; &lt;3',
      text: 'Fern & Finch – café €5 🧳 <3',
    },
    {
      name: 'tags that were escaped again',
      html: '&lt;p&gt;Yes &amp;amp; no&lt;/p&gt;',
      text: 'Yes & no',
    },
    {
      name: 'scripts and comments',
      html: 'a<script>alert("<b>")</script><!-- <i> -->b',
      text: 'ab',
    },
    {
      name: 'signs that are no tags',
      html: '5 < 6 and 7 > 6, a <- b',
      text: '5 < 6 and 7 > 6, a <- b',
    },
    { name: 'blanks', html: ' a \t b \n\n\n\n c ', text: 'a b\n\nc' },
  ])('$name', ({ html, text }) => {
    expect(plainText(html)).toBe(text);
  });
});
