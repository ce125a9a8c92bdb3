// `whylight explain`: texts in, explanations out.
import { load } from '../node.js';
import { readTexts, readAll } from './input.js';
import { openOutput } from './output.js';
import { paint } from './terminal.js';

export interface ExplainCommand {
  model: string | undefined;
  /** The text; without it, those of `input`; without both, standard input. */
  text: string | undefined;
  input: string | undefined;
  output: string | undefined;
  format: 'json' | 'colour' | 'brackets';
}

export async function explain(command: ExplainCommand): Promise<void> {
  const { text, input, format } = command;
  const model = await load(command.model);
  const texts = input !== undefined ? readTexts(input) : [text ?? (await readAll(process.stdin))];
  const output = await openOutput(command.output);
  try {
    for await (const each of texts) {
      const explanation = await model.explain(each);
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
