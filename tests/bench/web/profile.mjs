// Where the time of a straight run goes: `npm run bench:web -- --profile`.
//
// Clocks in browsers are too coarse for a kernel that takes microseconds. So a
// part takes by how much the whole is faster without it.
import { digits } from '../report.mjs';
import { HIDDEN, LAYERS } from './network.mjs';
import { printTable } from './report.mjs';

const square = 2 * HIDDEN * HIDDEN * LAYERS.length;

/** What is reported of `times`, as the task `profile` returns them. */
export function profileOf(times, engine, words) {
  const own = times.filter((row) => row.engine === engine && row.words === words);
  const best = (block, name) =>
    Math.min(...own.find((row) => row.block === block && row.name === name).times);
  const roofline = Math.max(
    ...times
      .filter(({ flops }) => flops !== undefined)
      .map((row) => row.flops / Math.min(...row.times) / 1e6),
  );
  const whole = best('without', '');
  const parts = [
    {
      part: 'products with words',
      ms: whole - best('without', 'words'),
      alone_ms: best('alone', 'words'),
      flops: 3 * square * words,
    },
    {
      part: 'products with states',
      ms: whole - best('without', 'states'),
      alone_ms: best('alone', 'states'),
      flops: square * words,
    },
    {
      part: 'gates and tanh',
      ms: best('without', 'products') - best('without', 'layers'),
      alone_ms: best('alone', 'cells'),
    },
  ];
  const rest = whole - parts.reduce((sum, { ms }) => sum + ms, 0);
  parts.push({ part: 'copies and the rest', ms: rest, alone_ms: best('without', 'layers') });
  parts.push({ part: 'all of it', ms: whole, flops: 4 * square * words });
  return parts.map((part) => ({ engine, words, roofline, share: part.ms / whole, ...part }));
}

const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** A table of one engine's parts at one length. */
export function printProfile(parts) {
  const speed = ({ flops, roofline }, ms) =>
    flops && ms ? [digits(flops / ms / 1e6), percent(flops / ms / 1e6 / roofline)] : ['', ''];
  printTable(
    [
      'part',
      'ms',
      'share',
      'GFLOP/s',
      'of the roofline',
      'alone, ms',
      'GFLOP/s',
      'of the roofline',
    ],
    parts.map((row) => [
      row.part,
      digits(row.ms),
      percent(row.share),
      ...speed(row, row.ms),
      row.alone_ms ? digits(row.alone_ms) : '',
      ...speed(row, row.alone_ms),
    ]),
  );
}
