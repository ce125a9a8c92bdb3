// Gives what a flavour of a module imports the names that the glue of the first has: the linker
// hands out its short names by how often a function is called, which differs between flavours.
//
//   node scripts/match-imports.mjs FLAVOUR.mjs FLAVOUR.wasm GLUE.mjs
import { readFile, writeFile } from 'node:fs/promises';

const [flavourGlue, module, glue] = process.argv.slice(2);
const IMPORTS = /(?<=var asmLibraryArg=\{)[^}]*(?=\})/;

const [ours, theirs] = await Promise.all([flavourGlue, glue].map((path) => readFile(path, 'utf8')));
if (ours !== theirs) {
  const [from, to] = [ours, theirs].map(functionsOf);
  if (ours.replace(IMPORTS, '') !== theirs.replace(IMPORTS, '') || from.size !== to.size)
    throw new Error(`${flavourGlue}: expected the glue of ${glue} but for names of imports`);
  const nameOf = new Map([...to].map(([name, used]) => [used, name]));
  const names = new Map([...from].map(([name, used]) => [name, nameOf.get(used)]));
  await writeFile(module, rename(await readFile(module), names));
  await writeFile(flavourGlue, theirs);
}

/** What each name of an import stands for. */
function functionsOf(text) {
  const [imports] = text.match(IMPORTS) ?? [];
  if (!imports) throw new Error(`${flavourGlue}: expected a list of imports, found none`);
  return new Map(imports.split(',').map((pair) => pair.match(/^"(.+)":(.+)$/).slice(1)));
}

/** The module with other names in its section of imports; each is as long as it was. */
function rename(bytes, names) {
  let at = 8; // After the magic number and the version.
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const limits = () => {
    const flags = number();
    number();
    if (flags & 1) number();
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section === 2) {
      for (let count = number(); count > 0; --count) {
        const before = number(); // The module's name.
        at += before;
        const length = number();
        const name = bytes.toString('utf8', at, at + length);
        const other = names.get(name);
        if (other?.length !== length)
          throw new Error(`${module}: "${name}": expected a name as long, found ${other}`);
        bytes.write(other, at);
        at += length;
        const kind = bytes[at++];
        if (kind === 0) number();
        else if (kind === 1) (++at, limits());
        else if (kind === 2) limits();
        else at += 2;
      }
      return bytes;
    }
    at = end;
  }
  throw new Error(`${module}: expected imports, found none`);
}
