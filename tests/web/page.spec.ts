import {
  card,
  editor,
  expect,
  expectCard,
  expectMarks,
  firstSample,
  marked,
  marks,
  open,
  outOfFive,
  phrases,
  readout,
  samples,
  isolate,
  test,
  timing,
} from './fixtures';
import { serve, undialled } from './variants';
import { quote } from '../../web/views/reviews/quotes';
import { labelOf, percentage } from '../../web/wording';

test('shows a rating in words for every aspect of the model', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const explanation = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    await expect(card(page, aspect)).toHaveAttribute('aria-pressed', 'false');
    await expectCard(page, model, explanation, aspect);
  }
});

test('marks the spans of the chosen aspect, one element a run', async ({ page, model }) => {
  await open(page);
  const explanation = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    await isolate(page, aspect);
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
    const blocks = [...region.children];
    for (const node of blocks.flatMap((block) => [...block.childNodes])) {
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
    await isolate(page, aspect);
    const legend = card(page, aspect).locator('.name');
    const style = await legend.evaluate((name) => getComputedStyle(name).textDecorationStyle);
    styles.add(style);
    // The legend looks as the marks do.
    const [mark] = await page.locator('#marked mark').all();
    // However sure the model is of a mark, which makes its tint stronger or weaker.
    const tint = (element: Element) => getComputedStyle(element).getPropertyValue('--tint');
    if (mark) expect(await legend.evaluate(tint)).toBe(await mark.evaluate(tint));
    for (const mark of await page.locator('#marked mark').all()) {
      await expect(mark).toHaveCSS('text-decoration-line', 'underline');
      await expect(mark).toHaveCSS('text-decoration-style', style);
    }
  }
  expect(styles.size).toBe(model.aspects.length);
});

test('has a button for each marked stretch, that says whose it is and how sure', async ({
  page,
  model,
}) => {
  await open(page);
  const { text, rationales, tokens } = await model.explain(firstSample);
  const aspect = model.aspects.at(-1)!;
  await isolate(page, aspect);
  const expected = rationales[aspect]!.map(({ start, end }) => {
    const own = tokens.filter((token) => token.start < end && start < token.end);
    const sure = own.reduce((sum, { probability }) => sum + probability[aspect]!, 0) / own.length;
    const words = quote(text.slice(start, end));
    return `${words}, ${labelOf(aspect)}, ${percentage(sure)} sure`;
  });
  await expect(phrases(page)).toHaveText(expected);
  // The tint of a mark is the stronger the surer the model is.
  const sure = await phrases(page).allTextContents();
  const classes = await page
    .locator('#marked mark')
    .evaluateAll((all) => all.map((mark) => mark.getAttribute('class') ?? ''));
  for (const [i, said] of sure.entries()) {
    const percent = Number(/(\d+)% sure$/.exec(said)![1]);
    const strength = Number(/sure-(\d)/.exec(classes[i]!)![1]);
    expect(Math.abs(percent / 25 - strength)).toBeLessThanOrEqual(1);
  }
});

test('announces a result to screen readers when the typing is over', async ({ page, model }) => {
  await open(page);
  const summary = page.locator('#reviews-view [aria-live=polite]');
  const { ratings } = await model.explain(firstSample);
  for (const aspect of model.aspects) {
    const rating = outOfFive(ratings[aspect]!, 'not mentioned');
    await expect(summary).toContainText(`${labelOf(aspect)} ${rating}`);
  }
});

test('reads each sample', async ({ page, model }) => {
  await open(page);
  for (const { name, text } of samples) {
    await test.step(name, async () => {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-current', 'true');
      const aspect = model.aspects[0]!;
      const explanation = await model.explain(text);
      if (explanation.inDomain) await isolate(page, aspect);
      await expectMarks(page, explanation, aspect);
      const words = text.match(/[\p{L}\p{N}'’]+/gu)!.length;
      // The tokenizer has its own idea of a word with a hyphen or a decimal point.
      const counted = Number(/^(\d+) words in/.exec((await timing(page).textContent())!)![1]);
      expect(Math.abs(counted - words)).toBeLessThanOrEqual(2);
    });
  }
});

test('follows what is typed', async ({ page, model }) => {
  await open(page);
  const aspect = model.aspects[0]!;
  await isolate(page, aspect);
  const text = 'A thick tan head on a pitch black body, smells of coffee, smooth and creamy.';
  await editor(page).fill('');
  await editor(page).pressSequentially(text);
  await expectMarks(page, await model.explain(text), aspect);
  await expect(card(page, aspect)).toHaveAttribute('aria-pressed', 'true');
});

test('rates at once on Ctrl+Enter and on Cmd+Enter', async ({ page, model }) => {
  await open(page);
  // With the clock stopped, the pause after typing never ends.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const aspect = model.aspects[0]!;
  await isolate(page, aspect);
  for (const [keys, text] of [
    ['Control+Enter', 'Smells of wet cardboard, but a lovely golden colour.'],
    ['Meta+Enter', 'A creamy body and a bitter, dry finish.'],
  ] as const) {
    await editor(page).fill(text);
    // The text is there at once, the ratings are those of the text before.
    await expect(marked(page)).toHaveText(text, { useInnerText: false });
    await expect(timing(page)).not.toContainText(`${text.split(' ').length} words`);
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

  // Nor does it cost the text to edit one.
  await page.getByRole('button', { name: 'Poor' }).click();
  await editor(page).press('End');
  await editor(page).pressSequentially(' Or so.');
  await own.click();
  await expect(editor(page)).toHaveValue('My very own words on a beer.');
});

test('states its policy in the page itself', async ({ page }) => {
  await open(page);
  const policy = await page
    .locator('meta[http-equiv=Content-Security-Policy]')
    .getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types whylight");
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
  for (const view of ['Reviews', 'Many reviews', 'Ask', 'Sentiment', 'Questions', 'Compare']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(view);
  }
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Language');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Beer');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Your model…');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText(samples[0]!.name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toHaveValue(samples[1]!.text);
  for (let i = 1; i < samples.length; ++i) await page.keyboard.press('Tab');
  await expect(editor(page)).toBeFocused();
  await expect(timing(page)).toContainText('on your device');
  await expect(marked(page)).toHaveText(samples[1]!.text, { useInnerText: false });
  const explanation = await model.explain(samples[1]!.text);
  await page.keyboard.press('Tab');
  await expect(phrases(page).first()).toBeFocused();
  for (const aspect of model.aspects) {
    await page.keyboard.press('Tab');
    await expect(card(page, aspect)).toBeFocused();
    await expect(card(page, aspect)).toHaveCSS('outline-style', 'solid');
    if (explanation.ratings[aspect] === null) continue;
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(/^What would change this rating\?/);
  }
  const last = model.aspects.at(-1)!;
  await card(page, last).press('Space');
  await expectMarks(page, explanation, last);
  const ask = explanation.ratings[last] === null ? [] : [/^What would change this rating\?/];
  for (const reached of [
    ...ask,
    'Compare with another review',
    'Opinions',
    'What would change a rating?',
  ]) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(reached);
  }
  for (const button of await page.locator('.share').getByRole('button').all()) {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByText('For experts')).toBeFocused();
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
  await isolate(page, aspect);
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
  await isolate(page, aspect);
  await editor(page).fill(text);
  await expect(page.locator('#result-notice')).toHaveText(
    `This review does not mention ${aspect}.`,
  );
  await page.mouse.move(0, 0);
  await card(page, aspect).hover();
  await expect(readout(page)).toHaveText(`${labelOf(aspect)} not mentioned.`);
  expect(await marks(page)).toEqual([]);
});
