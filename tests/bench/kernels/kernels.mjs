// Times the kernels of core/math as wasm: one module, or several side by side.
//
//   cmake --preset wasm && cmake --build --preset wasm --target kernel_bench
//   node tests/bench/kernels/kernels.mjs [--chromium] [MODULE.wasm ...]
//
// The best of many short samples, in which kernels and modules take turns.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SAMPLES = 100;
const SAMPLE_MS = 1;

// Runs here and in the page, to which it travels as text.
async function timeModules(modules, samples, sampleMs) {
  const instances = await Promise.all(
    modules.map(async (bytes) => {
      const module = await WebAssembly.compile(bytes);
      const imports = {};
      for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        (imports[from] ??= {})[name] = () => 0;
      }
      const { exports } = await WebAssembly.instantiate(module, imports);
      exports._initialize?.();
      return exports;
    }),
  );
  const nameOf = ({ memory, KernelName }, i) => {
    const start = KernelName(i);
    const text = new Uint8Array(memory.buffer);
    return new TextDecoder().decode(text.slice(start, text.indexOf(0, start)));
  };
  const msOf = (exports, i, times) => {
    const start = performance.now();
    exports.RunKernel(i, times);
    return performance.now() - start;
  };
  const rows = [];
  for (const [which, exports] of instances.entries()) {
    for (let i = 0; i < exports.KernelCount(); i++) {
      const name = nameOf(exports, i);
      let row = rows.find((other) => other.name === name);
      if (!row) rows.push((row = { name, runs: [] }));
      let times = 1;
      while (msOf(exports, i, times) < sampleMs) times *= 2;
      row.runs.push({ which, i, times, flops: exports.KernelFlops(i), best: Infinity });
    }
  }
  for (let sample = 0; sample < samples; sample++) {
    for (const { runs } of rows) {
      for (const run of runs) {
        const ms = msOf(instances[run.which], run.i, run.times);
        run.best = Math.min(run.best, ms / run.times);
      }
    }
  }
  return rows;
}

async function timeInChromium(modules) {
  const { launchChromium } = await import('../../chromium.mjs');
  const server = createServer((request, response) => {
    // Isolated pages have fine clocks.
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    const which = /\d+$/.exec(request.url);
    response.end(which ? modules[which[0]] : '<!doctype html>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(`(async () => {
      const modules = await Promise.all([...Array(${modules.length}).keys()].map(
        async (i) => (await fetch('/' + i)).arrayBuffer()));
      return (${timeModules})(modules, ${SAMPLES}, ${SAMPLE_MS});
    })()`);
  } finally {
    await browser.close();
    server.close();
  }
}

const { values, positionals } = parseArgs({
  options: { chromium: { type: 'boolean' } },
  allowPositionals: true,
});
const built = fileURLToPath(
  new URL('../../../build/wasm/tests/bench/kernels/kernel_bench.wasm', import.meta.url),
);
const paths = positionals.length > 0 ? positionals : [built];
const modules = await Promise.all(paths.map((path) => readFile(path)));
const rows = values.chromium
  ? await timeInChromium(modules)
  : await timeModules(modules, SAMPLES, SAMPLE_MS);

const roofline = Math.max(...rows[0].runs.map(({ flops, best }) => flops / best / 1e6));
for (const { name, runs } of rows) {
  const cells = runs.map(({ flops, best }) => {
    const us = (best * 1e3).toFixed(2).padStart(9);
    const rate = flops / best / 1e6;
    return /^(roofline|i?gemm|network)/.test(name)
      ? `${us} us ${rate.toFixed(1).padStart(5)} GFLOP/s ${((100 * rate) / roofline).toFixed(0).padStart(3)} %`
      : `${us} us ${(1 / rate).toFixed(2).padStart(5)} ns a unit    `;
  });
  console.log(name.padEnd(24), cells.join('  |'));
}
