// The box with the code of what is seen.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { editor, expect, expectNoViolations, open, slices, test } from './fixtures';
import { strings } from '../../web/strings/strings';

const said = strings.codeBox;
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a module in Node, where a model is a path. */
async function run(code: string): Promise<string> {
  const module = code.replace("load('/models/", "load('./models/");
  // Playwright asks for colours in all that it runs.
  const options = { cwd: repository, env: { ...process.env, FORCE_COLOR: '0' } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', module],
    options,
  );
  return stdout;
}

test('the code prints what the page shows', async ({ page, model }) => {
  const text = 'Hazy "gold" with a big white head.\nSmells of </script> ${grapefruit} \\ `hops`.';
  await open(page);
  await editor(page).fill(text);
  await page.getByText(said.title).click();
  const code = page.locator('.code-box code').last();
  await expect(code).toContainText(JSON.stringify(text));
  const printed = await run(await code.innerText());
  const { ratings, rationales } = await model.explain(text);
  expect(slices(text, rationales.appearance!)).not.toEqual([]);
  for (const aspect of model.aspects) {
    expect(printed).toContain(`${aspect} ${ratings[aspect]}`);
    for (const words of slices(text, rationales[aspect]!))
      expect(printed).toContain(inspect(words));
  }
});

test('it is copied, of the model that is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#reviews/hotels');
  await page.getByText(said.title).click();
  await page.getByRole('button', { name: said.copyThis(said.terminal) }).click();
  await expect(page.getByText(said.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'npm install whylight @whylight/model-hotels\nnpx whylight copy-model hotels public/models',
  );
  await expectNoViolations(page);
});

test('where nothing may be copied, the code is selected', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await open(page);
  await page.getByText(said.title).click();
  await page.getByRole('button', { name: said.copyThis(said.module) }).click();
  await expect(page.getByText(said.selected)).toBeVisible();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toContain("load('/models/beer/')");
});

test('it fits the smallest phones', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  await page.getByText(said.title).click();
  await expect(page.locator('.code-box code').first()).toContainText('npm install whylight');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
