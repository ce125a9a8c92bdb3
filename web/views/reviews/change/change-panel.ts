// What would change a rating: the fewest words to leave out, or to replace, for the next star or the
// other class. Searched when somebody asks, and forgotten when the review is another one.
import type { Explanation, Span } from 'whylight';
import { showFailure } from '../../../components/failure';
import { WorkPanel } from '../../../components/work-panel';
import { create, find } from '../../../dom';
import { withEnglish } from '../../../english';
import { strings } from '../../../strings/strings';
import { labelOf } from '../../../wording';
import type { OpenModel } from '../open-model';
import { quote } from '../quotes';
import { RatingScale } from '../rating-scale';
import type { ReviewStore } from '../review-state';
import { changed, type Change } from './edits';
import { goalsOf, type Goal } from './goal';
import type { Answer, Way } from './ways';
import './change.css';

// Longer texts would be read for minutes.
const mostWords = 5000;

/** Where the review is shown. */
export interface ReviewPlace {
  /** Shows where some words are, or none. */
  highlight(words: Span | undefined): void;
  /** Leads to some words. */
  select(words: Span): void;
  /** Shows a changed review, or the one that it was. */
  propose(text: string): void;
}

export class ChangePanel {
  readonly #part: HTMLDetailsElement;
  readonly #store: ReviewStore;
  readonly #place: ReviewPlace;
  readonly #aspects: HTMLElement;
  readonly #goals: HTMLElement;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #found: HTMLElement;
  readonly #tried: HTMLElement;
  readonly #says: HTMLElement;
  readonly #undo: HTMLButtonElement;
  #open: OpenModel | undefined;
  #explanation: Explanation | undefined;
  #aspect = '';
  #goal: Goal | undefined;
  /** The review before it was changed here, and after. */
  #change: { before: string; after: string } | undefined;

  /** Takes over the `.change` of the view. */
  constructor(part: HTMLDetailsElement, store: ReviewStore, place: ReviewPlace) {
    this.#part = part;
    this.#store = store;
    this.#place = place;
    this.#aspects = find(part, '.change-aspects', HTMLElement);
    this.#goals = find(part, '.change-goals', HTMLElement);
    this.#work = new WorkPanel(find(part, '.change-work', HTMLElement));
    this.#problem = find(part, '.problem', HTMLElement);
    this.#found = find(part, '.change-found', HTMLElement);
    this.#tried = find(part, '.change-tried', HTMLElement);
    this.#says = find(part, '.change-says', HTMLElement);
    this.#undo = find(part, '.change-undo', HTMLButtonElement);
    this.#undo.addEventListener('click', () => this.#takeBack());
    part.addEventListener('toggle', () => {
      if (!part.open) this.#work.cancel();
    });
    store.onChange(({ text }, changes) => {
      if (!['text', 'point', 'model'].some((key) => changes.has(key as 'text'))) return;
      this.#forget();
      if (text !== this.#change?.after) this.#endTry('');
    });
  }

  use(open: OpenModel): void {
    // An early model may still be searching.
    this.#forget();
    this.#open = open;
  }

  /** The model is gone, and what was asked of it. */
  lose(): void {
    this.#open = undefined;
    this.show(undefined);
  }

  /** Offers the ratings of an explanation; hidden where there are none. */
  show(explanation: Explanation | undefined): void {
    if (explanation === this.#explanation) return;
    this.#forget();
    this.#explanation = explanation;
    const rated = this.#rated();
    this.#part.hidden = rated.length === 0;
    if (!rated.includes(this.#aspect)) this.#aspect = rated[0] ?? '';
    this.#offer();
  }

  /** Opens, and searches for what would raise a rating, or lower it if it cannot be higher. */
  ask(aspect: string): void {
    this.#part.open = true;
    this.#choose(aspect);
    const [first] = this.#goals.querySelectorAll('button');
    this.#part.scrollIntoView({ block: 'nearest' });
    first?.focus({ preventScroll: true });
    first?.click();
  }

  #rated(): string[] {
    const { ratings = {} } = this.#explanation ?? {};
    return Object.keys(ratings).filter((aspect) => ratings[aspect] !== null);
  }

  #choose(aspect: string): void {
    this.#aspect = aspect;
    this.#forget();
    this.#offer();
  }

  #offer(): void {
    const rated = this.#rated();
    this.#aspects.hidden = rated.length < 2;
    const focused = this.#aspects.contains(document.activeElement);
    this.#aspects.replaceChildren(
      ...rated.map((aspect) =>
        choice(labelOf(aspect), aspect === this.#aspect, () => this.#choose(aspect)),
      ),
    );
    if (focused) this.#aspects.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    const rating = this.#explanation?.ratings[this.#aspect] ?? null;
    const goals =
      rating === null || !this.#open ? [] : goalsOf(this.#aspect, rating, this.#open.scale);
    this.#goals.replaceChildren(
      ...goals.map((goal) =>
        choice(strings.changing.whyNot(goal.name), false, (button) => {
          for (const each of this.#goals.children) each.ariaPressed = String(each === button);
          void this.#search(goal);
        }),
      ),
    );
  }

  /** What was found is of another review, or of another rating. */
  #forget(): void {
    this.#work.cancel();
    this.#goal = undefined;
    this.#problem.textContent = '';
    this.#found.replaceChildren();
    this.#place.highlight(undefined);
    for (const button of this.#goals.children) button.ariaPressed = 'false';
  }

  async #search(goal: Goal): Promise<void> {
    const explanation = this.#explanation;
    const open = this.#open;
    // What was typed since has ratings of its own.
    if (!explanation || !open || explanation.text !== this.#store.state.text) return;
    this.#problem.textContent = '';
    this.#found.replaceChildren();
    this.#goal = goal;
    if (explanation.tokens.length > mostWords) {
      this.#problem.textContent = strings.reviews.tooLong;
      return;
    }
    const aspect = this.#aspect;
    const { point } = this.#store.state;
    try {
      const answer = await this.#work.run(
        strings.changing.searching,
        async (signal, onProgress) => {
          const { findWays } = await import('./ways');
          return findWays(open.model, { explanation, aspect, goal, point }, signal, onProgress);
        },
      );
      if (!answer || goal !== this.#goal) return;
      this.#show(answer, explanation, open.scale);
      if (this.#part.contains(document.activeElement)) {
        this.#part.scrollIntoView({ block: 'nearest' });
      }
    } catch (error) {
      if (goal !== this.#goal) return;
      showFailure(this.#problem, strings.changing.failed, error);
    }
  }

  #show({ drop, replace, alone, all }: Answer, explanation: Explanation, scale: RatingScale): void {
    const { changing } = strings;
    const shown = { explanation, scale };
    const replacing =
      replace.tried === 0
        ? create('p', '', changing.noneKnown)
        : this.#way(replace, changing.replace, changing.replaceFails, shown);
    this.#found.replaceChildren(
      this.#way(drop, changing.leaveOut, changing.dropFails, shown),
      replacing,
      create('p', 'change-note', all ? changing.triedAll : changing.triedNear(alone)),
    );
  }

  /** What was found of one kind of changes, or that nothing was. */
  #way(
    { found, tried, more }: Way,
    heading: (words: number) => string,
    fails: (words: number, more: boolean) => string,
    { explanation, scale }: { explanation: Explanation; scale: RatingScale },
  ): HTMLElement {
    if (!found) return create('p', '', fails(tried, more));
    const { text, ratings } = explanation;
    const aspect = this.#aspect;
    const says = (rating: number) => scale.text(aspect, rating);
    const moves = strings.changing.moves(
      labelOf(aspect),
      says(ratings[aspect] ?? 0),
      says(found.rating),
    );
    const title = create('h2', '', heading(found.changes.length));
    title.id = `change-way-${heading === strings.changing.leaveOut ? 'drop' : 'replace'}`;
    const attempt = create('button', '', strings.changing.tryIt);
    attempt.type = 'button';
    attempt.setAttribute('aria-describedby', title.id);
    attempt.addEventListener('click', () => this.#try(changed(text, found.changes)));
    return create(
      'div',
      'change-way',
      title,
      create('ul', 'change-words', ...found.changes.map((change) => this.#word(text, change))),
      create('p', 'change-moves', moves),
      attempt,
    );
  }

  /** A word that is found in the review where it is pointed at. */
  #word(text: string, { start, end, to }: Change): HTMLElement {
    const word = text.slice(start, end);
    const from = quote(word);
    const button = create(
      'button',
      'change-word',
      ...withEnglish(to === '' ? from : strings.changing.replaced(from, quote(to)), word, to),
    );
    button.type = 'button';
    for (const event of ['pointerenter', 'focus']) {
      button.addEventListener(event, () => this.#place.highlight({ start, end }));
    }
    for (const event of ['pointerleave', 'blur']) {
      button.addEventListener(event, () => this.#place.highlight(undefined));
    }
    button.addEventListener('click', () => this.#place.select({ start, end }));
    return create('li', '', button);
  }

  #try(after: string): void {
    this.#change = { before: this.#store.state.text, after };
    this.#place.propose(after);
    this.#says.textContent = strings.changing.tried;
    this.#tried.hidden = false;
    this.#undo.hidden = false;
    this.#undo.focus();
  }

  #takeBack(): void {
    const { before } = this.#change!;
    this.#endTry(strings.changing.undone);
    this.#place.propose(before);
    this.#says.textContent = strings.changing.undone;
    this.#tried.hidden = false;
    find(this.#part, 'summary', HTMLElement).focus();
  }

  #endTry(says: string): void {
    this.#change = undefined;
    this.#says.textContent = says;
    this.#undo.hidden = true;
    this.#tried.hidden = says === '';
  }
}

function choice(
  label: string,
  chosen: boolean,
  onPress: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = create('button', 'change-choice', label);
  button.type = 'button';
  button.ariaPressed = String(chosen);
  button.addEventListener('click', () => onPress(button));
  return button;
}
