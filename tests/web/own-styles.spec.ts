// A view looks the same, whichever others were shown before it: their styles stay in the page.
import type { Page } from '@playwright/test';
import { expect, open, test } from './fixtures';

const views = ['reviews', 'many', 'ask', 'sentiment', 'questions', 'pairs'];

const properties = [
  ...['position', 'color', 'background-color', 'text-align', 'text-decoration-line'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'font-variant-numeric'],
  ...[
    'margin-top',
    'margin-bottom',
    'padding',
    'border-width',
    'border-style',
    'gap',
    'justify-content',
  ],
  ...['max-height', 'white-space', 'list-style-type', 'overflow-wrap'],
];

/** How each element of a view is styled: of each kind of element once, so that a list may grow. */
async function looks(page: Page, view: string): Promise<Map<string, string>> {
  const found = await page.evaluate(
    ({ view, properties }) => {
      // A colour on its way to another is neither.
      for (const each of document.getAnimations()) {
        if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish();
      }
      const elements = document.querySelectorAll<HTMLElement>(`#${view}-view main *`);
      return [...elements].flatMap((element) => {
        const style = getComputedStyle(element);
        // Parts of one name, such as what says that something loads, may look different elsewhere.
        const part = element.closest('section, details')?.className;
        const name = `${part} ${element.parentElement!.className} > ${element.tagName}.${element.className}`;
        return properties.map((each) => [`${name} ${each}`, style.getPropertyValue(each)] as const);
      });
    },
    { view, properties },
  );
  return new Map(found.toReversed());
}

async function show(page: Page, view: string): Promise<void> {
  await page.locator(`.views a[href="#${view}"]`).click();
  await expect(page.locator(`#${view}-view main`)).toBeVisible();
  // What is loaded, is.
  await expect(page.locator(`#${view}-view .loading:not([hidden])`)).toHaveCount(0);
  await page.mouse.move(0, 0);
}

test('every view keeps its look', async ({ page, context }) => {
  test.slow();
  const alone = new Map<string, Map<string, string>>();
  for (const view of views) {
    const fresh = await context.newPage();
    await open(fresh);
    await show(fresh, view);
    const timing = fresh.locator(`#${view}-view .timing`).first();
    if (!['many', 'questions'].includes(view)) await expect(timing).toContainText('on your device');
    alone.set(view, await looks(fresh, view));
    expect(alone.get(view)!.size).toBeGreaterThan(20 * properties.length);
    await fresh.close();
  }
  await open(page);
  for (const view of views) await show(page, view);
  for (const view of views) {
    await show(page, view);
    const after = await looks(page, view);
    const both = [...alone.get(view)!.keys()].filter((what) => after.has(what));
    expect(both.length).toBeGreaterThan(20 * properties.length);
    const changed = [...alone.get(view)!].filter(([what, how]) => (after.get(what) ?? how) !== how);
    expect
      .soft(
        changed.map(([what, how]) => `${what}: ${how} -> ${after.get(what)}`),
        view,
      )
      .toEqual([]);
  }
});
