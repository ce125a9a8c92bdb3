/// <reference lib="esnext.disposable" preserve="true" />
import { assemble, assemblePoints } from './assemble.js';
import { disposed, NO_POINT, type Backend } from '../../runtime/backend.js';
import type { ExplanationRequest } from './core.js';
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError, messageOf } from '../../runtime/errors.js';
import type {
  AskOptions,
  CurveOptions,
  FaithfulnessOptions,
  GateOptions,
  MatchOptions,
  NgramOptions,
  RatingCurve,
  RatingFaithfulness,
  RatingGates,
  RatingNgrams,
  RatingOptions,
  TextMatches,
} from './reasons.js';
import type {
  Explanation,
  ExplainManyOptions,
  ExplainOptions,
  OperatingPoint,
  Span,
} from '../../runtime/types.js';

/**
 * A trained model, ready to explain text. `load()` makes one.
 *
 * It owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class Model {
  /** What the model rates, in the order of its training. */
  readonly aspects: readonly string[];

  /**
   * Its operating points, from short rationales to exact ratings; of many models
   * there are none.
   */
  readonly points: readonly OperatingPoint[];

  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  #backend: Backend | undefined;

  /** @internal */
  constructor(backend: Backend) {
    this.#backend = backend;
    this.aspects = Object.freeze([...backend.aspects]);
    this.points = assemblePoints(this.aspects, backend.points);
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Rates `text` and marks the words each rating rests on.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument` when `text` is
   * no string or there is no such `point`, `out-of-memory`, or `wasm-failed` when the module stopped; the model
   * works again on the next call. Without a Worker the computation blocks the
   * thread, so a signal is heeded before and after it.
   */
  async explain(text: string, options: ExplainOptions = {}): Promise<Explanation> {
    checkText(text);
    const { signal } = options;
    const point = this.#checkPoint(options.point);
    const raw = await this.#open().explain(text, point, signal);
    signal?.throwIfAborted();
    this.#open();
    return assemble(text, this.aspects, raw);
  }

  /**
   * Explains many texts, and resolves with their explanations in the same order.
   *
   * It takes turns with whatever else the thread has to do, and heeds a signal in
   * between. Rejects as `explain()` does; the message begins with the place of the
   * text that is to blame, e.g. "texts[3]: ...".
   */
  async explainMany(
    texts: readonly string[],
    options: ExplainManyOptions = {},
  ): Promise<Explanation[]> {
    checkTexts(texts);
    const { signal, onExplanation } = options;
    const point = this.#checkPoint(options.point);
    const given = [...texts];
    const explanations: Explanation[] = [];
    await this.#open().explainMany(given, point, signal, (raw, index) => {
      const explanation = assemble(given[index]!, this.aspects, raw);
      explanations[index] = explanation;
      onExplanation?.(explanation, index);
    });
    signal?.throwIfAborted();
    this.#open();
    return explanations;
  }

  /**
   * Takes the logit of a rating apart into the skip n-grams it is a sum of.
   *
   * It is the rating of `explain()` at the same `point`, as is that of the methods
   * below. Rejects as `explain()` does, as do they; also with `invalid-argument`,
   * which names the option, and with `text-too-long` if more than 1000 words are
   * read.
   */
  async ngrams(text: string, options: NgramOptions = {}): Promise<RatingNgrams> {
    return this.#askOfRating('ngrams', text, options);
  }

  /** Says what the encoder would rate at each word it reads. */
  async curve(text: string, options: CurveOptions = {}): Promise<RatingCurve> {
    return this.#askOfRating('curve', text, options);
  }

  /** Says how far the encoder's gates open at each word it reads. */
  async gates(text: string, options: GateOptions = {}): Promise<RatingGates> {
    return this.#askOfRating('gates', text, options);
  }

  /**
   * Measures whether a rating rests on the selected words, by rating the text
   * without them and without all others. With `leaveOneOut`, a text of more than
   * 1000 words rejects with `text-too-long`.
   */
  async faithfulness(text: string, options: FaithfulnessOptions = {}): Promise<RatingFaithfulness> {
    const { selection } = options;
    // Whatever has a place in the text will do, a token of `explain()` for one.
    const spans = Array.isArray(selection)
      ? selection.map((span: Span | null) => ({ start: span?.start, end: span?.end }))
      : selection;
    const asked = { ...options, selection: spans };
    return this.#askOfRating('faithfulness', text, asked);
  }

  /**
   * Says which skip n-grams of two texts match, as the model's word vectors see
   * them. Texts of more than 1000 words reject with `text-too-long`.
   */
  async match(text: string, other: string, options: MatchOptions = {}): Promise<TextMatches> {
    checkText(text);
    checkText(other);
    return this.#ask('match', { text, other }, options);
  }

  /**
   * Frees the model. Calls still under way reject with `disposed`. Calling it
   * again does nothing.
   */
  async dispose(): Promise<void> {
    const backend = this.#backend;
    this.#backend = undefined;
    await backend?.dispose();
  }

  async #askOfRating<Answer extends { text: string }>(
    method: ExplanationRequest['method'],
    text: string,
    options: RatingOptions,
  ): Promise<Answer> {
    checkText(text);
    this.#checkPoint(options.point);
    return this.#ask(method, { text }, options);
  }

  async #ask<Answer extends { text: string }>(
    method: ExplanationRequest['method'],
    texts: { text: string; other?: string },
    { signal, ...options }: AskOptions,
  ): Promise<Answer> {
    const request = { method, other: '', ...texts, options: toJson(options) };
    const json = await this.#open().explainAs(request, signal);
    signal?.throwIfAborted();
    this.#open();
    return { ...texts, ...(JSON.parse(json) as object) } as Answer;
  }

  #checkPoint(point: unknown): number {
    if (point === undefined) return NO_POINT;
    const { length } = this.points;
    if (Number.isInteger(point) && (point as number) >= 0 && (point as number) < length) {
      return point as number;
    }
    const expected = length > 0 ? `0 to ${length - 1}` : 'none: this model has no points';
    const found = typeof point === 'number' ? String(point) : typeof point;
    throw new WhylightError('invalid-argument', `point: expected ${expected}, found ${found}`);
  }

  #open(): Backend {
    if (this.#backend) return this.#backend;
    throw disposed();
  }
}

function checkText(text: unknown, where = ''): void {
  if (typeof text === 'string') return;
  const found = text === null ? 'null' : typeof text;
  throw new WhylightError(
    'invalid-argument',
    `${where}Expected a string to explain, found ${found}.`,
  );
}

function checkTexts(texts: unknown): void {
  if (!Array.isArray(texts)) {
    throw new WhylightError('invalid-argument', 'Expected an array of strings to explain.');
  }
  texts.forEach((text, index) => checkText(text, `texts[${index}]: `));
}

/** Options as JSON, which has no `undefined`. */
function toJson(options: object): string {
  try {
    return JSON.stringify(options);
  } catch (cause) {
    const message = `Expected options that JSON can hold: ${messageOf(cause)}.`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
}
