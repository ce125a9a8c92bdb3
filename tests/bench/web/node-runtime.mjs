// Performs a task in this process, which bench.mjs starts for it alone.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

import { perform } from './tasks.mjs';

// Node 20 has relaxed SIMD behind this flag; later ones need none.
if (process.versions.node.startsWith('20.')) {
  setFlagsFromString('--experimental-wasm-relaxed-simd');
}

/**
 * The most memory this process held, in bytes. Not process.resourceUsage(),
 * which remembers what the process was forked from.
 */
function peakMemory() {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
}

process.once('message', async (task) => {
  try {
    const result = await perform(task);
    process.send({ result, peak: peakMemory() }, () => process.exit());
  } catch (error) {
    process.send({ error: error.stack }, () => process.exit());
  }
});
