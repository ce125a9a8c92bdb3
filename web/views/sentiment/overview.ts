// The verdict, and how likely each class is.
import type { Classification } from 'whylight/classifier';
import { create, find } from '../../dom';
import { strings } from '../../strings/strings';
import { capitalised, classOf, signed } from '../../wording';
import { lookOf, nameOf, nearest, percentage, plain, type Grade } from './grades';
import type { Labels } from './open-classifier';

/** Of more classes the least likely stand together, and scales are drawn without a line for each. */
export const mostClasses = 8;

export class Overview {
  readonly element: HTMLElement;
  readonly #verdict: HTMLElement;
  readonly #classes: HTMLElement;
  readonly #note: HTMLElement;
  readonly #onAsk: (label: string) => void;

  /** Takes over the `.overview` of `panel`. `onAsk` is told for which class to show reasons. */
  constructor(panel: HTMLElement, onAsk: (label: string) => void) {
    this.element = find(panel, '.overview', HTMLElement);
    this.#verdict = find(this.element, '.verdict', HTMLElement);
    this.#classes = find(this.element, '.classes', HTMLElement);
    this.#note = find(this.element, '.classes-note', HTMLElement);
    this.#onAsk = onAsk;
  }

  /** Shows a grade, and the classes in their order; `note` says how they go together. */
  showGrade({ grade = 0, probabilities }: Classification, grades: readonly Grade[]): void {
    this.#note.textContent = strings.sentiment.classesNote;
    // Read off the number, as at every word of the curve, so that the two cannot disagree.
    const verdict = nearest(grade, grades);
    this.#say(lookOf(verdict.grade, grades), nameOf(verdict), onScale(grade, grades));
    const shareOf = ({ label }: Grade) => probabilities[label] ?? 0;
    const shown = likeliest(grades, shareOf, verdict);
    // As the curve is drawn: the highest grade is on top.
    const items = grades
      .filter((entry) => shown.has(entry))
      .toReversed()
      .map((entry) => {
        const look = lookOf(entry.grade, grades);
        const parts = partsOf(capitalised(nameOf(entry)), shareOf(entry), look);
        return create('li', entry === verdict ? 'chosen-class' : '', ...parts);
      });
    this.#classes.replaceChildren(...items, ...othersOf(grades, shown, shareOf));
  }

  /**
   * Shows the likeliest class and the others after it; `asked` is the one whose reasons are shown,
   * if there are any.
   */
  showClass({ label, probabilities }: Classification, labels: Labels, asked?: string): void {
    this.#note.textContent = asked === undefined ? '' : strings.ownClassifier.classesNote;
    const all = [...labels.keys()];
    const shareOf = (of: string) => probabilities[of] ?? 0;
    const figure = strings.ownClassifier.likely(percentage(shareOf(label)));
    this.#say('class-look', classOf(labels.get(label)!), figure);
    // What the visitor asked about stays in view, however unlikely it becomes.
    const shown = likeliest(all, shareOf, asked ?? label);
    const items = [...shown].map((of) => this.#row(of, labels.get(of)!, shareOf(of), asked));
    const focused = this.#classes.querySelector<HTMLElement>(':focus')?.dataset.label;
    this.#classes.replaceChildren(...items, ...othersOf(all, shown, shareOf));
    // The order may be another, and the focus is to stay where it was.
    for (const button of this.#classes.querySelectorAll<HTMLElement>('button')) {
      if (button.dataset.label === focused) button.focus();
    }
  }

  #say(look: string, name: string, figure: string): void {
    this.#verdict.className = `verdict ${look}`;
    this.#verdict.replaceChildren(
      create('b', '', capitalised(name)),
      ' ',
      create('span', '', figure),
    );
  }

  #row(label: string, name: string, share: number, asked?: string): HTMLLIElement {
    const parts = partsOf(capitalised(classOf(name)), share, 'class-look');
    if (asked === undefined) return create('li', '', ...parts);
    const button = create('button', 'class-choice', ...parts);
    button.type = 'button';
    button.dataset.label = label;
    button.ariaPressed = String(label === asked);
    button.addEventListener('click', () => this.#onAsk(label));
    return create('li', label === asked ? 'chosen-class' : '', button);
  }
}

/** "+0.84 on a scale from −2 to 2". */
export function onScale(grade: number, grades: readonly Grade[]): string {
  const [low, high] = [grades.at(0)!, grades.at(-1)!];
  return strings.sentiment.onScale(signed(grade), plain(low.grade), plain(high.grade));
}

/** As many classes as there is room for, the likeliest first, and among them `always`. */
function likeliest<T>(classes: readonly T[], shareOf: (of: T) => number, always: T): Set<T> {
  const ranked = classes.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (ranked.length <= mostClasses) return new Set(ranked);
  const most = ranked.slice(0, mostClasses - 1);
  return new Set(most.includes(always) ? most : [...most.slice(0, -1), always]);
}

/** A row for the classes that are not shown, if there are any. */
function othersOf<T>(
  classes: readonly T[],
  shown: ReadonlySet<T>,
  shareOf: (of: T) => number,
): HTMLElement[] {
  const rest = classes.filter((of) => !shown.has(of));
  if (rest.length === 0) return [];
  const share = rest.reduce((sum, of) => sum + shareOf(of), 0);
  return [
    create('li', '', ...partsOf(strings.ownClassifier.others(rest.length), share, 'class-look')),
  ];
}

/** The name of a class, a bar as long as it is likely, and the figure. */
function partsOf(name: string, share: number, look: string): (Node | string)[] {
  const fill = create('span', `fill ${look}`);
  fill.style.inlineSize = `${(100 * share).toFixed(1)}%`;
  return [
    create('span', 'class-name', name),
    ' ',
    create('span', 'track', fill),
    ' ',
    create('span', 'share', percentage(share)),
  ];
}
