// `whylight explain`: texts in, explanations out.
import { WhylightError } from '../runtime/errors.js';
import { load } from '../systems/rationale/node.js';
import { readTexts, readAll } from './input.js';
import { openOutput } from './output.js';
import { paint } from './terminal.js';

export interface ExplainCommand {
  model: string | undefined;
  /** The text; without it, those of `input`; without both, standard input. */
  text: string | undefined;
  input: string | undefined;
  output: string | undefined;
  /** One of the model's operating points. */
  point: number | undefined;
  format: 'json' | 'colour' | 'brackets';
}

export async function explain(command: ExplainCommand): Promise<void> {
  const { input, format, point } = command;
  const model = await load(command.model);
  const texts =
    input !== undefined
      ? readTexts(input)
      : [{ text: command.text ?? (await readAll(process.stdin)), where: '' }];
  const output = await openOutput(command.output);
  try {
    for await (const { text, where } of texts) {
      const explanation = await model.explain(text, { point }).catch((error: unknown) => {
        throw located(error, where);
      });
      await output.write(
        format === 'json'
          ? JSON.stringify(explanation)
          : paint(explanation, model.aspects, format === 'colour'),
      );
    }
  } catch (error) {
    await output.discard();
    throw error;
  }
  await output.close();
  await model.dispose();
}

/** The error of one text among many, which it names. */
function located(error: unknown, where: string): unknown {
  if (where === '' || !(error instanceof WhylightError)) return error;
  return new WhylightError(error.code, `${where}: ${error.message}`, { cause: error });
}
