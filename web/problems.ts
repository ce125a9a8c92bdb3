// What went wrong, as a visitor is told.
import { WhylightError } from 'whylight';
import { strings } from './strings/strings';

/** A problem that knows its own sentence; the message is for those who look into it. */
export class Problem extends Error {
  readonly says: string;

  constructor(says: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.says = says;
  }
}

/** What is wrong and what one can do, in a visitor's words. `online`: what the browser believes. */
export function adviceOn(error: unknown, online = navigator.onLine): string {
  const { problems } = strings;
  if (error instanceof Problem) return online ? error.says : problems.offline;
  if (!(error instanceof WhylightError)) return problems.unknown;
  switch (error.code) {
    case 'fetch-failed':
      return online ? problems.fetch : problems.offline;
    case 'size-mismatch':
    case 'hash-mismatch':
    case 'bad-model':
    case 'model-version':
      return problems.damaged;
    case 'worker-failed':
    case 'wasm-failed':
      return online ? problems.program : problems.offline;
    case 'out-of-memory':
      return problems.memory;
    default:
      return problems.unknown;
  }
}

/** An error as a sentence, with its code for those who report it. */
export function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof WhylightError ? `${message} (${error.code})` : message;
}
