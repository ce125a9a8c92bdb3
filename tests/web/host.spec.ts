import { expect, open, test } from './fixtures';
import { serveFolder } from './static-server';

// Hosts of static pages put them in a folder and send no headers of ours.
test.describe('below a folder of a plain host', () => {
  test.use({
    // eslint-disable-next-line no-empty-pattern
    baseURL: async ({}, use) => {
      const folder = new URL('../../web/dist/', import.meta.url);
      const server = await serveFolder(folder, { prefix: '/some/where/', headers: {} });
      await use(server.url);
      await server.close();
    },
  });

  test('the page works, and asks nobody else', async ({ page }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await open(page);
    expect(paths.some((path) => path.endsWith('/model.safetensors'))).toBe(true);
    expect(paths.filter((path) => !path.startsWith('/some/where/'))).toEqual([]);
  });

  test.describe('to reach others', () => {
    test.use({ expectedProblems: /https:\/\/example\.org/ });

    test('the tag alone keeps the page from reaching other hosts', async ({ page }) => {
      await open(page);
      const refused = await page.evaluate(async () => {
        const violated = new Promise<string>((resolve) =>
          document.addEventListener('securitypolicyviolation', (event) =>
            resolve(event.effectiveDirective),
          ),
        );
        await fetch('https://example.org/').catch(() => {});
        return violated;
      });
      expect(refused).toBe('connect-src');
    });
  });
});
