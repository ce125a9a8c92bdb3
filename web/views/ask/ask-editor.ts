// A question, and the reviews that it is asked of, with samples to start from.
import { onTyped, submitByKeys } from '../../components/editor';
import { SampleBar } from '../../components/sample-bar';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import type { Asked } from './ask-reviews';
import { samples } from './samples';

export interface AskListener {
  /** The question or a review changed by typing: more may come. */
  onType(asked: Asked): void;
  /** It is to be asked at once. */
  onSubmit(asked: Asked): void;
}

export class AskEditor {
  readonly #question: HTMLInputElement;
  readonly #reviews: HTMLTextAreaElement;
  readonly #tries: HTMLElement;
  readonly #bar: SampleBar<Asked>;
  readonly #listener: AskListener;

  /** Takes over the fields of `panel`, and its `.samples`; shows the first sample. */
  constructor(panel: HTMLElement, listener: AskListener) {
    this.#listener = listener;
    this.#question = find(panel, '#ask-question', HTMLInputElement);
    this.#reviews = find(panel, '#ask-reviews', HTMLTextAreaElement);
    this.#tries = find(panel, '.ask-questions', HTMLElement);
    this.#bar = new SampleBar(find(panel, '.samples', HTMLElement), {
      nothing: { question: '', reviews: '' },
      // Whatever is asked of it.
      same: (one, other) => one.reviews === other.reviews,
      show: (asked) => this.#submit(asked),
    });
    this.#bar.offer(
      samples.map(({ name, questions, reviews }) => ({
        name,
        content: { question: questions[0]!, reviews },
      })),
    );
    for (const field of [this.#question, this.#reviews]) {
      onTyped(field, (anew) => {
        const isAnew = anew && field === this.#reviews;
        if (!this.#bar.find(this.asked)) this.#bar.keepEdited(this.asked, isAnew);
        this.#mark();
        listener.onType(this.asked);
      });
      submitByKeys(field, () => listener.onSubmit(this.asked));
    }
    this.#question.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return;
      listener.onSubmit(this.asked);
    });
    const [first] = samples;
    this.#put({ question: first!.questions[0]!, reviews: first!.reviews });
  }

  get asked(): Asked {
    return { question: this.#question.value, reviews: this.#reviews.value };
  }

  /** Shows a question and reviews as if the visitor had typed them, and has it asked at once. */
  write(asked: Asked): void {
    this.#bar.keepOwn(asked);
    this.#submit(asked);
  }

  focus(): void {
    this.#question.focus();
  }

  #submit(asked: Asked): void {
    this.#put(asked);
    this.#listener.onSubmit(this.asked);
  }

  #put({ question, reviews }: Asked): void {
    this.#question.value = question;
    this.#reviews.value = reviews;
    this.#reviews.scrollTop = 0;
    this.#mark();
  }

  #mark(): void {
    this.#bar.mark(this.asked);
    this.#offerQuestions();
  }

  /** The questions to the sample that is shown; none to reviews of the visitor's own. */
  #offerQuestions(): void {
    const { question, reviews } = this.asked;
    const questions = samples.find((sample) => sample.reviews === reviews)?.questions ?? [];
    this.#tries.hidden = questions.length === 0;
    const offered = [...this.#tries.children].map(({ textContent }) => textContent);
    if (offered.join('\n') !== questions.join('\n')) {
      this.#tries.replaceChildren(...questions.map((each) => this.#questionButton(each)));
    }
    for (const button of this.#tries.children) {
      if (button.textContent === question) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  #questionButton(question: string): HTMLElement {
    const button = holdsEnglish(create('button', 'sample', question));
    button.type = 'button';
    button.addEventListener('click', () =>
      this.#submit({ question, reviews: this.#reviews.value }),
    );
    return button;
  }
}

/** What was kept of a visit; undefined if it has none. */
export function readKept(kept: unknown): Asked | undefined {
  const { question, reviews } = (kept ?? {}) as Partial<Record<keyof Asked, unknown>>;
  return typeof question === 'string' && typeof reviews === 'string'
    ? { question, reviews }
    : undefined;
}
