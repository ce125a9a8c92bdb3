import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.many.label,
  title: () => strings.many.title,
  order: 2,
  code: () => import('./many'),
};
