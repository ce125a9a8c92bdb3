// Draws the icons of the installed page, web/public/icons, of web/public/favicon.svg.
//
//   node scripts/draw-icons.mjs
import { readFile, writeFile } from 'node:fs/promises';

import { launchChromium } from '../tests/chromium.mjs';

const files = new URL('../web/public/', import.meta.url);
const svg = await readFile(new URL('favicon.svg', files), 'utf8');
/** `margin`: the share of the side that launchers may cut off. */
const icons = [
  { name: '180', side: 180, margin: 0.1 },
  { name: '192', side: 192, margin: 0 },
  { name: '512', side: 512, margin: 0 },
  { name: 'maskable-512', side: 512, margin: 0.15 },
];

const browser = await launchChromium();
for (const { name, side, margin } of icons) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  const background = margin > 0 ? /fill="(#\w+)"/.exec(svg)[1] : 'transparent';
  await page.setContent(
    `<style>body { margin: 0; background: ${background} } svg { position: fixed; inset: ${margin * side}px; width: ${(1 - 2 * margin) * side}px; height: auto }</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, files), png);
}
await browser.close();
