import type { View } from '../../view';

export const view: View = {
  label: 'Reviews',
  title: 'Whylight: ratings with their reasons',
  order: 1,
  markup: () => import('./reviews.html?raw'),
  code: () => import('./reviews'),
};
