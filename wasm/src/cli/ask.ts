// `whylight ngrams` and the other verbs that ask why: a text in, JSON out.
import type { Model } from '../systems/rationale/model.js';
import { load } from '../systems/rationale/node.js';
import type {
  FaithfulnessOptions,
  MatchOptions,
  NgramOptions,
} from '../systems/rationale/reasons.js';
import { readAll } from './input.js';
import { openOutput } from './output.js';

export type AskVerb = 'ngrams' | 'curve' | 'gates' | 'faithfulness' | 'match';

export interface AskCommand {
  verb: AskVerb;
  model: string | undefined;
  /** The text; without it, standard input. */
  text: string | undefined;
  /** The second text of `match`. */
  other: string | undefined;
  output: string | undefined;
  /** As the model takes them; it refuses what is none of its. */
  options: NgramOptions & FaithfulnessOptions & MatchOptions;
}

export async function ask(command: AskCommand): Promise<void> {
  const model = await load(command.model);
  const text = command.text ?? (await readAll(process.stdin));
  const answer = await answerOf(model, text, command);
  const output = await openOutput(command.output);
  // Whoever asks has the texts; the native program does not repeat them either.
  const withoutTexts = (key: string, value: unknown) =>
    key === 'text' || key === 'other' ? undefined : value;
  await output.write(JSON.stringify(answer, withoutTexts));
  await output.close();
  await model.dispose();
}

function answerOf(model: Model, text: string, { verb, other = '', options }: AskCommand) {
  return verb === 'match' ? model.match(text, other, options) : model[verb](text, options);
}
