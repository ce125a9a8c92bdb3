import { strings } from '../../strings/strings';
import type { View } from '../../view';

export const view: View = {
  label: () => strings.questions.label,
  title: () => strings.questions.title,
  order: 5,
  code: () => import('./questions'),
};
