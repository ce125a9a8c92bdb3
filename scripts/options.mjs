// The options of a script: --help prints how it is called, and so does what it does not know.
import { parseArgs } from 'node:util';

/** As `parseArgs({allowPositionals, options})` reads them, with `fail`, which ends the script: `{values, positionals, fail}`. */
export function readOptions(usage, options = {}, { allowPositionals = false } = {}) {
  const fail = (message) => {
    console.error(`${message}\n\n${usage}`);
    process.exit(2);
  };
  let read;
  try {
    const help = { type: 'boolean', short: 'h', default: false };
    read = parseArgs({ allowPositionals, options: { ...options, help } });
  } catch ({ message }) {
    fail(message);
  }
  if (read.values.help) {
    console.log(usage);
    process.exit(0);
  }
  return { ...read, fail };
}
