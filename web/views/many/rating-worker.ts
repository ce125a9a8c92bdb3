// Loads a model and rates slices of texts. The page gets of each no more than it shows.
import {
  load,
  WhylightError,
  type Explanation,
  type Model,
  type ModelBytes,
  type Span,
} from 'whylight';
import type { Answer, FromWorker, ToWorker } from './messages';
import type { Quote, Rated } from './rated-review';

// So many answers travel together: each message costs the page a task.
const together = 16;

let model: Model | undefined;
let running: AbortController | undefined;

function send(message: FromWorker): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'load') void open(data.source);
  else if (data.type === 'rate') void rate(data.texts);
  else running?.abort();
});

async function open(source: string | ModelBytes): Promise<void> {
  try {
    model = await load(source, { onProgress: (progress) => send({ type: 'progress', progress }) });
    send({ type: 'loaded', aspects: model.aspects, labels: model.labels });
  } catch (error) {
    const code = error instanceof WhylightError ? error.code : 'worker-failed';
    send({ type: 'failed', code, message: sentence(error) });
  }
}

async function rate(texts: readonly string[]): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  const answered = new Set<number>();
  let waiting: Answer[] = [];
  const flush = () => {
    if (waiting.length > 0) send({ type: 'rated', answers: waiting });
    waiting = [];
  };
  const answer = (given: Answer) => {
    answered.add(given.index);
    waiting.push(given);
    if (waiting.length >= together) flush();
  };
  try {
    await model!.explainMany(texts, {
      signal,
      onExplanation: (explanation, index) => answer({ index, rated: essence(explanation) }),
    });
  } catch {
    // One text that cannot be rated ends them all; one by one the others can.
    for (const [index, text] of texts.entries()) {
      if (signal.aborted) break;
      if (!answered.has(index)) answer(await rateOne(text, index));
    }
  }
  flush();
  send({ type: 'done' });
}

async function rateOne(text: string, index: number): Promise<Answer> {
  try {
    return { index, rated: essence(await model!.explain(text)) };
  } catch (error) {
    return { index, failure: sentence(error) };
  }
}

function essence({ text, inDomain, ratings, rationales, tokens }: Explanation): Rated {
  const aspects = model!.aspects;
  const quotes: Quote[] = aspects.flatMap((name, aspect) =>
    rationales[name]!.map(({ start, end }) => {
      const own = tokens.filter((token) => overlap(token, { start, end }));
      const sum = own.reduce((total, { probability }) => total + probability[name]!, 0);
      return { aspect, start, end, sure: sum / Math.max(1, own.length) };
    }),
  );
  return {
    inDomain,
    ratings: aspects.map((name) => ratings[name]!),
    quotes,
    words: tokens.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end))).length,
  };
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
