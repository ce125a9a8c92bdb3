import type { Backend } from '../../runtime/backend.js';
import { WhylightError } from '../../runtime/errors.js';
import { MODEL_KINDS } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { FUNCTION, SIGNAL, checkKinds, checkOptions, typeName } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { Answer } from '../../runtime/system.js';
import type { AskOptions, ModelSource } from '../../runtime/types.js';
import { READER } from './system.js';
import type {
  AnswerManyOptions,
  AnswerOptions,
  LoadReaderOptions,
  QuestionEffects,
  TextAnswer,
  TextQuestion,
} from './types.js';

/** A trained reader, ready to answer questions about texts. Created by `loadReader()`. */
export class Reader extends LoadedModel {
  /** The least probability of an answer, unless a call sets another. */
  readonly threshold: number;
  /** The most words an answer can have. */
  readonly longest: number;

  /** @internal */
  constructor(backend: Backend) {
    super(READER, backend);
    const { json } = backend.about as { json: string };
    const { threshold, longest } = JSON.parse(json) as { threshold: number; longest: number };
    this.threshold = threshold;
    this.longest = longest;
  }

  /**
   * Finds the place in `text` that answers `question`, or that there is none.
   *
   * Rejects with `invalid-argument` if either has no words, `text-too-long`, `disposed`,
   * `out-of-memory`, or `wasm-failed` when the module stopped; the reader works again on
   * the next call. Without a Worker the computation blocks the thread, so a signal is
   * only checked before and after.
   */
  async answer(question: string, text: string, options: AnswerOptions = {}): Promise<TextAnswer> {
    return (await this.askOne('answer', [question, text], options)) as TextAnswer;
  }

  /**
   * Leaves out one word of `question` at a time, and shows what that does to the likeliest
   * place in `text`. The text is read once for each word.
   *
   * Rejects as `answer()` does, and with `invalid-argument` if the question has only one
   * word, or `text-too-long` beyond 65,536 pairs of words, one from each.
   */
  async questionEffects(
    question: string,
    text: string,
    options: AskOptions = {},
  ): Promise<QuestionEffects> {
    checkKinds('questionEffects', options, { signal: SIGNAL });
    return (await this.askOne('question-effects', [question, text], options)) as QuestionEffects;
  }

  /**
   * Answers one question about many texts, or one about each, and resolves with the answers
   * in the same order.
   *
   * It takes turns with other work on the thread, and checks the signal in between.
   * Rejects as `answer()` does; the message begins with the position of the offending text,
   * e.g. "texts[3]: ...".
   */
  async answerMany(
    question: string,
    texts: readonly string[],
    options?: AnswerManyOptions,
  ): Promise<TextAnswer[]>;
  async answerMany(
    questions: readonly Readonly<TextQuestion>[],
    options?: AnswerManyOptions,
  ): Promise<TextAnswer[]>;
  async answerMany(
    asked: string | readonly Readonly<TextQuestion>[],
    ...rest: readonly unknown[]
  ): Promise<TextAnswer[]> {
    const one = typeof asked === 'string';
    const [list, given = {}] = (one ? rest : [asked, ...rest]) as [unknown[], AnswerManyOptions?];
    const { onAnswer, ...options } = checkOptions('answerMany', given);
    checkKinds('answerMany', { onAnswer }, { onAnswer: FUNCTION });
    const each = (text: unknown) => ({ question: asked, text });
    const questions = one && Array.isArray(list) ? list.map(each) : list;
    return this.askMany('answer', questions, options, onAnswer);
  }

  /**
   * Answers the questions of an iterable or a stream, each about its text, and yields the
   * answers in the same order: `for await (const found of reader.answerStream(questions))`.
   * It reads some ahead, not all, and closes the source when you leave the loop.
   *
   * Throws what `answerMany()` rejects with; answers before the offending one may be missing.
   * Errors of the source are passed on.
   */
  answerStream(
    questions: Iterable<Readonly<TextQuestion>> | AsyncIterable<Readonly<TextQuestion>>,
    options: AnswerOptions = {},
  ): AsyncGenerator<TextAnswer, void, undefined> {
    return this.askEach('answer', questions, options);
  }

  /** @internal */
  protected override textsOf(asked: unknown, where: string): readonly string[] {
    if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
      const message = `${where}Expected a "question" and a "text" to read, found ${typeName(asked)}.`;
      throw new WhylightError('invalid-argument', message);
    }
    const { question, text } = asked as TextQuestion;
    return [question, text].flatMap((each) => super.textsOf(each, where));
  }

  /** @internal */
  protected override read(answer: Answer, [question, text]: readonly string[]): unknown {
    // Only the list of questions is about no text.
    if (text === undefined) return super.read(answer, []);
    return { question, text, ...(JSON.parse(answer['json'] as string) as object) };
  }
}

export async function openReader(
  source: ModelSource,
  options: LoadReaderOptions,
  platform: Platform,
): Promise<Reader> {
  checkKinds('loadReader', options, MODEL_KINDS);
  const wasm = { 'whylight-reader.wasm': options.wasm };
  return new Reader(await open(READER, source, { ...options, wasm }, platform));
}
