import { expect, test } from '@playwright/test';
import { wholeGraphemes } from '../../web/graphemes';
import { quote } from '../../web/views/reviews/quotes';
import { runsOf } from '../../web/views/reviews/marked-text';

const graphemes = [
  { what: 'plain words', text: 'a cold beer', span: [2, 6], whole: ['cold'] },
  {
    what: 'a combining accent left out',
    text: 'cafe\u0301 au',
    span: [0, 4],
    whole: ['cafe\u0301'],
  },
  { what: 'half a surrogate pair', text: 'a🍺b', span: [1, 2], whole: ['🍺'] },
  { what: 'part of a joined emoji', text: 'x👩‍🍳y', span: [1, 3], whole: ['👩‍🍳'] },
  { what: 'one half of a flag', text: '🇧🇪!', span: [2, 4], whole: ['🇧🇪'] },
  { what: 'a lone surrogate', text: 'a\ud83cb', span: [1, 2], whole: ['\ud83c'] },
  { what: 'the end of the text', text: 'ok', span: [1, 2], whole: ['k'] },
] as const;

for (const { what, text, span, whole } of graphemes) {
  test(`wholeGraphemes with ${what}`, () => {
    const [start, end] = span;
    const spans = wholeGraphemes(text, [{ start, end }]);
    expect(spans.map((found) => text.slice(found.start, found.end))).toEqual(whole);
  });
}

test('wholeGraphemes joins spans that share a grapheme, and no others', () => {
  const spans = [
    { start: 0, end: 1 },
    { start: 1, end: 2 },
    { start: 2, end: 3 },
  ];
  expect(wholeGraphemes('e\u0301x', spans)).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 3 },
  ]);
});

test('runsOf cuts where the aspects of the words change', () => {
  const rationales = {
    aroma: [{ start: 0, end: 9 }],
    palate: [
      { start: 5, end: 12 },
      { start: 14, end: 16 },
    ],
  };
  expect(runsOf('abcdefghijklmnopqrst', rationales, ['aroma', 'palate'])).toEqual([
    { start: 0, end: 5, aspects: ['aroma'] },
    { start: 5, end: 9, aspects: ['aroma', 'palate'] },
    { start: 9, end: 12, aspects: ['palate'] },
    { start: 14, end: 16, aspects: ['palate'] },
  ]);
  expect(runsOf('abcdefghijklmnopqrst', rationales, ['aroma'])).toEqual([
    { start: 0, end: 9, aspects: ['aroma'] },
  ]);
});

test('runsOf keeps runs apart that touch', () => {
  const rationales = {
    aroma: [
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ],
    palate: [{ start: 4, end: 6 }],
  };
  expect(runsOf('abcdef', rationales, ['aroma', 'palate'])).toEqual([
    { start: 0, end: 2, aspects: ['aroma'] },
    { start: 2, end: 4, aspects: ['aroma'] },
    { start: 4, end: 6, aspects: ['palate'] },
  ]);
});

test('quote leaves out the middle of very many words', () => {
  expect(quote('sour\n\n milk')).toBe('“sour milk”');
  const forty = Array.from({ length: 40 }, (_, i) => `w${i}`);
  expect(quote(forty.join(' '))).toBe(`“${forty.join(' ')}”`);
  const hundred = Array.from({ length: 100 }, (_, i) => `w${i}`);
  expect(quote(hundred.join(' '))).toMatch(/^“w0 w1 .* w19 … w90 .* w99”$/);
});
