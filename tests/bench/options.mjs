// The options that every benchmark has.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Reads --quick, --json FILE, --help and `more` ({NAME: {type}}), of which
 * `paths` are paths. `script` is the name by which npm runs the benchmark.
 */
export function readOptions(script, help, more = {}, paths = []) {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        ...more,
      },
    }));
  } catch (error) {
    console.error(`bench: ${error.message}\n\n${help}`);
    process.exit(2);
  }
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  // npm starts scripts in the project's folder; paths are meant relative to
  // where the user is.
  const from = process.env.npm_lifecycle_event === script ? process.env.INIT_CWD : '.';
  for (const name of ['json', ...paths]) {
    if (values[name] !== undefined) values[name] = resolve(from ?? '.', values[name]);
  }
  return values;
}
