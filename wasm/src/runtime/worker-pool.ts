// One model in several Workers, which share what it is asked.
import type { Backend, Input, Take } from './backend.js';
import { MOST_TEXTS, batchesOf, lengthOf, relocated } from './batches.js';
import type { Answer } from './system.js';
import { together } from './turns.js';

/** How many batches a Worker has: the next is there when one is done. */
const BATCHES_AT_A_TIME = 2;

interface Member {
  backend: Backend;
  /** How many calls wait for it. */
  calls: number;
}

export class PoolBackend implements Backend {
  readonly about: object;
  readonly #members: readonly Member[];

  constructor(backends: readonly [Backend, ...Backend[]]) {
    this.about = backends[0].about;
    this.#members = backends.map((backend) => ({ backend, calls: 0 }));
  }

  ask(
    question: string,
    inputs: readonly Input[],
    options: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return this.#ask(this.#freest(), (backend) => backend.ask(question, inputs, options, signal));
  }

  async askMany(
    question: string,
    items: readonly (readonly Input[])[],
    options: string,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void> {
    const members = this.#living();
    const share = Math.ceil(items.length / (members.length * BATCHES_AT_A_TIME));
    // The longest texts come first: the last batches, for which some wait, are short.
    const batches = batchesOf(items.map(lengthOf), Math.min(share, MOST_TEXTS));
    const work = async (member: Member, stop: AbortSignal) => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        await askBatch(member, batch, stop);
        if (member.backend.failed) return;
      }
    };
    const askBatch = (member: Member, batch: readonly number[], stop: AbortSignal) => {
      const waiting = new Set(batch);
      return this.#ask(member, async (backend) => {
        // Of a batch that is asked again, some may have been answered.
        const asked = [...waiting];
        const takeOne = (answer: Answer, at: number) => {
          waiting.delete(asked[at]!);
          take(answer, asked[at]!);
        };
        const some = asked.map((index) => items[index]!);
        await backend.askMany(question, some, options, stop, takeOne).catch((error: unknown) => {
          throw relocated(error, (at) => asked[at]!);
        });
      });
    };
    // One for each Worker first, so that few are shared out, too.
    const rounds = Array.from({ length: BATCHES_AT_A_TIME }, () => members).flat();
    await together(signal, (stop) => Promise.all(rounds.map((member) => work(member, stop))));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#members.map(({ backend }) => backend.dispose()));
  }

  /** Those whose Worker has not ended or, if there are none, all: they say why. */
  #living(): readonly Member[] {
    const living = this.#members.filter(({ backend }) => !backend.failed);
    return living.length > 0 ? living : this.#members;
  }

  #freest(): Member {
    return this.#living().reduce((a, b) => (b.calls < a.calls ? b : a));
  }

  /**
   * Asks a member and, if its Worker ends before it answers, another: only once, or a text that ends
   * a Worker would end them all.
   */
  async #ask<T>(member: Member, call: (backend: Backend) => Promise<T>): Promise<T> {
    try {
      return await count(member, call);
    } catch (error) {
      const next = this.#freest();
      if (!member.backend.failed || next.backend.failed) throw error;
      return count(next, call);
    }
  }
}

async function count<T>(member: Member, call: (backend: Backend) => Promise<T>): Promise<T> {
  ++member.calls;
  try {
    return await call(member.backend);
  } finally {
    --member.calls;
  }
}
