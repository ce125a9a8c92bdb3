// The reviews as a table, a page at a time, each to be opened to its marked text.
import { shortened } from '../../graphemes';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { capitalised, decimal, labelOf, starsOf, whole } from '../../wording';
import { lookOf, paintText, runsOf } from '../reviews/marked-text';
import type { RatingScale } from '../reviews/rating-scale';
import { binName } from './aspect-cards';
import { binOf } from './bins';
import type { Choice, SortKey } from './choice';
import { ComparePick } from './compare-pick';
import type { Frame, RatedReview } from './rated-review';
import '../reviews/marks.css';

const rowsAPage = 50;
// So many rows at a time keep the page smooth.
const rowsAPiece = 10;
const longestSnippet = 200;

export class ReviewTable {
  readonly #table: HTMLTableElement;
  readonly #head: HTMLElement;
  readonly #body: HTMLElement;
  readonly #pages: HTMLElement;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #onSort: (sort: SortKey, descending: boolean) => void;
  #frame!: Frame;
  #scale!: RatingScale;
  #reviews: readonly RatedReview[] = [];
  #page = 0;
  #drawn: RatedReview[] = [];
  #headers = new Map<SortKey, HTMLElement>();
  /** The reviews that are open. */
  readonly #open = new Set<RatedReview>();
  readonly #pick = new ComparePick();

  constructor(part: HTMLElement, onSort: (sort: SortKey, descending: boolean) => void) {
    this.#table = find(part, 'table', HTMLTableElement);
    this.#head = find(part, 'thead', HTMLElement);
    this.#body = find(part, 'tbody', HTMLElement);
    this.#pages = find(part, '.pages', HTMLElement);
    this.#previous = find(part, '.previous', HTMLButtonElement);
    this.#next = find(part, '.next', HTMLButtonElement);
    this.#onSort = onSort;
    this.#previous.addEventListener('click', () => this.#turn(this.#page - 1));
    this.#next.addEventListener('click', () => this.#turn(this.#page + 1));
  }

  /** Begins anew, with the aspects of a model. */
  use(frame: Frame, scale: RatingScale): void {
    this.#frame = frame;
    this.#scale = scale;
    this.#open.clear();
    this.#pick.use(frame.model);
    this.#drawn = [];
    this.#body.replaceChildren();
    this.#page = 0;
    this.#table.style.setProperty('--aspects', String(frame.aspects.length));
    this.#drawHead();
  }

  show(reviews: readonly RatedReview[], choice: Choice): void {
    this.#page = 0;
    this.#take(reviews, choice);
    this.#draw();
  }

  /** Shows these, which are those that are there and more, and yields after each piece. */
  *showMore(reviews: readonly RatedReview[], choice: Choice): Generator<void> {
    this.#take(reviews, choice);
    let rows = this.#drawn.length;
    do {
      rows += rowsAPiece;
      this.#draw(rows);
      yield;
    } while (rows < rowsAPage);
  }

  #take(reviews: readonly RatedReview[], { sort, descending }: Choice): void {
    this.#reviews = reviews;
    for (const [key, header] of this.#headers) {
      header.ariaSort = key !== sort ? 'none' : descending ? 'descending' : 'ascending';
    }
  }

  /** Turns to the page of a review, opens it and goes there. */
  reveal(review: RatedReview): void {
    const at = this.#reviews.indexOf(review);
    if (at < 0) return;
    this.#page = Math.floor(at / rowsAPage);
    this.#open.add(review);
    this.#drawn = [];
    this.#draw();
    const row = this.#body.querySelector(`[data-place="${review.place}"]`);
    const button = row?.querySelector('button');
    button?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }

  #turn(page: number): void {
    this.#page = page;
    this.#draw();
    this.#table.scrollIntoView({ block: 'start' });
    // A button that is disabled now loses the keyboard.
    if (this.#previous.disabled) this.#next.focus({ preventScroll: true });
    else if (this.#next.disabled) this.#previous.focus({ preventScroll: true });
  }

  #drawHead(): void {
    const { columns, sortBy } = strings.many;
    this.#headers = new Map();
    const header = (key: SortKey, label: string, look: string) => {
      const button = create('button', look, label);
      button.type = 'button';
      button.title = sortBy(label);
      button.addEventListener('click', () => {
        const { ariaSort } = this.#headers.get(key)!;
        // Of ratings the worst come first: they are looked for.
        this.#onSort(key, ariaSort === 'ascending');
      });
      const cell = create('th', '', button);
      cell.scope = 'col';
      cell.role = 'columnheader';
      this.#headers.set(key, cell);
      return cell;
    };
    const text = create('th', '', columns.review);
    text.scope = 'col';
    text.role = 'columnheader';
    const { aspects } = this.#frame;
    const row = create(
      'tr',
      '',
      header('order', columns.line, ''),
      text,
      ...aspects.map((name, i) => header(i, labelOf(name), `name ${lookOf(name, aspects)}`)),
      header('length', columns.words, ''),
    );
    row.role = 'row';
    this.#head.replaceChildren(row);
  }

  #draw(mostRows = rowsAPage): void {
    const pages = Math.max(1, Math.ceil(this.#reviews.length / rowsAPage));
    this.#page = Math.min(this.#page, pages - 1);
    const start = this.#page * rowsAPage;
    // A page that is there is not cut short.
    const most = Math.min(rowsAPage, Math.max(mostRows, this.#drawn.length));
    const shown = this.#reviews.slice(start, start + most);
    this.#pages.hidden = pages === 1;
    this.#previous.disabled = this.#page === 0;
    this.#next.disabled = this.#page === pages - 1;
    find(this.#pages, 'span', HTMLElement).textContent = strings.many.page(this.#page + 1, pages);
    this.#table.hidden = shown.length === 0;
    // While more are being rated, most pages stay as they are.
    if (sameItems(shown, this.#drawn)) return;
    const added =
      this.#drawn.length > 0 && sameItems(shown.slice(0, this.#drawn.length), this.#drawn);
    const rows = (added ? shown.slice(this.#drawn.length) : shown).flatMap((each) =>
      this.#rowsOf(each),
    );
    if (added) this.#body.append(...rows);
    else this.#replaceRows(rows);
    this.#drawn = shown;
  }

  /** The keyboard stays at the review where it was, if that is still there. */
  #replaceRows(rows: readonly HTMLElement[]): void {
    const focused = this.#body.contains(document.activeElement)
      ? document.activeElement!.closest<HTMLElement>('[data-place]')?.dataset.place
      : undefined;
    this.#body.replaceChildren(...rows);
    if (focused === undefined) return;
    this.#body
      .querySelector<HTMLElement>(`[data-place="${focused}"] button`)
      ?.focus({ preventScroll: true });
  }

  #rowsOf(review: RatedReview): HTMLElement[] {
    const { columns } = strings.many;
    const { aspects } = this.#frame;
    const short = shortened(review.text, longestSnippet).replace(/\s+/g, ' ');
    const snippet = create('span', 'snippet', short);
    holdsEnglish(snippet);
    const toggle = create('button', 'toggle', snippet);
    toggle.type = 'button';
    const row = create(
      'tr',
      'review-row',
      cell(columns.line, 'at', whole(review.line)),
      cell('', 'text', toggle),
      ...aspects.map((name, aspect) =>
        cell(labelOf(name), 'rating', this.#ratingOf(review.ratings[aspect] ?? null, aspect)),
      ),
      cell(columns.words, 'words', whole(review.words)),
    );
    row.role = 'row';
    row.dataset.place = String(review.place);
    const isOpen = this.#open.has(review);
    toggle.ariaExpanded = String(isOpen);
    toggle.addEventListener('click', () => {
      if (this.#open.delete(review)) {
        row.nextElementSibling?.remove();
        toggle.ariaExpanded = 'false';
      } else {
        this.#open.add(review);
        row.after(this.#detailsOf(review));
        toggle.ariaExpanded = 'true';
      }
    });
    return isOpen ? [row, this.#detailsOf(review)] : [row];
  }

  #ratingOf(rating: number | null, aspect: number): HTMLElement {
    if (rating === null) {
      const none = create('span', 'none', '–');
      none.ariaHidden = 'true';
      return create('span', '', none, create('span', 'visually-hidden', strings.many.notMentioned));
    }
    if (this.#scale.hasClasses(this.#frame.aspects[aspect]!)) {
      return create('span', '', capitalised(binName(this.#frame, aspect, binOf(rating, 2))));
    }
    const shown = create('span', 'rate', decimal(starsOf(rating), 1));
    shown.style.setProperty('--share', String(rating));
    return shown;
  }

  /** The whole text, marked, and its ratings in words. */
  #detailsOf(review: RatedReview): HTMLElement {
    const { aspects } = this.#frame;
    const marked = create('p', 'marked');
    holdsEnglish(marked);
    const rationales = Object.fromEntries(
      aspects.map((name, i) => [name, review.quotes.filter(({ aspect }) => aspect === i)]),
    );
    paintText(marked, review.text, runsOf(review.text, rationales, aspects), aspects);
    // What it does not speak of has a dash in the row.
    const ratings = aspects.flatMap((name, i) => {
      const rating = review.ratings[i] ?? null;
      if (rating === null) return [];
      const sentence = this.#scale.sentence(name, rating);
      return [create('li', '', create('span', `name ${lookOf(name, aspects)}`, sentence))];
    });
    const inner = create(
      'td',
      '',
      marked,
      create('ul', 'in-words', ...ratings),
      this.#pick.partOf(review),
    );
    inner.colSpan = aspects.length + 3;
    inner.role = 'cell';
    const row = create('tr', 'review-details', inner);
    row.role = 'row';
    return row;
  }
}

function cell(label: string, className: string, content: Node | string): HTMLTableCellElement {
  const made = create('td', className, content);
  made.role = 'cell';
  if (label) made.dataset.label = label;
  return made;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
