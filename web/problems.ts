// What went wrong, as a visitor is told.
import { WhylightError } from 'whylight';
import { strings } from './strings/strings';

interface ProblemOptions extends ErrorOptions {
  /** Something did not arrive, which is no wonder without a network. */
  ofNetwork?: boolean;
}

/** A problem that knows its own sentence; the message is for those who look into it. */
export class Problem extends Error {
  readonly says: string;
  readonly ofNetwork: boolean;

  constructor(
    says: string,
    message: string,
    { ofNetwork = false, ...options }: ProblemOptions = {},
  ) {
    super(message, options);
    this.says = says;
    this.ofNetwork = ofNetwork;
  }
}

/** What is wrong and what one can do, in a visitor's words. `online`: what the browser believes. */
export function adviceOn(error: unknown, online = navigator.onLine): string {
  const { problems } = strings;
  if (error instanceof Problem) {
    return error.ofNetwork && !online ? problems.offline : error.says;
  }
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
    case 'text-too-long':
      return problems.tooLong;
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
