import {
  box,
  editor,
  expect,
  expectCard,
  expectMarks,
  firstSample,
  marked,
  marks,
  open,
  outOfFive,
  reasons,
  samples,
  show,
  slices,
  test,
  timing,
} from './fixtures';
import { serve, undialled } from './variants';
import { quote } from '../../web/views/reviews/reasons';
import { labelOf } from '../../web/wording';

test('shows a rating in words for every aspect of the model', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const explanation = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    await expect(box(page, aspect)).toBeChecked();
    await expectCard(page, model, explanation, aspect);
  }
});

test('marks the spans of the chosen aspect, one element a run', async ({ page, model }) => {
  await open(page);
  const explanation = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    await show(page, model.aspects, aspect);
    await expectMarks(page, explanation, aspect);
  }
});

test('marks every aspect at once', async ({ page, model }) => {
  await open(page);
  const { rationales } = await model.explain(firstSample);
  const selected = new Set<number>();
  for (const { start, end } of Object.values(rationales).flat()) {
    for (let unit = start; unit < end; ++unit) selected.add(unit);
  }
  // Aspects may share words, so units are compared, not runs.
  const shown = await marked(page).evaluate((region) => {
    const units: number[] = [];
    let at = 0;
    for (const node of region.childNodes) {
      const { length } = node.textContent ?? '';
      for (let i = 0; i < length; ++i) if (node.nodeName === 'MARK') units.push(at + i);
      at += length;
    }
    return units;
  });
  expect(shown).toEqual([...selected].sort((a, b) => a - b));
});

test('tells aspects apart by underline, not by colour alone', async ({ page, model }) => {
  await open(page);
  const styles = new Set<string>();
  for (const aspect of model.aspects) {
    await show(page, model.aspects, aspect);
    const legend = page.locator('.option', { has: box(page, aspect) }).locator('.name');
    const style = await legend.evaluate((name) => getComputedStyle(name).textDecorationStyle);
    styles.add(style);
    // The legend looks as the marks do.
    const [mark] = await page.locator('#marked mark').all();
    const tint = (element: Element) => getComputedStyle(element).backgroundColor;
    if (mark) expect(await legend.evaluate(tint)).toBe(await mark.evaluate(tint));
    for (const mark of await page.locator('#marked mark').all()) {
      await expect(mark).toHaveCSS('text-decoration-line', 'underline');
      await expect(mark).toHaveCSS('text-decoration-style', style);
    }
  }
  expect(styles.size).toBe(model.aspects.length);
});

test('gives the reasons in words', async ({ page, model }) => {
  await open(page);
  const { ratings, rationales } = await model.explain(firstSample);
  const items = reasons(page).getByRole('listitem');
  await expect(items).toHaveCount(model.aspects.length);
  for (const [i, aspect] of model.aspects.entries()) {
    const head = `${labelOf(aspect)} ${outOfFive(ratings[aspect]!, 'is not rated')}`;
    const quotes = slices(firstSample, rationales[aspect]!).map(quote);
    await expect(items.nth(i)).toContainText(head);
    for (const words of quotes.slice(0, 8)) await expect(items.nth(i)).toContainText(words);
  }
  const aspect = model.aspects.at(-1)!;
  await show(page, model.aspects, aspect);
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(labelOf(aspect));
});

test('announces a result to screen readers when the typing is over', async ({ page, model }) => {
  await open(page);
  const summary = page.locator('[aria-live=polite]');
  const { ratings } = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    const rating = outOfFive(ratings[aspect]!, 'not mentioned');
    await expect(summary).toContainText(`${labelOf(aspect)} ${rating}`);
  }
});

for (const { name, text } of samples) {
  test(`reads the sample "${name}"`, async ({ page, model }) => {
    await open(page);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-current', 'true');
    const aspect = model.aspects[0]!;
    const explanation = await model.explain(text);
    if (explanation.inDomain) await show(page, model.aspects, aspect);
    await expectMarks(page, explanation, aspect);
    const words = text.match(/[\p{L}\p{N}'’]+/gu)!.length;
    // The tokenizer has its own idea of a word with a hyphen or a decimal point.
    const counted = Number(/^(\d+) words in/.exec((await timing(page).textContent())!)![1]);
    expect(Math.abs(counted - words)).toBeLessThanOrEqual(2);
  });
}

test('follows what is typed', async ({ page, model }) => {
  await open(page);
  const aspect = model.aspects[0]!;
  await show(page, model.aspects, aspect);
  const text = 'A thick tan head on a pitch black body, smells of coffee, smooth and creamy.';
  await editor(page).fill('');
  await editor(page).pressSequentially(text);
  await expectMarks(page, await model.explain(text), aspect);
  await expect(box(page, aspect)).toBeChecked();
});

test('rates at once on Ctrl+Enter and on Cmd+Enter', async ({ page, model }) => {
  await open(page);
  // With the clock stopped, the pause after typing never ends.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const aspect = model.aspects[0]!;
  await show(page, model.aspects, aspect);
  for (const [keys, text] of [
    ['Control+Enter', 'Smells of wet cardboard, but a lovely golden colour.'],
    ['Meta+Enter', 'A creamy body and a bitter, dry finish.'],
  ] as const) {
    await editor(page).fill(text);
    await expect(marked(page)).not.toHaveText(text, { useInnerText: false });
    await editor(page).press(keys);
    await expectMarks(page, await model.explain(text), aspect);
    await expect(editor(page)).toHaveValue(text);
  }
});

test('keeps an own text while samples are tried', async ({ page }) => {
  await open(page);
  const own = page.getByRole('button', { name: 'Yours' });
  await expect(own).toBeHidden();
  await editor(page).fill('My very own words on a beer.');
  await page.getByRole('button', { name: 'Poor' }).click();
  await expect(editor(page)).toHaveValue(samples[2]!.text);
  await own.click();
  await expect(editor(page)).toHaveValue('My very own words on a beer.');
  await expect(own).toHaveAttribute('aria-current', 'true');
});

test('states its policy in the page itself', async ({ page }) => {
  await open(page);
  const policy = await page
    .locator('meta[http-equiv=Content-Security-Policy]')
    .getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
});

test('moves nothing for those who ask for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const style = getComputedStyle(element);
        return style.transitionDuration !== '0s' || style.animationName !== 'none';
      }).length,
  );
  expect(moving).toBe(0);
});

test('works by keyboard alone', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const focused = page.locator(':focus');
  for (const view of ['Reviews', 'Sentiment', 'Questions']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(view);
  }
  const models = await page.locator('.model-name').allTextContents();
  for (const model of models) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(model);
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(/^How good it is/);
  }
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText(samples[0]!.name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toHaveValue(samples[1]!.text);
  for (let i = 1; i < samples.length; ++i) await page.keyboard.press('Tab');
  await expect(editor(page)).toBeFocused();
  const explanation = await model.explain(samples[1]!.text);
  for (const aspect of model.aspects) {
    await page.keyboard.press('Tab');
    await expect(box(page, aspect)).toBeFocused();
    if (aspect !== model.aspects[0]) await page.keyboard.press('Space');
  }
  await expectMarks(page, explanation, model.aspects[0]!);
  // The card that holds the focused checkbox shows it.
  const card = page.locator('.option', { has: box(page, model.aspects.at(-1)!) });
  await expect(card).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Show how sure it is')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Drop and keep words for')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Do the marked words suffice?')).toBeFocused();
});

test('drops what a newer text has overtaken', async ({ page, model }) => {
  await open(page);
  const long = `${firstSample}\n`.repeat(200);
  const short = 'Flat and thin.';
  await editor(page).fill(long);
  await editor(page).press('Control+Enter');
  await editor(page).fill(short);
  await editor(page).press('Control+Enter');
  const aspect = model.aspects[0]!;
  await show(page, model.aspects, aspect);
  await expectMarks(page, await model.explain(short), aspect);
  // Nothing comes after it.
  await expect(timing(page)).toContainText('3 words');
  await expect(marked(page)).toHaveText(short);
});

test('says so when the review does not speak of an aspect', async ({ page, model }) => {
  // None of these says something of every aspect.
  const texts = ['A golden colour.', 'Smells of malt.', 'Pours black with a tan head.', 'beer'];
  const explanations = await Promise.all(texts.map((text) => model.explain(text)));
  const read = explanations.filter(({ inDomain }) => inDomain);
  const [found] = read.flatMap(({ text, rationales }) =>
    model.aspects
      .filter((aspect) => rationales[aspect]!.length === 0)
      .map((aspect) => ({ text, aspect })),
  );
  expect(found).toBeDefined();
  const { text, aspect } = found!;
  await open(page);
  await show(page, model.aspects, aspect);
  await editor(page).fill(text);
  await expect(page.locator('#result-notice')).toHaveText(
    `This review does not speak of ${aspect}.`,
  );
  await expect(reasons(page)).toHaveText(
    `${labelOf(aspect)} is not rated: the review does not speak of it.`,
  );
  expect(await marks(page)).toEqual([]);
});
