// Times the npm package in this Node, and weighs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../wasm/dist/', import.meta.url);

/** Asks about every text once. */
async function pass(ask, texts) {
  for (const text of texts) await ask(text);
}

/** Passes until `milliseconds` are over; how many, and how long each took. */
async function passesFor(ask, texts, milliseconds) {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  let passes = 0;
  let elapsed;
  do {
    await pass(ask, texts);
    passes += 1;
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  const answered = passes * texts.length;
  return { wall: elapsed / answered, cpu: (user + system) / 1000 / answered };
}

/**
 * Times `ask(text)`. `texts` is `[{words, text}]`; gives `[{words, samples: [{wall, cpu}]}]`, in
 * milliseconds a text. The lengths take turns, so that what disturbs the
 * machine for a while does not fall on one of them alone.
 */
export async function timeInNode(texts, ask, { repetitions, seconds }) {
  const lengths = [...new Set(texts.map(({ words }) => words))].map((words) => ({
    words,
    texts: texts.filter((each) => each.words === words).map(({ text }) => text),
    samples: [],
  }));
  // V8 compiles what is used much a second time, and better.
  const milliseconds = 1000 * seconds;
  for (const length of lengths) await passesFor(ask, length.texts, 10 * milliseconds);
  for (let round = 0; round < repetitions; round += 1) {
    for (const length of lengths) {
      length.samples.push(await passesFor(ask, length.texts, milliseconds));
    }
  }
  return lengths.map(({ words, samples }) => ({ words, samples }));
}

/** `[{file, raw, gzip}]`, in bytes. */
export function weigh() {
  const files = ['core', 'layers'].flatMap((name) => [
    `whylight-${name}.wasm`,
    `whylight-${name}.mjs`,
  ]);
  return files.map((file) => {
    const path = fileURLToPath(new URL(file, dist));
    const raw = readFileSync(path).length;
    const gzip = execFileSync('gzip', ['-9', '-n', '-c', path], { maxBuffer: 2 ** 30 }).length;
    return { file, raw, gzip };
  });
}
