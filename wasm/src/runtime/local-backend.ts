// A model in this thread.
import type { Backend, Input, Take } from './backend.js';
import { batchesOf, lengthOf } from './batches.js';
import { WhylightError } from './errors.js';
import { Instance } from './instance.js';
import type { ModelModule, Opened } from './open-model.js';
import { pause } from './pause.js';
import type { Answer, System, SystemModule, UnderWay } from './system.js';
import { isFailure, unwrap, type Failure } from './wasm-module.js';

/** Opens the model in an instance of one of its system's modules. */
export type OpenModule = (code: SystemModule) => Promise<Opened>;

interface Answerer {
  code: SystemModule;
  // Of this model alone, so that a model whose module stops takes no other with
  // it, and the memory goes with the model.
  instance: Instance<ModelModule>;
}

const encoder = new TextEncoder();

export class LocalBackend implements Backend {
  readonly about: object;
  readonly #answerers: readonly Answerer[];

  /** `first` is an instance of the first module of `system`; `open` makes more. */
  constructor({ modules, noun }: System, first: Opened, open: OpenModule) {
    this.about = first.about;
    this.#answerers = modules.map((code, index) => {
      const reopen = async () => (await open(code)).module;
      return { code, instance: new Instance(noun, reopen, index === 0 ? first.module : undefined) };
    });
  }

  async ask(
    question: string,
    inputs: readonly Input[],
    options: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const { code, instance } = this.#answererOf(question);
    // Of the module that began the answer; one that was started over begins anew.
    let begun: { module: ModelModule; answer: number } | undefined;
    try {
      for (;;) {
        const answer = await instance.run(
          (module) => {
            const found =
              begun?.module === module
                ? code.goOn!(module, begun.answer)
                : code.ask(module, question, encode(inputs), options);
            begun = isUnderWay(found) ? { module, answer: found.underWay } : undefined;
            return found;
          },
          describe(inputs),
          signal,
        );
        if (!isUnderWay(answer)) return unwrap(answer);
        // Whatever else is to be done in this thread comes in between.
        await pause();
      }
    } finally {
      if (begun) code.giveUp!(begun.module, begun.answer);
    }
  }

  async askMany(
    question: string,
    items: readonly (readonly Input[])[],
    options: string,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void> {
    const { code, instance } = this.#answererOf(question);
    const batches = code.askMany
      ? batchesOf(items.map(lengthOf))
      : [...items.keys()].map((index) => [index]);
    for (const batch of batches) {
      // Whatever else is to be done in this thread comes in between.
      await pause();
      const answers = await instance
        .run(
          (module) => {
            const texts = batch.map((index) => encode(items[index]!));
            return askBatch(code, module, question, texts, options);
          },
          'these texts',
          signal,
        )
        .then(unwrap)
        .catch((error: unknown) => {
          throw located(error, batch);
        });
      answers.answers.forEach((answer, at) => take(answer, batch[at]!));
    }
  }

  async dispose(): Promise<void> {
    for (const { instance } of this.#answerers) instance.dispose();
  }

  #answererOf(question: string): Answerer {
    const answers = ({ code }: Answerer) => code.questions?.includes(question) ?? true;
    // The last says what is wrong with a question that no module answers.
    return this.#answerers.find(answers) ?? this.#answerers.at(-1)!;
  }
}

function askBatch(
  code: SystemModule,
  module: ModelModule,
  question: string,
  items: readonly (readonly Uint8Array[])[],
  options: string,
): { answers: readonly Answer[] } | Failure {
  if (code.askMany) return code.askMany(module, question, items, options);
  let answer = code.ask(module, question, items[0]!, options);
  while (isUnderWay(answer)) answer = code.goOn!(module, answer.underWay);
  return isFailure(answer) ? answer : { answers: [answer] };
}

function isUnderWay(answer: Answer | UnderWay | Failure): answer is UnderWay {
  return 'underWay' in answer;
}

function encode(inputs: readonly Input[]): Uint8Array[] {
  return inputs.map((input) => (typeof input === 'string' ? encoder.encode(input) : input));
}

/** What a question is about, for messages. */
function describe(inputs: readonly Input[]): string {
  const bytes = inputs.some((input) => typeof input !== 'string');
  return bytes ? `${lengthOf(inputs)} bytes` : `a text of ${lengthOf(inputs)} UTF-16 units`;
}

/** The error of a batch, which says which text, or which texts, is to blame. */
function located(error: unknown, batch: number[]): unknown {
  if (!(error instanceof WhylightError) || error.code === 'disposed') return error;
  const places = batch.map((index) => `texts[${index}]`);
  // The core counts the texts of a batch from 1.
  const [, place = '', message = error.message] = /^text (\d+): (.*)$/s.exec(error.message) ?? [];
  const where = places[Number(place) - 1] ?? places.join(', ');
  return new WhylightError(error.code, `${where}: ${message}`, { cause: error });
}
