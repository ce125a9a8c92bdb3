// A question asked of texts: `whylight explain`, `whylight classify` and so on.
import { WhylightError } from '../runtime/errors.js';
import type { LoadedModel } from '../runtime/loaded-model.js';
import type { Question } from '../runtime/types.js';
import { readTexts } from './input.js';
import { openOutput } from './output.js';

export interface AskCommand {
  question: Question;
  /** The texts of a single call, or the file of many. */
  texts: readonly string[] | { input: string };
  options: Readonly<Record<string, unknown>>;
  output: string | undefined;
  /** Writes an answer for people; without it, JSON. */
  show: ((answer: unknown) => string) | undefined;
}

/** The keys of the texts of a line of JSON. */
export function keysOf({ name, inputs }: Question): readonly string[] {
  if (inputs === 'one text' || inputs === 'a text or none') return ['text'];
  if (inputs === 'two texts') return ['text', 'other'];
  throw new WhylightError('invalid-argument', `${name}: this program does not read ${inputs}.`);
}

export async function ask(model: LoadedModel, command: AskCommand): Promise<void> {
  const { question, texts, options, show } = command;
  const keys = keysOf(question);
  const many = 'input' in texts;
  const calls = many ? readTexts(texts.input, keys) : [{ texts, where: '' }];
  const output = await openOutput(command.output);
  // Whoever asks of one text has it; answers to a file say what they are about.
  const repeats = many || question.repeatsText;
  const lineOf = (answer: object) =>
    repeats
      ? answer
      : Object.fromEntries(Object.entries(answer).filter(([key]) => !keys.includes(key)));
  try {
    for await (const { texts, where } of calls) {
      const answer = await model.ask(question.name, texts, options).catch((error: unknown) => {
        throw located(error, where);
      });
      await output.write(show?.(answer) ?? JSON.stringify(lineOf(answer as object)));
    }
  } catch (error) {
    await output.discard();
    throw error;
  }
  await output.close();
}

/** The error of one text among many, which it names. */
function located(error: unknown, where: string): unknown {
  if (where === '' || !(error instanceof WhylightError)) return error;
  return new WhylightError(error.code, `${where}: ${error.message}`, { cause: error });
}
