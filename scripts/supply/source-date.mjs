// When what is built here was written: whatever is built of the same sources says the same.
import { execFileSync } from 'node:child_process';

/** The second that SOURCE_DATE_EPOCH names, or that of the commit, as ISO 8601. */
export function sourceDate() {
  const seconds =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}
