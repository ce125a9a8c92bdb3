// The packages as npm packs them, installed in a folder elsewhere.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds. Long enough for a busy machine; a tool that hangs must not hang the tests. */
export const PATIENCE = 180_000;

export const npm = (args, cwd) =>
  run('npm', [...args, '--ignore-scripts', '--loglevel=error'], { cwd });

/** Packs whylight and some of its models into `folder`, and returns what npm says of each. */
export async function pack(folder, models = [], sources = repository) {
  const which = models.map((name) => `--workspace=@whylight/model-${name}`);
  const args = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await npm([...args, ...which, '--include-workspace-root'], sources);
  // Newer releases of npm name each, older ones list them.
  return Object.values(JSON.parse(stdout));
}

/** A folder with whylight and some of its models installed: `{home, packed}`. */
export async function install(models) {
  const home = await mkdtemp(join(tmpdir(), 'whylight-'));
  const packed = await pack(home, models);
  await writeFile(join(home, 'package.json'), '{"private": true, "type": "module"}');
  const tarballs = packed.map(({ filename }) => `./${filename}`);
  await npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], home);
  return { home, packed };
}

/** Runs the program installed in `home`, and returns what it printed and how it ended. */
export async function whylight(home, args, input = '', env = {}) {
  const program = join(home, 'node_modules', '.bin', 'whylight');
  const running = run(program, args, { cwd: home, env: { ...process.env, ...env } });
  running.child.stdin.end(input);
  try {
    return { ...(await running), status: 0 };
  } catch (failure) {
    return { stdout: failure.stdout, stderr: failure.stderr, status: failure.code };
  }
}
