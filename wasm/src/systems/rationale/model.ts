import type { Backend } from '../../runtime/backend.js';
import { WhylightError } from '../../runtime/errors.js';
import { MODEL_KINDS, WASM, someOf, type LoadKinds } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { ANY, BOOLEAN, FUNCTION, SIGNAL, checkKinds, checkOptions } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { Answer } from '../../runtime/system.js';
import type { AskOptions, ModelSource, Span } from '../../runtime/types.js';
import { assemble, assembleFrame, assemblePoints, type Frame } from './assemble.js';
import { SIMD } from './flavours.js';
import type { AboutRationaleModel, RawExplanation } from './modules.js';
import type {
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
import { RATIONALE } from './system.js';
import type {
  Explanation,
  ExplainManyOptions,
  ExplainOptions,
  LoadOptions,
  OperatingPoint,
} from './types.js';

/** A trained model, ready to explain text. Created by `load()`. */
export class Model extends LoadedModel {
  /** The aspects that the model rates, in the order of its training. */
  readonly aspects: readonly string[];

  /** Its operating points, from short rationales to exact ratings; many models have none. */
  readonly points: readonly OperatingPoint[];

  /**
   * The two classes of each aspect whose rating is the probability of the second. Other aspects
   * have no entry; many models have none at all.
   */
  readonly labels: Readonly<Record<string, readonly [string, string] | undefined>>;

  readonly #frame: Frame;

  /** @internal */
  constructor(backend: Backend) {
    super(RATIONALE, backend);
    const about = backend.about as AboutRationaleModel;
    this.#frame = assembleFrame(about);
    this.aspects = this.#frame.aspects;
    this.labels = this.#frame.labels;
    this.points = assemblePoints(this.aspects, about.points);
  }

  /**
   * Rates `text` and marks the words that each rating rests on.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument` if `text` is not a string or there
   * is no such `point`, `out-of-memory`, or `wasm-failed` if the module stopped; the model works
   * again on the next call. Without a Worker, the computation blocks the thread, so a signal is
   * only checked before and after it.
   */
  async explain(text: string, options: ExplainOptions = {}): Promise<Explanation> {
    this.#checkExplain('explain', options);
    return (await this.askOne('explain', [text], options)) as Explanation;
  }

  /**
   * Explains many texts, and resolves with their explanations in the same order.
   *
   * It lets other work on the thread run in between, and checks the signal then. Rejects as
   * `explain()` does; the message begins with the position of the offending text, e.g.
   * "texts[3]: ...".
   */
  async explainMany(
    texts: readonly string[],
    options: ExplainManyOptions = {},
  ): Promise<Explanation[]> {
    const { onExplanation, ...asked } = checkOptions('explainMany', options);
    checkKinds('explainMany', { onExplanation }, { onExplanation: FUNCTION });
    this.#checkExplain('explainMany', asked);
    return this.askMany('explain', texts, asked, onExplanation);
  }

  /**
   * Explains the texts of an iterable or a stream, and yields their explanations in the same order:
   * `for await (const explanation of model.explainStream(texts))`. It reads some texts ahead, not
   * all, and ends the source when you leave the loop. After an abort, no more explanations come.
   *
   * Throws whatever `explainMany()` would reject with; explanations of texts before the offending
   * one may be missing. Errors thrown by the source are passed on.
   */
  async *explainStream(
    texts: Iterable<string> | AsyncIterable<string>,
    options: ExplainOptions = {},
  ): AsyncGenerator<Explanation, void, undefined> {
    this.#checkExplain('explainStream', options);
    yield* this.askEach<Explanation>('explain', texts, options);
  }

  /**
   * Decomposes the logit of a rating into a sum over skip n-grams.
   *
   * The rating is that of `explain()` at the same `point`, as in the methods below. Like
   * `faithfulness()` and `match()`, this lets other work on the thread run now and then. Like all
   * methods below, it rejects as `explain()` does; also with `invalid-argument`, which names the
   * option, and with `text-too-long` if more than 1000 words are read.
   */
  async ngrams(text: string, options: NgramOptions = {}): Promise<RatingNgrams> {
    return this.#askOfRating('ngrams', text, options);
  }

  /** Computes the rating the encoder would give at each word it reads. */
  async curve(text: string, options: CurveOptions = {}): Promise<RatingCurve> {
    return this.#askOfRating('curve', text, options);
  }

  /** Measures how far the encoder's gates open at each word it reads. */
  async gates(text: string, options: GateOptions = {}): Promise<RatingGates> {
    return this.#askOfRating('gates', text, options);
  }

  /**
   * Measures whether a rating rests on the selected words, by rating the text without them and with
   * them alone. With `leaveOneOut`, a text of more than 1000 words rejects with `text-too-long`.
   */
  async faithfulness(text: string, options: FaithfulnessOptions = {}): Promise<RatingFaithfulness> {
    const { selection, ...others } = checkOptions('faithfulness', options);
    // Whatever has a place in the text will do, a token of `explain()` for one.
    const spans = Array.isArray(selection)
      ? selection.map((span: Span | null) => ({ start: span?.start, end: span?.end }))
      : selection;
    const asked = { ...others, selection: spans };
    return this.#askOfRating('faithfulness', text, asked);
  }

  /**
   * Finds the skip n-grams of two texts that match, going by the model's word vectors. Texts of
   * more than 1000 words reject with `text-too-long`.
   */
  async match(text: string, other: string, options: MatchOptions = {}): Promise<TextMatches> {
    return (await this.askOne('match', [text, other], options)) as TextMatches;
  }

  override async ask(
    question: string,
    inputs: string | readonly string[],
    options: AskOptions & Readonly<Record<string, unknown>> = {},
  ): Promise<unknown> {
    // The module that explains is asked by nothing else: it checks neither options nor texts itself.
    if (question === 'explain') {
      this.#checkExplain(question, options);
      checkOneText(question, inputs);
    }
    return super.ask(question, inputs, options);
  }

  /** @internal */
  protected override read(answer: Answer, inputs: readonly string[]): unknown {
    return 'ratings' in answer
      ? assemble(inputs[0]!, this.#frame, answer as RawExplanation)
      : super.read(answer, inputs);
  }

  async #askOfRating<Found>(
    question: string,
    text: string,
    options: RatingOptions,
  ): Promise<Found> {
    this.#checkPoint(checkOptions(question, options).point);
    return (await this.askOne(question, [text], options)) as Found;
  }

  #checkExplain(call: string, options: ExplainOptions): void {
    checkKinds(call, options, { point: ANY, signal: SIGNAL });
    this.#checkPoint(options.point);
  }

  #checkPoint(point: unknown): void {
    const { length } = this.points;
    if (point === undefined) return;
    if (Number.isInteger(point) && (point as number) >= 0 && (point as number) < length) return;
    const expected = length > 0 ? `0 to ${length - 1}` : 'none: this model has no points';
    const found = typeof point === 'number' ? String(point) : typeof point;
    throw new WhylightError('invalid-argument', `point: expected ${expected}, found ${found}`);
  }
}

function checkOneText(call: string, inputs: string | readonly string[]): void {
  if (!Array.isArray(inputs) || inputs.length === 1) return;
  const found = inputs.length === 0 ? 'none' : `${inputs.length} texts`;
  throw new WhylightError('invalid-argument', `${call}: expected one text, found ${found}`);
}

const RATIONALE_KINDS: LoadKinds<LoadOptions> = {
  ...MODEL_KINDS,
  reasonsWasm: WASM,
  relaxedSimd: BOOLEAN,
  integers: BOOLEAN,
  preload: someOf(['why']),
  onEarly: FUNCTION,
};

export async function openRationale(
  source: ModelSource,
  options: LoadOptions,
  platform: Platform,
): Promise<Model> {
  checkKinds('load', options, RATIONALE_KINDS);
  const { relaxedSimd, integers, reasonsWasm, onEarly: given } = options;
  const wasm = { [SIMD.name]: options.wasm, 'whylight-reasons.wasm': reasonsWasm };
  const choices = { relaxedSimd, integers };
  const onEarly = given && ((early: Backend) => given(new Model(early)));
  const backend = await open(RATIONALE, source, { ...options, wasm, choices, onEarly }, platform);
  return new Model(backend);
}
