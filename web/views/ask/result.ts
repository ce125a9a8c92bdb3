// What reviews say to a question: how many say it, with quotes, and each with its answer marked.
import type { TextAnswer } from 'whylight/reader';
import { leastKnown } from '../../components/known-words';
import type { Listener, LiveExplainer } from '../../components/live-explainer';
import { ResultStatus } from '../../components/result-status';
import { create, find } from '../../dom';
import { holdsEnglish, withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { likelihood, milliseconds, percentage, wordCount } from '../../wording';
import { AnswerCard, likeliest } from './answer-card';
import type { Asked, AskReading } from './ask-reviews';
import { QuestionWords } from './question-words';
import { extentOf, type EffectsReading } from './word-effects';

/** Has the effects of words on an answer measured: at once, or when the typing pauses. */
export type WordMeasurer = Pick<
  LiveExplainer<EffectsReading, TextAnswer>,
  'runNow' | 'schedule' | 'cancel'
>;

export class AskResult implements Listener<AskReading, Asked> {
  readonly #status: ResultStatus;
  readonly #headline: HTMLElement;
  readonly #sure: HTMLElement;
  readonly #quotes: HTMLElement;
  readonly #question: QuestionWords;
  readonly #cards: HTMLElement;
  readonly #measurer: WordMeasurer;
  /** What was measured already. */
  readonly #readings = new WeakMap<TextAnswer, EffectsReading>();
  /** The card of which it is shown why. */
  #chosen: AnswerCard | undefined;

  constructor(panel: HTMLElement, measurer: WordMeasurer) {
    this.#measurer = measurer;
    this.#status = new ResultStatus(panel);
    this.#headline = find(panel, '.ask-headline', HTMLElement);
    this.#sure = find(panel, '.ask-sure', HTMLElement);
    this.#quotes = find(panel, '.ask-quotes', HTMLElement);
    this.#question = new QuestionWords(find(panel, '.ask-why', HTMLElement), (pointed) =>
      this.#chosen?.light(pointed),
    );
    this.#cards = find(panel, '.ask-cards', HTMLElement);
  }

  /** Hears of the effects of words. */
  readonly effects: Listener<EffectsReading, TextAnswer> = {
    onStart: () => {},
    onResult: (reading) => {
      this.#readings.set(reading.whole, reading);
      this.#question.showEffects(reading);
    },
    onError: (_, whole) => this.#question.showFailure(whole),
  };

  onStart(): void {
    this.#measurer.cancel();
    this.#status.busy();
  }

  onResult({ answers, leftOut }: AskReading, ms: number): void {
    const [first] = answers;
    if (!first) {
      this.#clear();
      this.#status.notice(strings.ask.nothing);
      this.#status.done('', strings.ask.nothing);
      return;
    }
    const summary = answers.length === 1 ? this.#showOne(first) : this.#showAll(answers);
    const cards: AnswerCard[] = answers.map(
      (answer, index) =>
        new AnswerCard(
          answer,
          { number: answers.length === 1 ? 0 : index + 1 },
          {
            onWord: (word, { text }) => this.#question.light(word, text),
            onWhy: () => {
              this.#choose(cards, answers, index, 'runNow');
              this.#question.bringIntoView();
              this.#status.announce(strings.ask.theQuestionTo(strings.ask.review(index + 1)));
            },
          },
        ),
    );
    this.#cards.replaceChildren(...cards.map(({ element }) => element));
    this.#choose(cards, answers, surest(answers), 'schedule');
    this.#showQuotes(answers, cards);
    this.#status.notice(noticeOf(answers, leftOut));
    const words = wordCount(...answers.map(({ text }) => text));
    this.#status.done(strings.wording.read(words, milliseconds(ms)), summary);
  }

  onError(error: unknown): void {
    this.#clear();
    this.#status.fail(strings.ask.failed, error);
  }

  /** Shows why one of the reviews says what it does. */
  #choose(
    cards: readonly AnswerCard[],
    answers: readonly TextAnswer[],
    index: number,
    when: 'runNow' | 'schedule',
  ): void {
    const [answer, card] = [answers[index]!, cards[index]!];
    if (card === this.#chosen) return;
    if (this.#chosen) this.#chosen.chosen = false;
    this.#chosen = card;
    card.chosen = true;
    this.#question.show(answer, answers.length === 1 ? '' : strings.ask.review(index + 1));
    card.light(this.#question.pointed);
    this.#measurer.cancel();
    const known = this.#readings.get(answer);
    if (known) this.#question.showEffects(known);
    else if (extentOf(answer) === 'measured') this.#measurer[when](answer);
  }

  #clear(): void {
    this.#measurer.cancel();
    this.#chosen = undefined;
    this.#headline.replaceChildren();
    this.#sure.replaceChildren();
    this.#quotes.hidden = true;
    this.#question.hide();
    this.#cards.replaceChildren();
  }

  /** What the only review says; returns a line for screen readers. */
  #showOne(found: TextAnswer): string {
    const { text, answer, says, threshold } = found;
    const place = likeliest(found);
    const quote = place ? text.slice(place.start, place.end) : '';
    const quoted = strings.ask.quoted(quote);
    const sure = answer
      ? strings.ask.sure(likelihood(says))
      : strings.ask.unsure(likelihood(says), percentage(threshold));
    this.#headline.replaceChildren(
      ...(answer ? withEnglish(quoted, quote) : [strings.ask.notSaid]),
    );
    this.#sure.textContent = sure;
    return `${answer ? quoted : strings.ask.notSaid} ${sure}`;
  }

  /** How many of several reviews say it; the same line. */
  #showAll(answers: readonly TextAnswer[]): string {
    const saying = answers.filter(({ answer }) => answer).length;
    const says = strings.ask.saying(saying, answers.length);
    this.#headline.textContent = says;
    this.#sure.replaceChildren();
    return says;
  }

  /** The answers of several reviews, the surest first, each leading to its review. */
  #showQuotes(answers: readonly TextAnswer[], cards: readonly AnswerCard[]): void {
    const items = answers
      .flatMap(({ text, answer, says }, index) => (answer ? [{ text, answer, says, index }] : []))
      .sort((a, b) => b.says - a.says)
      .map(({ text, answer, says, index }) => {
        const quote = text.slice(answer.start, answer.end);
        const button = create('button', 'ask-lead', holdsEnglish(create('q', '', quote)), ' ');
        button.append(
          create('span', 'ask-of', `${strings.ask.review(index + 1)}, ${likelihood(says)}`),
        );
        button.type = 'button';
        button.addEventListener('click', () => {
          this.#choose(cards, answers, index, 'runNow');
          cards[index]!.focus();
        });
        return create('li', '', button);
      });
    this.#quotes.replaceChildren(...items);
    this.#quotes.hidden = answers.length === 1 || items.length === 0;
  }
}

/** The review that is the surest to say it. */
function surest(answers: readonly TextAnswer[]): number {
  const says = answers.map(({ says }) => says);
  return says.indexOf(Math.max(...says));
}

/** What to know of the question and the reviews; '' if there is nothing. */
function noticeOf(answers: readonly TextAnswer[], leftOut: number): string {
  const [{ known }] = answers as [TextAnswer];
  const notices = [];
  if (known.question < leastKnown) {
    notices.push(strings.ask.knowsFewOfQuestion(percentage(known.question)));
  }
  if (answers.length === 1 && known.text < leastKnown) {
    notices.push(strings.ask.knowsFewOfReview(percentage(known.text)));
  }
  if (leftOut > 0) notices.push(strings.ask.leftOut(answers.length, leftOut));
  return notices.join(' ');
}
