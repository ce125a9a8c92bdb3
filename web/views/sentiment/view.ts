import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.sentiment.label,
  title: () => strings.sentiment.title,
  order: 3,
  code: () => import('./sentiment'),
};
