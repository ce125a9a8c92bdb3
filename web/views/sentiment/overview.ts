// The verdict, and how likely each class is.
import type { Classification } from 'whylight/classifier';
import { create, find } from '../../dom';
import { strings } from '../../strings/strings';
import { capitalised, classOf, signed } from '../../wording';
import { lookOf, nameOf, nearest, percentage, plain, type Grade } from './grades';
import type { Labels } from './open-classifier';

/** Of more classes the least likely stand together. */
const mostClasses = 8;

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

  /** Shows a grade, and the classes in their order. */
  showGrade({ grade = 0, probabilities }: Classification, grades: readonly Grade[]): void {
    this.#note.textContent = strings.sentiment.classesNote;
    // Read off the number, as at every word of the curve, so that the two cannot disagree.
    const verdict = nearest(grade, grades);
    this.#say(lookOf(verdict.grade, grades), nameOf(verdict), onScale(grade, grades));
    // As the curve is drawn: the most positive is on top.
    const items = grades.toReversed().map((entry) => {
      const share = probabilities[entry.label] ?? 0;
      const look = lookOf(entry.grade, grades);
      const parts = partsOf(capitalised(nameOf(entry)), share, look);
      return create('li', entry === verdict ? 'verdict-class' : '', ...parts);
    });
    this.#classes.replaceChildren(...items);
  }

  /** Shows the likeliest class and the others after it; `asked` is the one whose reasons are shown. */
  showClass({ label, probabilities }: Classification, labels: Labels, asked: string): void {
    this.#note.textContent = strings.ownClassifier.classesNote;
    const shareOf = (of: string) => probabilities[of] ?? 0;
    const { likely, others } = strings.ownClassifier;
    this.#say('class-look', classOf(labels.get(label)!), likely(percentage(shareOf(label))));
    const ranked = [...labels.keys()].sort((a, b) => shareOf(b) - shareOf(a));
    const most = ranked.length > mostClasses ? mostClasses - 1 : ranked.length;
    const shown = ranked.slice(0, most);
    // What the visitor asked about stays in view, however unlikely it becomes.
    if (!shown.includes(asked)) shown.push(asked);
    const items = shown.map((of) => this.#choice(of, labels.get(of)!, shareOf(of), asked));
    const rest = ranked.filter((of) => !shown.includes(of));
    if (rest.length > 0) {
      const share = rest.reduce((sum, of) => sum + shareOf(of), 0);
      items.push(create('li', '', ...partsOf(others(rest.length), share, 'class-look')));
    }
    const focused = this.#classes.querySelector<HTMLElement>(':focus')?.dataset.label;
    this.#classes.replaceChildren(...items);
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

  #choice(label: string, name: string, share: number, asked: string): HTMLLIElement {
    const parts = partsOf(capitalised(classOf(name)), share, 'class-look');
    const button = create('button', 'class-choice', ...parts);
    button.type = 'button';
    button.dataset.label = label;
    button.ariaPressed = String(label === asked);
    button.addEventListener('click', () => this.#onAsk(label));
    return create('li', label === asked ? 'verdict-class' : '', button);
  }
}

/** "+0.84 on a scale from −2 to 2". */
export function onScale(grade: number, grades: readonly Grade[]): string {
  const [low, high] = [grades.at(0)!, grades.at(-1)!];
  return strings.sentiment.onScale(signed(grade), plain(low.grade), plain(high.grade));
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
