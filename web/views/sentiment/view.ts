import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.sentiment.label,
  title: () => strings.sentiment.title,
  order: 4,
  code: () => import('./sentiment'),
};
