// Times things that take turns, so that what disturbs the machine for a while
// falls on none of them alone. Runs in Node, pages and Workers.

/**
 * Calls `run` for at least `milliseconds`; how long a call took. `prepare`, if it
 * is there, goes before and does not count.
 */
async function timeBlock({ run, prepare }, milliseconds) {
  await prepare?.();
  const start = performance.now();
  let calls = 0;
  let elapsed;
  do {
    const result = run();
    // Waiting for what is there costs time of its own.
    if (result instanceof Promise) await result;
    calls += 1;
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  return elapsed / calls;
}

/**
 * The times of each of `contestants`, `[{run, prepare}]`, in milliseconds a call:
 * `samples` blocks of at least `milliseconds`.
 */
export async function takeTurns(contestants, { samples, milliseconds }) {
  // Engines compile what is used much a second time, and better.
  for (const each of contestants) await timeBlock(each, 4 * milliseconds);
  const times = contestants.map(() => []);
  for (let sample = 0; sample < samples; sample += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      // Another one first each time: what comes and goes at a beat of its own
      // would else find the same one always.
      const index = (turn + sample) % contestants.length;
      times[index].push(await timeBlock(contestants[index], milliseconds));
    }
  }
  return times;
}
