// Work in rounds, after each of which memory is measured: it has to be flat from the first quarter on.
const MIB = 2 ** 20;
// Long without a word.
const LONG_MS = 10_000;

/** How much the last may exceed what was measured when all was warm, in MiB. */
export const bounds = { heap: 4, wasm: 0, rss: 64 };

/**
 * Runs `run(amount)` in so many rounds until `total` is done. `measure()` gives what is held, each under
 * the name of its limit; memories in bytes, what else there is in pieces. `limits` are those that are not
 * in `bounds`.
 */
export async function inRounds({ what, total, rounds, run, measure, limits = {} }) {
  const began = performance.now();
  // What is needed once is had by then: compiled code, and the memory of the longest text.
  const warm = rounds / 4;
  let told = began;
  const all = [];
  for (let i = 0; i < rounds; ++i) {
    const before = Math.floor((i * total) / rounds);
    const done = Math.floor(((i + 1) * total) / rounds);
    await run(done - before);
    all.push(await measure());
    if (i % warm === warm - 1 || performance.now() - told > LONG_MS) {
      tell(what, `${done} done`, all[i]);
      told = performance.now();
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${what}: ${total} in ${seconds} s`);
  checkFlat(what, all.slice(warm), { ...bounds, ...limits });
}

function tell(what, done, held) {
  const shown = Object.entries(held).map(([name, value]) => `${name} ${shownValue(name, value)}`);
  console.log(`${what}: ${done}: ${shown.join(', ')}`);
}

const isMemory = (name) => Object.hasOwn(bounds, name);
const shownValue = (name, value) =>
  isMemory(name) ? `${(value / MIB).toFixed(1)} MiB` : String(value);

/** The first and the last third are compared by their least: what is held in any case. */
function checkFlat(what, held, limits) {
  const third = Math.ceil(held.length / 3);
  for (const name of Object.keys(held[0])) {
    const least = (some) => Math.min(...some.map((each) => each[name]));
    const growth = least(held.slice(-third)) - least(held.slice(0, third));
    const limit = limits[name] * (isMemory(name) ? MIB : 1);
    if (growth <= limit) continue;
    throw new Error(
      `${what}: ${name} grew by ${shownValue(name, growth)}; at most ${shownValue(name, limit)}`,
    );
  }
}
