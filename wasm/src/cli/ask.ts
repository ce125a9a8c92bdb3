// A question asked of texts: `whylight explain`, `whylight classify` and so on.
import { WhylightError } from '../runtime/errors.js';
import type { LoadedModel } from '../runtime/loaded-model.js';
import type { Question } from '../runtime/types.js';
import type { Ranking } from '../systems/questions/types.js';
import { readTexts, type LineShape } from './input.js';
import { nameFlag } from './options.js';
import { openOutput } from './output.js';

export interface AskCommand {
  question: Question;
  /** The texts of a single call, or the file of many. */
  texts: readonly string[] | { input: string };
  options: Readonly<Record<string, unknown>>;
  output: string | undefined;
  /** Writes an answer about texts for people; without it, JSON. */
  show: ((answer: unknown, texts: readonly string[]) => string) | undefined;
}

/** Where the texts of a question are in a line of JSON. */
export function shapeOf({ name, inputs }: Question): LineShape {
  if (inputs === 'no text') return { keys: [] };
  if (inputs === 'one text' || inputs === 'a text or none') return { keys: ['text'] };
  if (inputs === 'two texts') return { keys: ['text', 'other'] };
  if (inputs === 'a question and a text') return { keys: ['question', 'text'] };
  if (inputs === 'a query and its candidates') return { keys: ['query'], list: 'candidates' };
  throw new WhylightError('invalid-argument', `${name}: this program does not read ${inputs}.`);
}

export async function ask(model: LoadedModel, command: AskCommand): Promise<void> {
  const { question, texts, options, show } = command;
  const shape = shapeOf(question);
  const many = 'input' in texts;
  const calls = many ? readTexts(texts.input, shape) : [{ texts, where: '' }];
  const output = await openOutput(command.output);
  // Whoever asks of one text has it; answers to a file say what they are about.
  const repeats = many || question.repeatsText;
  const lineOf = (answer: object, texts: readonly string[]) => {
    const { text, other, ...rest } = answer as Readonly<Record<string, unknown>>;
    const said = withCandidates(shape, texts, rest);
    return repeats ? { ...about(shape, texts), ...said } : said;
  };
  try {
    for await (const { texts, where } of calls) {
      const answer = await model.ask(question.name, texts, options).catch((error: unknown) => {
        throw inFlags(error, question, where);
      });
      await output.write(show?.(answer, texts) ?? JSON.stringify(lineOf(answer as object, texts)));
    }
  } catch (error) {
    await output.discard();
    throw error;
  }
  await output.close();
}

/** The texts that an answer is about, as a line of JSON has them. */
function about({ keys, list }: LineShape, texts: readonly string[]): Record<string, unknown> {
  const named = Object.fromEntries(keys.map((key, index) => [key, texts[index]]));
  return list === undefined ? named : { ...named, [list]: texts.slice(keys.length) };
}

/** `said` with the text of each candidate that it ranks by number. */
function withCandidates(
  { keys, list }: LineShape,
  texts: readonly string[],
  said: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (list === undefined || !(list in said)) return said;
  const ranked = (said[list] as Ranking['candidates']).map(({ candidate, ...others }) => ({
    candidate,
    text: texts[keys.length + candidate],
    ...others,
  }));
  return { ...said, [list]: ranked };
}

/** An error in terms of flags, and with the place of one text among many. */
function inFlags(error: unknown, question: Question, where: string): unknown {
  if (!(error instanceof WhylightError)) return error;
  const { code, message } = error;
  const said = code === 'invalid-argument' ? nameFlag(question, message) : message;
  return new WhylightError(code, where === '' ? said : `${where}: ${said}`, { cause: error });
}
