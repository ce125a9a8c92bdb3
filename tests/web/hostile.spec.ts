import type { Page } from '@playwright/test';
import type { Span } from '../../wasm/dist/systems/rationale/node.js';
import { strings } from '../../web/strings/strings';
import {
  editor,
  expect,
  expectFailure,
  firstSample,
  open,
  isolate,
  test,
  timing,
  wholeMarks,
} from './fixtures';

// Strings cross to the page as their units: on the way, JSON would mend lone
// surrogates.
const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

function setText(page: Page, text: string): Promise<void> {
  return editor(page).evaluate((area: HTMLTextAreaElement, units) => {
    area.value = units.map((unit) => String.fromCharCode(unit)).join('');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, unitsOf(text));
}

/** The text and its marks that the page shows, as units. */
async function shown(page: Page): Promise<{ text: number[]; marks: number[][] }> {
  const { text, marks } = await page.locator('#marked').evaluate((region) => {
    const units = (text: string) =>
      Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    return {
      text: units(region.textContent),
      marks: [...region.querySelectorAll('mark')].map((mark) => units(mark.textContent)),
    };
  });
  const texts = marks.map((units) => String.fromCharCode(...units));
  return { text, marks: wholeMarks(texts).map(unitsOf) };
}

// The slow twin of the page's wholeGraphemes(): every grapheme that a span
// touches belongs to it whole, and spans that share one are one.
function wholeSlices(text: string, spans: readonly Span[]): string[] {
  const slices: string[] = [];
  let last: number | undefined;
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    const touching = spans.flatMap(({ start, end }, i) =>
      start < index + segment.length && index < end ? [i] : [],
    );
    if (touching.length > 0) {
      const goesOn = last !== undefined && touching.includes(last);
      slices.push((goesOn ? (slices.pop() ?? '') : '') + segment);
    }
    last = touching.at(-1);
  }
  return slices;
}

const texts = {
  'one word': 'beer',
  'one letter': 'a',
  'an emoji': '🍺',
  'emoji among the words':
    'Golden colour 🍺 with a big head 👩🏽‍🍳👍🏿, smells of coffee ☕️, smooth body 🇧🇪🇩🇪 and dry 1️⃣ finish.',
  'combining accents': 'A crème colour, cafe\u0301 aroma, s\u0323\u0307mooth body, Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ finish.',
  'lone surrogates':
    'Golden \ud83c head \udf7a lacing\ud83c, aroma \udf7a\ud83c of coffee, smooth \ud83c',
  'right-to-left text':
    'בירה בצבע זהוב עם ראש לבן, aroma of coffee, גוף חלק. رائحة القهوة، قوام ناعم.',
  'direction overrides': 'Golden \u202ehead\u202c, aroma \u2067of\u2069 coffee, smooth\u200f body.',
  'NUL bytes': 'Golden\0head, aro\0ma of coffee\0\0, smooth body.\0',
  'controls and line ends':
    'Golden\thead\n\n\naroma\u000b of\u0085 coffee\u2028 smooth\ufeff body\u0007.',
  markup: '<b>Golden</b> head <script>alert(1)</script> &amp; smooth <mark>body</mark> "aroma"',
  Chinese: '金黄色的酒体，泡沫丰富，香气浓郁，口感顺滑。',
  'a word of 10,000 letters': `Golden head, ${'m'.repeat(10_000)} aroma, smooth body.`,
  'one grapheme of 2,000 accents': `Golden head, aro${'\u0301'.repeat(2000)}ma, smooth body.`,
  'punctuation only': '... !!! ??? -- ,,, ;;',
};

test('keeps spans in place', async ({ page, model }) => {
  await open(page);
  for (const [name, text] of Object.entries(texts)) {
    await test.step(name, async () => {
      const explanation = await model.explain(text);
      await setText(page, text);
      await expect.poll(async () => (await shown(page)).text).toEqual(unitsOf(text));
      if (!explanation.inDomain) {
        const reason =
          explanation.known === 0
            ? 'The model knows none of these words'
            : 'This does not read like';
        await expect(page.locator('#result-notice', { hasText: reason })).toBeVisible();
        expect((await shown(page)).marks).toEqual([]);
        return;
      }
      for (const aspect of model.aspects) {
        await isolate(page, aspect);
        const expected = wholeSlices(text, explanation.rationales[aspect]!);
        await expect.poll(async () => (await shown(page)).marks).toEqual(expected.map(unitsOf));
      }
    });
  }
});

test('asks for a review when given none', async ({ page }) => {
  await open(page);
  for (const [name, text] of Object.entries({ 'no text': '', 'white space': ' \n\t \u00a0 ' })) {
    await test.step(name, async () => {
      await setText(page, text);
      await expect(page.getByText('Write or paste a review')).toBeVisible();
      await expect(page.locator('mark')).toHaveCount(0);
      await expect(
        page.locator('.options').getByRole('button', { name: 'Not rated' }).first(),
      ).toBeVisible();
      // And goes on from there.
      await setText(page, firstSample);
      await expect(timing(page)).toContainText('on your device');
      await expect(page.getByText('Write or paste a review')).toBeHidden();
    });
  }
});

test('reads 20,000 words', async ({ page, model }) => {
  const words = firstSample.split(' ');
  const text = Array.from({ length: 20_000 }, (_, i) => words[i % words.length]).join(' ');
  await open(page);
  await setText(page, text);
  await expect(timing(page)).toContainText(/^2\d,\d{3} words/);
  const explanation = await model.explain(text);
  for (const aspect of model.aspects) {
    await isolate(page, aspect);
    const expected = explanation.rationales[aspect]!.map(({ start, end }) =>
      text.slice(start, end),
    );
    // They come a few in each frame.
    await expect
      .poll(async () => (await shown(page)).marks.map((units) => String.fromCharCode(...units)))
      .toEqual(expected);
  }
});

test('says why a text is too long, and goes on', async ({ page }) => {
  test.slow();
  await open(page);
  const spoken = page.locator('#reviews-view [aria-live=polite]');
  await expect(spoken).not.toBeEmpty();
  await setText(page, 'beer '.repeat(100_001));
  const problem = page.getByRole('alert').filter({ hasText: 'This text could not be rated.' });
  // Half a million letters are laid out twice, which a busy machine takes its time for.
  await expect(problem).toContainText('(text-too-long)', { timeout: 120_000 });
  await expectFailure(problem, strings.problems.tooLong, '(text-too-long)');
  await expect(page.locator('mark')).toHaveCount(0);
  // Nothing is said any more of the text before.
  await expect(spoken).toBeEmpty();
  await expect(page.locator('#reviews-view .readout')).toBeEmpty();
  await setText(page, firstSample);
  await expect(timing(page)).toContainText('on your device');
  await expect(problem).toBeHidden();
});
