// A rated review on paper.
import { editor, expect, open, test, timing } from './fixtures';

test('one light page, with marks that are read without colours, and no controls', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page);
  const text = await editor(page).inputValue();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = page.locator('.print-sheet');
  await expect(sheet).toBeVisible();
  await expect(
    page.locator('button:visible, textarea:visible, input:visible, nav:visible'),
  ).toHaveCount(0);
  const printed = await sheet.locator('.sheet-text').evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const initial of copy.querySelectorAll('sup')) initial.remove();
    return copy.textContent;
  });
  expect(printed).toBe(text);
  const marks = sheet.locator('.sheet-text u');
  const initials = await sheet.locator('.sheet-text sup').allTextContents();
  expect(initials).toHaveLength(await marks.count());
  expect(initials.every((initial) => /^(Ap|Ar|P|T|O)+$/.test(initial))).toBe(true);
  await expect(marks.first()).toHaveCSS('text-decoration-line', 'underline');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toBeHidden();
  await expect(timing(page)).toBeVisible();
});
