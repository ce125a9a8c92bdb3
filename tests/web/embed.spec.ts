// <whylight-review> on a page of somebody else, with a strict policy.
import { expect, expectNoViolations, slices, test } from './fixtures';
import { strings } from '../../web/strings/strings';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:";
const review = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';
const hostile = '<img src=x onerror=alert(1)> gold & "hazy" with a white head.';

test.beforeEach(async ({ page }) => {
  await page.route('**/blog/post.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy },
      body: `<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,">
        <script type="module" src="../embed.js"></script>
        <main><h1>A blog</h1><whylight-review model="beer" text="${review}"></whylight-review></main>`,
    }),
  );
});

test('it shows the words and ratings of explain, and reads again', async ({ page, model }) => {
  await page.goto('./blog/post.html');
  const element = page.locator('whylight-review');
  for (const text of [review, hostile]) {
    const told = element.evaluate(
      (it, text) =>
        new Promise((resolve) => {
          it.addEventListener('whylight-result', (e) =>
            resolve((e as CustomEvent<{ text: string }>).detail.text),
          );
          it.setAttribute('text', text);
        }),
      text,
    );
    expect(await told).toBe(text);
    const { rationales } = await model.explain(text);
    const words = model.aspects.flatMap((aspect) => slices(text, rationales[aspect]!));
    expect(words).not.toEqual([]);
    const marked = await element.locator('mark').allTextContents();
    expect(marked.sort()).toEqual(words.sort());
    await expect(element.locator('.marked')).toHaveText(text, { useInnerText: false });
    await expect(element.locator('li')).toHaveCount(model.aspects.length);
  }
  await expectNoViolations(page);
});

test('of a model that is not there, it says so and asks for nothing', async ({ page }) => {
  await page.goto('./blog/post.html');
  const element = page.locator('whylight-review');
  await expect(element.locator('mark').first()).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await element.evaluate((it) => it.setAttribute('model', '../secret'));
  await expect(element.getByText(strings.embed.noSuchModel)).toBeVisible();
  await expect(element.locator('li')).toHaveCount(0);
  expect(requests).toEqual([]);
});

test('a review that would hold up the page is refused in words', async ({ page }) => {
  await page.goto('./blog/post.html');
  const element = page.locator('whylight-review');
  await element.evaluate((it) => it.setAttribute('text', 'a'.repeat(20_001)));
  await expect(element.getByText(strings.embed.tooLong(20_000))).toBeVisible();
  await expect(element.locator('li')).toHaveCount(0);
});

test.describe('in a frame', () => {
  const address = (text: string) => `embed.html#model=beer&text=${encodeURIComponent(text)}`;

  test('it is a page of its own, which follows its address', async ({ page, model }) => {
    await page.goto(`./${address(review)}`);
    const element = page.locator('whylight-review');
    await expect(element.locator('.marked')).toHaveText(review);
    await expect(element.locator('li')).toHaveCount(model.aspects.length);
    await expectNoViolations(page);
    await page.goto(`./${address(hostile)}`);
    await expect(element.locator('.marked')).toHaveText(hostile);
    await expect(element.locator('img')).toHaveCount(0);
  });

  test('it is shown by those whom the server allows', async ({ page }) => {
    await page.route('**/blog/frame.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>A blog</title><iframe src="../${address(review)}"></iframe>`,
      }),
    );
    await page.route('**/embed.html', async (route) => {
      const response = await route.fetch();
      const policy = response.headers()['content-security-policy']!;
      const allowed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
      expect(allowed).not.toBe(policy);
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': allowed },
      });
    });
    const framed = page.frameLocator('iframe').locator('whylight-review');
    await page.goto('./blog/frame.html');
    await expect(framed.locator('mark').first()).toBeVisible();
  });
});
