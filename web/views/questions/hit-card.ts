// A question that was found: how sure it is, its answer, and why it was found.
import type { Hit, SearchMode } from 'whylight/questions';
import type { QuestionDocument } from '../../import/columns';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { decimal } from '../../wording';
import { certainty, chance } from './certainty';

export interface HitCard {
  element: HTMLLIElement;
  /** Where the question stands. */
  question: HTMLElement;
}

let cards = 0;

/** Shows a hit; `fillWhy` is called the first time that a visitor asks why. */
export function hitCard(
  hit: Hit<QuestionDocument>,
  mode: SearchMode,
  fillWhy: (place: HTMLElement) => void,
): HitCard {
  const { answer, category } = hit.document;
  const question = create('p', 'hit-question');
  const head = create('div', 'hit-head', question, measureOf(hit, mode));
  const foot = create('div', 'hit-foot');
  const element = create('li', 'hit', head, foot);
  const name = `hit-${(cards += 1)}`;
  question.id = name;
  if (answer !== undefined) {
    const text = create('p', 'hit-answer', answer);
    holdsEnglish(text);
    foot.append(disclosure('answer', name, text));
    element.append(text);
  }
  const why = create('div', 'hit-why');
  let filled = false;
  foot.append(
    disclosure('why', name, why, () => {
      if (!filled) fillWhy(why);
      filled = true;
    }),
  );
  element.append(why);
  if (category !== undefined) foot.append(holdsEnglish(create('span', 'hit-category', category)));
  return { element, question };
}

/** What words say, where hits are ranked by words alone; else how sure it is. */
function measureOf(hit: Hit<QuestionDocument>, mode: SearchMode): HTMLElement {
  const { probability, score, bm25, share } = hit;
  if (mode === 'bm25') return meter(decimal(bm25, 1), 'BM25', share, 'words');
  if (probability === undefined) return meter(decimal(score), strings.found.score, score, 'sure');
  return meter(chance(probability), certainty(probability), probability, 'sure');
}

function meter(number: string, says: string, share: number, look: string): HTMLElement {
  const fill = create('span', `meter-fill ${look}`);
  fill.style.inlineSize = `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  const bar = create('span', 'meter-bar', fill);
  return create('p', 'meter', create('b', '', number), ' ', create('span', '', says), bar);
}

/** A button that shows `content`, and hides it again. */
function disclosure(
  what: 'answer' | 'why',
  about: string,
  content: HTMLElement,
  onShow = () => {},
): HTMLButtonElement {
  const button = create('button', 'disclose', strings.found[what]);
  button.type = 'button';
  button.ariaExpanded = 'false';
  // "Why" alone would say little to those who walk from button to button.
  button.id = `${about}-${what}`;
  button.setAttribute('aria-labelledby', `${button.id} ${about}`);
  content.hidden = true;
  button.addEventListener('click', () => {
    content.hidden = !content.hidden;
    button.ariaExpanded = String(!content.hidden);
    if (!content.hidden) onShow();
  });
  return button;
}
