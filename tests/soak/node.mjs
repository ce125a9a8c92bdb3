// The package in Node.
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { Explaining, Loading, shippedModels, watchMemories } from './exercise.mjs';
import { inRounds } from './rounds.mjs';

const repository = new URL('../../', import.meta.url);
const from = (name) => new URL(`models/${name}/`, repository);
const code = (system) => import(new URL(`wasm/dist/systems/${system}/node.js`, repository));

export async function soakNode({ explains, loads, rounds, seed }) {
  const wasm = watchMemories();
  const measure = async () => {
    // What was used in a turn of the loop is not collected before its end.
    for (let i = 0; i < 3; ++i) {
      await pause(20);
      globalThis.gc();
    }
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heap: heapUsed, wasm: wasm() };
  };
  const soak = (what, total, work) =>
    inRounds({ what, total, rounds, run: (amount) => work.run(amount), measure });

  const models = await shippedModels(from, code);
  const open = (name) => models.find((model) => model.name === name).open();
  const explaining = new Explaining(open, ['beer', 'hotels', 'movies'], { seed, each: 1000 });
  await soak('node: explains', explains, explaining);
  await explaining.dispose();

  const loading = new Loading(models);
  await loading.warmUp();
  await soak('node: loads', loads, loading);

  const worker = new Worker(new URL('wasm/dist/worker-node.js', repository));
  const there = new Loading(await shippedModels(from, code, { worker }));
  // A tenth of them in a Worker, beside those here.
  await there.warmUp();
  await soak('node: loads in a Worker', Math.ceil(loads / 10), there);
  await worker.terminate();
}
