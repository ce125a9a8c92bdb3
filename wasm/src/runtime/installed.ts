// Files of packages that are installed, as Node finds them.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A variable, or else bundlers take what is made of it for files of their own.
const here: string | undefined = import.meta.url;

/** The address of a file `path` from this folder; none in a bundle that does not know its own. */
export function besideUs(path: string): URL | undefined {
  return here === undefined ? undefined : new URL(path, here);
}

/**
 * The address of what a package exports, such as "whylight/core.wasm", if it is installed. The
 * search starts from this file and then, as that may be in a bundle elsewhere, from the folder in
 * which the program runs.
 */
export function installed(specifier: string): URL | undefined {
  for (const from of [here, join(process.cwd(), 'program.js')]) {
    try {
      if (from !== undefined) return pathToFileURL(createRequire(from).resolve(specifier));
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
