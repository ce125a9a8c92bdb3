// <whylight-review> on a page of somebody else, with a strict policy.
import { expect, expectFailure, expectNoViolations, piecesOf, slices, test } from './fixtures';
import { serveBlog, servePage } from './hosts';
import { strings } from '../../web/strings/strings';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const review = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';
const hostile = '<img src=x onerror=alert(1)> pours gold & "hazy" with a lovely white head.';

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
    const spans = model.aspects.flatMap((aspect) => rationales[aspect]!);
    const words = slices(text, piecesOf(spans));
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

test.describe('of a folder that is not there', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test('it says so', async ({ page }) => {
    await page.goto('./blog/post.html');
    const element = page.locator('whylight-review');
    await expect(element.locator('mark').first()).toBeVisible();
    await element.evaluate((it) => it.setAttribute('model', 'cider'));
    await expectFailure(element.locator('.says'), strings.problems.fetch, 'status 404');
    await expect(element.locator('li')).toHaveCount(0);
  });
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

  test.describe('on another host', () => {
    test.use({ expectedProblems: /request: |frame-ancestors|ERR_BLOCKED_BY_RESPONSE/ });

    const frameOf = (origin: string) => `<iframe src="${origin}/${address(review)}"></iframe>`;

    test('it is shown by those whom its server allows', async ({ page }) => {
      const server = await servePage('--frame-ancestors', 'http://localhost:*');
      const blog = await serveBlog(frameOf(server.origin));
      await page.goto(blog.origin);
      const framed = page.frameLocator('iframe').locator('whylight-review');
      await expect(framed.locator('mark').first()).toBeVisible();
      blog.stop();
      server.stop();
    });

    test('it is refused to all others', async ({ page, baseURL }) => {
      const blog = await serveBlog(frameOf(new URL(baseURL!).origin));
      const refused = page.waitForEvent('console', (said) =>
        said.text().includes('frame-ancestors'),
      );
      await page.goto(blog.origin);
      await refused;
      blog.stop();
    });

    test('its script works, too', async ({ page, baseURL }) => {
      const blog = await serveBlog(
        `<script type="module" src="${baseURL}embed.js"></script>
        <whylight-review model="beer" text="${review}"></whylight-review>`,
      );
      await page.goto(blog.origin);
      await expect(page.locator('whylight-review mark').first()).toBeVisible();
      blog.stop();
    });
  });
});
