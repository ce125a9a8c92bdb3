// Rows of what was measured, and tables of them in Markdown.
import { digits, median, tableOf } from '../report.mjs';

/**
 * The rows of a run, one for each block, engine, runtime and length. `bytes` is
 * what a page downloads for the engine.
 */
export function rowsOf(times, runtime, bytes) {
  return times.map(({ block, engine, words, times: samples }) => ({
    block,
    engine,
    runtime,
    words,
    median_ms: median(samples),
    best_ms: Math.min(...samples),
    samples: samples.length,
    bytes: bytes.get(engine),
  }));
}

export function printTable(columns, lines) {
  console.log(tableOf(columns, lines));
}

const unique = (values) => [...new Set(values)];

/** The least time at `words` of the engines whose name begins so. */
export function bestOf(rows, prefix, words) {
  const compared = rows.filter((row) => row.engine.startsWith(prefix) && row.words === words);
  return Math.min(...compared.map((row) => row.median_ms));
}

const PEERS = ['onnxruntime-web', 'tfjs', 'plain JavaScript'];

/**
 * How many times faster `ours` are than the best of each peer: `[{name, peer,
 * ratios}]`, a ratio for each of `lengths`.
 */
export function comparisons(rows, lengths, ours) {
  const peers = PEERS.filter((peer) => rows.some(({ engine }) => engine.startsWith(peer)));
  return ours.flatMap((name) =>
    peers.map((peer) => ({
      name,
      peer,
      ratios: lengths.map((words) => bestOf(rows, peer, words) / bestOf(rows, name, words)),
    })),
  );
}

const times = (ratio) => `${ratio.toFixed(2)}×`;

/** The medians of one block in one runtime, and how `ours` compare. */
export function printBlock(title, rows, ours) {
  const lengths = unique(rows.map(({ words }) => words));
  const engines = unique(rows.map(({ engine }) => engine));
  console.log(`\n## ${title}\n`);
  printTable(
    ['ms', ...lengths.map((words) => `${words} words`)],
    [
      ...engines.map((engine) => [
        engine,
        ...rows.filter((row) => row.engine === engine).map((row) => digits(row.median_ms)),
      ]),
      ...comparisons(rows, lengths, ours).map(({ name, peer, ratios }) => [
        `${name} beside the best of ${peer}`,
        ...ratios.map(times),
      ]),
    ],
  );
}
