import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.pairs.label,
  title: () => strings.pairs.title,
  order: 6,
  code: () => import('./pairs'),
};
