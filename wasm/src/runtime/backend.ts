// What a model computes with: an instance in this thread, or one in a Worker.
import type { ExplanationRequest, RawExplanation } from '../systems/rationale/core.js';
import { WhylightError } from './errors.js';

/** The `point` of a model as it is shipped. */
export const NO_POINT = -1;

/** Takes the explanation of the text at `index`. */
export type Take = (explanation: RawExplanation, index: number) => void;

export interface Backend {
  readonly aspects: readonly string[];
  /** As the bindings hand them over. */
  readonly points: Float64Array;
  explain(text: string, point: number, signal: AbortSignal | undefined): Promise<RawExplanation>;
  /** Gives every explanation to `take` as soon as it is there, in any order. */
  explainMany(
    texts: readonly string[],
    point: number,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void>;
  /** Resolves with the answer's JSON. */
  explainAs(request: ExplanationRequest, signal: AbortSignal | undefined): Promise<string>;
  dispose(): Promise<void>;
}

export function disposed(owner = 'model'): WhylightError {
  return new WhylightError('disposed', `This ${owner} was disposed of.`);
}
