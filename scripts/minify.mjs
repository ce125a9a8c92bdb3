// Writes a JavaScript file into a folder without what only people read:
//
//   node scripts/minify.mjs FILE.mjs FOLDER
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { minify } from 'vite';

const [source, folder] = process.argv.slice(2);
const { code, errors } = await minify(source, await readFile(source, 'utf8'), { module: true });
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
await writeFile(join(folder, basename(source)), code);
