import type { View } from '../../view';

export const view: View = {
  label: 'Questions',
  title: 'Whylight: questions that ask the same',
  order: 3,
  markup: () => import('./questions.html?raw'),
  code: () => import('./questions'),
};
