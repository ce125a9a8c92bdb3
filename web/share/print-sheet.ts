// What is printed of a rated review, in the place of the page: its text with marks that are read without
// colours, and its ratings. Made only when it is printed.
import { graphemesOf } from '../graphemes';
import { create } from '../dom';
import { holdsEnglish } from '../english';
import { strings } from '../strings/strings';
import { originOf, piecesOf, type ShownReview } from './shown-review';
import './print.css';

// A page of smaller letters holds more; beyond that there are several pages.
const sizes: readonly [letters: number, className: string][] = [
  [1800, 'sheet-large'],
  [4000, 'sheet-medium'],
];

export class PrintSheet {
  readonly #sheet: HTMLElement;
  readonly #shown: () => ShownReview | undefined;

  /** `shown` is asked when the page is printed. */
  constructor(sheet: HTMLElement, shown: () => ShownReview | undefined) {
    this.#sheet = sheet;
    this.#shown = shown;
    sheet.hidden = true;
    matchMedia('print').addEventListener('change', ({ matches }) => this.#fill(matches));
    // Some browsers tell only of the one or the other.
    addEventListener('beforeprint', () => this.#fill(true));
    addEventListener('afterprint', () => this.#fill(false));
  }

  #fill(printed: boolean): void {
    const shown = printed ? this.#shown() : undefined;
    this.#sheet.hidden = !shown;
    document.documentElement.classList.toggle('has-sheet', shown !== undefined);
    if (!shown) {
      this.#sheet.replaceChildren();
      return;
    }
    const initials = initialsOf(shown);
    const all = shown.ratings.map(({ aspect }) => aspect);
    const look = (aspect: string) => `sheet-look-${Math.max(0, all.indexOf(aspect)) % 6}`;
    const text = create('p', 'sheet-text');
    holdsEnglish(text);
    for (const piece of piecesOf(shown)) {
      if (!piece.mark) {
        text.append(piece.text);
        continue;
      }
      const { aspects } = piece.mark;
      const initial = aspects.map((aspect) => initials.get(aspect) ?? '').join('');
      // The letters stand at the words, not behind a space where a line may break.
      const words = piece.text.trimEnd();
      const space = piece.text.slice(words.length);
      text.append(create('u', look(aspects[0]!), words), create('sup', '', initial), space);
    }
    const ratings = shown.ratings.map(({ aspect, name, says }) =>
      create(
        'li',
        '',
        create('u', look(aspect), name),
        create('sup', '', initials.get(aspect) ?? ''),
        ` ${says}`,
      ),
    );
    const size = sizes.find(([letters]) => shown.text.length <= letters)?.[1] ?? 'sheet-small';
    this.#sheet.className = `print-sheet ${size}`;
    this.#sheet.replaceChildren(
      create('p', 'sheet-title', strings.reviews.heading),
      text,
      create('ul', '', ...ratings),
      create('p', 'sheet-note', originOf(shown)),
    );
  }
}

/** As few letters of each name as tell it from the others: "A" or, beside "Aroma", "Ap". */
export function initialsOf({ ratings }: Pick<ShownReview, 'ratings'>): Map<string, string> {
  const names = ratings.map(({ name }) => name);
  return new Map(
    ratings.map(({ aspect, name }) => {
      const others = names.filter((other) => other !== name);
      const beginnings = Array.from(graphemesOf(name), ({ index, segment }) =>
        name.slice(0, index + segment.length),
      );
      const own = beginnings.find((letters) => !others.some((other) => other.startsWith(letters)));
      return [aspect, own ?? name];
    }),
  );
}
