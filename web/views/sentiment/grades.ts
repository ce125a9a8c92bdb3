// How grades read and look: numbers with their sign, names, and one of five looks.
import type { Classifier, ClassifierLabel } from 'whylight/classifier';
import { classOf, percentage as percent, trimmed } from '../../wording';

/** A class that stands for a number. */
export type Grade = Required<ClassifierLabel>;

/** The classes, from the lowest grade to the highest; none where they do not stand for a scale. */
export function gradesOf({ labels }: Pick<Classifier, 'labels'>): readonly Grade[] {
  const grades = labels.filter(hasGrade).sort((a, b) => a.grade - b.grade);
  const isScale = grades.length === labels.length && grades[0]!.grade < grades.at(-1)!.grade;
  return isScale ? grades : [];
}

function hasGrade(label: ClassifierLabel): label is Grade {
  return label.grade !== undefined;
}

/** How the page calls a class. */
export function nameOf({ name }: Grade): string {
  return classOf(name);
}

/** -2 -> "−2", as one writes a number. */
export function plain(number: number): string {
  return trimmed(number);
}

/** 0.624 -> "62%", 0.004 -> "< 1%". */
export function percentage(share: number): string {
  return share > 0 && share < 0.005 ? `< ${percent(0.01)}` : percent(share);
}

/** The class whose number is nearest, of two equally near ones the higher, as in the core. */
export function nearest(grade: number, grades: readonly Grade[]): Grade {
  return grades.reduce((best, next) =>
    Math.abs(next.grade - grade) <= Math.abs(best.grade - grade) ? next : best,
  );
}

/** Where a grade lies on the scale: 0 at its lowest end, 1 at its highest. */
export function heightOf(grade: number, grades: readonly Grade[]): number {
  const low = grades.at(0)!.grade;
  const high = grades.at(-1)!.grade;
  return Math.min(1, Math.max(0, (grade - low) / (high - low)));
}

/** The CSS class that colours a grade (sentiment.css). */
export function lookOf(grade: number, grades: readonly Grade[]): string {
  const looks = ['lowest', 'low', 'middle', 'high', 'highest'];
  return `grade-${looks[Math.round(4 * heightOf(grade, grades))]!}`;
}
