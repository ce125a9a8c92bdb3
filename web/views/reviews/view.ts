import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.reviews.label,
  title: () => strings.reviews.title,
  order: 1,
  code: () => import('./reviews'),
};
