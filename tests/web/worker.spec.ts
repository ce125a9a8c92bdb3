// A Worker that ends is noticed, in a browser.
import { expect, test } from '@playwright/test';
import { serveFolder } from './static-server';

const root = new URL('../../', import.meta.url);

test('calls of a model whose Worker was terminated reject', async ({ page }) => {
  const server = await serveFolder(root);
  await page.goto(`${server.url}tests/web/golden.html`);
  const { code, waited, then, disposed } = await page.evaluate(async () => {
    const { load } = (await import(
      new URL('/wasm/dist/systems/rationale/index.js', location.href).href
    )) as typeof import('../../wasm/dist/systems/rationale/index.js');
    const worker = new Worker('/wasm/dist/worker.js', { type: 'module' });
    const model = await load('/tests/golden/tiny/', { worker });
    await model.explain('hop');
    const waiting = model.explain('hop '.repeat(90_000));
    worker.terminate();
    const began = performance.now();
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'none',
        (error: unknown) => (error as { code?: string }).code,
      );
    const code = await codeOf(waiting);
    const waited = performance.now() - began;
    return {
      code,
      waited,
      then: await codeOf(model.explain('hop')),
      disposed: await codeOf(model.dispose()),
    };
  });
  expect({ code, then, disposed }).toEqual({
    code: 'worker-failed',
    then: 'worker-failed',
    disposed: 'none',
  });
  // As the issue wants it; the browser tells at once.
  expect(waited).toBeLessThan(1000);
  await server.close();
});
