// Where a model computes: in instances in this thread, or in a Worker.
import { WhylightError } from './errors.js';
import type { Answer } from './system.js';

/** A text, or the bytes of a file. */
export type Input = string | Uint8Array;

/** Takes the answer about the texts at `index`. */
export type Take = (answer: Answer, index: number) => void;

export interface Backend {
  /** Whether it is in a Worker that has ended. */
  readonly failed?: boolean;
  /** The model's description of itself. */
  readonly about: object;
  /** `options` is JSON. */
  ask(
    question: string,
    inputs: readonly Input[],
    options: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer>;
  /** Gives every answer to `take` as soon as it is there, in any order. */
  askMany(
    question: string,
    items: readonly (readonly Input[])[],
    options: string,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void>;
  dispose(): Promise<void>;
}

export function disposed(owner = 'model'): WhylightError {
  return new WhylightError('disposed', `This ${owner} was disposed of.`);
}
