// A long text is typed into fast: no letter is lost, and the marks stay on their words.
import { editor, expect, expectMarks, isolate, marked, open, samples, test } from './fixtures';

/** As many words as a very long review has. */
const words = 2000;
const longText = Array.from({ length: 40 }, (_, i) => samples[i % samples.length]!.text)
  .join('\n\n')
  .split(/(?<=\s)/)
  .slice(0, words)
  .join('');

interface Watched {
  wrong: string[];
  keys: number;
}

test.describe('a text of 2,000 words with all tools open', () => {
  test('keeps each letter, the caret and the marks while it is typed into', async ({
    page,
    model,
  }) => {
    test.slow();
    await open(page);
    await editor(page).fill(longText);
    await expect(marked(page)).toHaveText(longText, { useInnerText: false });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });

    await page.evaluate(() => {
      const area = document.querySelector<HTMLTextAreaElement>('#review')!;
      const layer = document.querySelector('#marked')!;
      const watched: Watched = { wrong: [], keys: 0 };
      Object.assign(globalThis, { watched });
      const check = (when: string) => {
        if (layer.textContent !== area.value) watched.wrong.push(`other texts ${when}`);
        if (Math.abs(layer.scrollHeight - area.scrollHeight) > 1)
          watched.wrong.push(`other lines ${when}`);
      };
      document.addEventListener('input', () => {
        watched.keys += 1;
        check(`after key ${watched.keys}`);
      });
      const frame = () => {
        check(`in a frame after key ${watched.keys}`);
        requestAnimationFrame(frame);
      };
      frame();
    });

    const middle = longText.indexOf(' ', longText.length / 2);
    const typed = ' Typed fast: a lovely, thick head.\nAnd it smells of grapefruits';
    await editor(page).evaluate((area: HTMLTextAreaElement, at) => {
      area.focus();
      area.setSelectionRange(at, at);
    }, middle);
    await page.keyboard.type(typed);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('s');

    const whole = longText.slice(0, middle) + typed.slice(0, -1) + 's' + longText.slice(middle);
    await expect(editor(page)).toHaveValue(whole);
    const caret = await editor(page).evaluate((area: HTMLTextAreaElement) => [
      area.selectionStart,
      area.selectionEnd,
    ]);
    expect(caret).toEqual([middle + typed.length, middle + typed.length]);
    const aspect = model.aspects[0]!;
    await isolate(page, aspect);
    await expectMarks(page, await model.explain(whole), aspect);

    const { wrong, keys } = await page.evaluate(
      () => (globalThis as unknown as { watched: Watched }).watched,
    );
    expect(keys).toBe(typed.length + 2);
    expect(wrong).toEqual([]);
  });
});
