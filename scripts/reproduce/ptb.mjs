// Language modelling on the Penn Treebank: Lei17 table 2.5, about 5 million
// parameters, trained by SGD.
import { readFileSync } from 'node:fs';

import { markdown } from './document.mjs';

const ROWS = [
  { row: 'xh', title: 'RCNN, gate on x and h', published: 73.6 },
  { row: 'x', title: 'RCNN, gate on x', published: 74.2 },
  { row: 'trained', title: 'RCNN, trained constants λ', published: 77.0 },
  { row: 'constant', title: 'RCNN, λ = 0.8', published: 84.3 },
  { row: 'lstm', title: 'LSTM of equal size' },
];

function cell({ row }) {
  const config = JSON.parse(readFileSync(new URL(`ptb/${row}.json`, import.meta.url), 'utf8'));
  return { name: `ptb ${row}`, test: 'ptb/test.txt.gz', config };
}

function small({ config, ...rest }) {
  return { ...rest, config: { ...config, hidden: 16, predict: { ...config.predict, epochs: 1 } } };
}

function cells({ quick }) {
  return quick ? ROWS.map(cell).map(small) : ROWS.map(cell);
}

function table(results) {
  const lines = ROWS.map(({ row, title, published }) => {
    const record = results.named(`ptb ${row}`);
    return [
      title,
      record ? record.dev.perplexity.toFixed(1) : '',
      record?.test ? record.test.perplexity.toFixed(1) : '',
      published?.toFixed(1) ?? '',
      record ? `${record.epochs}${record.cutShort ? ', cut short' : ''}` : '',
      record ? (record.seconds / 3600).toFixed(1) : '',
    ];
  });
  const curves = ROWS.map(({ row, title }) => ({ title, record: results.named(`ptb ${row}`) }))
    .filter(({ record }) => record)
    .map(
      ({ title, record }) =>
        `- ${title}: ${record.curve.map((perplexity) => perplexity.toFixed(1)).join(', ')}`,
    );
  return [
    markdown(['perplexity', 'dev', 'test', 'published', 'epochs', 'hours'], lines),
    'Dev by epoch:',
    curves.join('\n'),
  ].join('\n\n');
}

export const ptb = { cells, table };
