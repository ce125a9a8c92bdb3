import type { View } from '../../view';

export const view: View = {
  label: 'Sentiment',
  title: 'Whylight: sentiment, word by word',
  order: 2,
  markup: () => import('./sentiment.html?raw'),
  code: () => import('./sentiment'),
};
