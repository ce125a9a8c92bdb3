import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.ask.label,
  title: () => strings.ask.title,
  order: 3,
  code: () => import('./ask'),
};
