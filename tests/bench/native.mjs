// Runs the native programs of this folder and of the core.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const build = new URL('../../build/native/', import.meta.url).pathname;

function run(program, parameters) {
  return execFileSync(join(build, program), parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  });
}

/**
 * Every repetition that the Google Benchmark program measured, as it reports
 * them: `[{name, real_time, cpu_time, ...}]`, and the run's context.
 */
function runBenchmark(program, parameters, { repetitions, seconds }) {
  const { benchmarks, context } = JSON.parse(
    run(join('tests/bench', program), [
      ...parameters,
      '--benchmark_format=json',
      `--benchmark_repetitions=${repetitions}`,
      `--benchmark_min_time=${seconds}`,
      // A disturbance of the machine shall not fall on one row alone.
      '--benchmark_enable_random_interleaving=true',
    ]),
  );
  const runs = benchmarks.filter((each) => each.run_type === 'iteration');
  const failed = runs.find((each) => each.error_occurred);
  if (failed) throw new Error(`${failed.name}: ${failed.error_message}`);
  return { context, runs };
}

/** The runs by the name they were registered under, in its order of size. */
function byName(runs) {
  const names = new Map();
  for (const each of runs) {
    const name = each.run_name;
    names.set(name, [...(names.get(name) ?? []), each]);
  }
  const size = (name) => Number(name.split('/')[1]);
  return [...names].sort(([a], [b]) => size(a) - size(b));
}

/** The answers of the native program: the lines of `whylight explain`. */
export function explainNatively(model, texts, output) {
  run('core/whylight', ['explain', '--model', model, '--input', texts, '--output', output]);
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** `[{words, samples: [{wall, cpu}]}]`, in milliseconds a text. */
export function timeNatively(model, texts, effort) {
  const { runs } = runBenchmark('explain_bench', [model, texts], effort);
  return byName(runs).map(([name, repetitions]) => ({
    words: Number(name.split('/')[1]),
    samples: repetitions.map((each) => ({
      wall: each.real_time / each.texts,
      cpu: each.cpu_time / each.texts,
    })),
  }));
}

/** `[{threads, samples: [{wall, cpu}]}]`, in words per second. */
export function timeTraining(model, texts, repetitions) {
  const { runs } = runBenchmark('train_bench', [model, texts], { repetitions, seconds: 0 });
  return byName(runs).map(([name, repetitions]) => ({
    threads: Number(name.split('/')[1]),
    samples: repetitions.map((each) => ({
      wall: each.words / (each.real_time / 1000),
      cpu: each.words / each.cpu_seconds,
    })),
  }));
}

/**
 * `{products: [{library, size, samples: [{wall, cpu}]}], openblas}`, in GFLOP/s;
 * `openblas` says what was measured under that name, if it was.
 */
export function timeProducts(effort) {
  const { context, runs } = runBenchmark('gemm_bench', [], effort);
  const products = byName(runs).map(([name, repetitions]) => {
    const [library, size] = name.split('/');
    const speed = (milliseconds) => (2 * Number(size) ** 3) / (milliseconds * 1e6);
    const samples = repetitions.map((each) => ({
      wall: speed(each.real_time),
      cpu: speed(each.cpu_time),
    }));
    return { library, size: Number(size), samples };
  });
  return { products, openblas: context.openblas };
}

/** A value that CMake keeps of this build. */
function cached(name) {
  const cache = readFileSync(join(build, 'CMakeCache.txt'), 'utf8');
  return new RegExp(`^${name}:[^=]*=(.*)$`, 'm').exec(cache)?.[1] ?? '';
}

/** The compiler of this build and what it was told, as one line. */
export function describeCompiler() {
  const version = execFileSync(cached('CMAKE_CXX_COMPILER'), ['--version'], { encoding: 'utf8' });
  const flags = [cached('CMAKE_CXX_FLAGS'), cached('CMAKE_CXX_FLAGS_RELEASE')];
  return [version.split('\n')[0], ...flags].filter(Boolean).join(' ');
}
