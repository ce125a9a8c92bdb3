// `whylight index` and `whylight search`: documents as a file, and searches of it.
import { readFile } from 'node:fs/promises';

import { WhylightError, messageOf } from '../runtime/errors.js';
import { Retriever } from '../systems/questions/retriever.js';
import type { IndexOptions, SearchOptions } from '../systems/questions/types.js';
import { hitsToJson, paintHits } from './hits.js';
import { readAll, readJson, readTexts } from './input.js';
import { Misuse } from './misuse.js';
import { openModel } from './models.js';
import { toNumber } from './options.js';
import { keepInput, openOutput } from './output.js';
import { wantsColour } from './terminal.js';

const MANY = { type: 'string', multiple: true } as const;
const ONE = { type: 'string' } as const;

/** The flags of `index` beside those of every verb. */
export const INDEX_FLAGS = {
  field: MANY,
  id: ONE,
  encode: MANY,
  k1: ONE,
  b: ONE,
} as const;

/** The flags of `search`. */
export const SEARCH_FLAGS = {
  index: ONE,
  limit: ONE,
  mode: ONE,
  weight: ONE,
  prefix: ONE,
  fuzzy: ONE,
  threshold: ONE,
  score: ONE,
} as const;

interface IndexValues {
  model?: string | undefined;
  input?: string | undefined;
  output?: string | undefined;
  field?: string[] | undefined;
  id?: string | undefined;
  encode?: string[] | undefined;
  k1?: string | undefined;
  b?: string | undefined;
}

// Documents of a file that are read before they are added.
const PIECE = 1000;

/** Reads the documents of a file, and writes their index. */
export async function makeIndex(values: IndexValues): Promise<void> {
  const { input, output, field: named, id, encode } = values;
  if (input === undefined) throw new Misuse('index: expected --input FILE, found none.');
  if (output === undefined) throw new Misuse('index: expected --output FILE, found none.');
  if (!named) throw new Misuse('index: expected a --field, found none.');
  await keepInput(output, [input, values.model]);
  await withRetriever('index', values.model, async (retriever) => {
    const index = await retriever.createIndex<object>({
      ...fieldsOf(named),
      ...bm25Of(values),
      id,
      encode,
    });
    const keys = new Set<string>();
    let documents: object[] = [];
    let places: string[] = [];
    const add = async () => {
      await index.addAll(documents).catch((error: unknown) => {
        throw located(error, places);
      });
      documents = [];
      places = [];
    };
    for await (const { value, where } of readJson(input)) {
      for (const key of Object.keys(value ?? {})) keys.add(key);
      documents.push(value as object);
      places.push(where);
      if (documents.length === PIECE) await add();
    }
    await add();
    checkFields(named, keys);
    const bytes = await index.toBytes();
    const file = await openOutput(output);
    await file.write(bytes);
    await file.close();
  });
}

/** Throws if no document has one of the fields, which then is misspelled. */
function checkFields(named: readonly string[], keys: ReadonlySet<string>): void {
  for (const name of named.map((field) => partsOf(field).name)) {
    if (keys.size === 0 || keys.has(name)) continue;
    const found = [...keys].sort().map((key) => `"${key}"`);
    throw new Misuse(
      `--field: expected a member of a document, one of ${found.join(', ')}, found "${name}".`,
    );
  }
}

/** Fields as they are named: NAME or NAME:BOOST. */
function fieldsOf(named: readonly string[]): Pick<IndexOptions, 'fields' | 'boost'> {
  const boost: Record<string, number> = {};
  const fields = named.map((text) => {
    const { name, given } = partsOf(text);
    if (given !== undefined) boost[name] = toNumber('field', given);
    return name;
  });
  return { fields, boost };
}

function partsOf(field: string): { name: string; given: string | undefined } {
  const [, name = field, given] = /^(.*):([^:]*)$/s.exec(field) ?? [];
  return { name, given };
}

function bm25Of({ k1, b }: IndexValues): Pick<IndexOptions, 'k1' | 'b'> {
  return {
    ...(k1 !== undefined && { k1: toNumber('k1', k1) }),
    ...(b !== undefined && { b: toNumber('b', b) }),
  };
}

/** The error of a document, with the line of the file in place of its number. */
function located(error: unknown, places: readonly string[]): unknown {
  if (!(error instanceof WhylightError)) return error;
  const [, place, problem] = /^documents\[(\d+)\]: (.*)$/s.exec(error.message) ?? [];
  const where = places[Number(place)];
  if (where === undefined) return error;
  return new WhylightError('bad-data', `${where}: ${problem}`, { cause: error });
}

interface SearchValues extends Partial<Record<keyof typeof SEARCH_FLAGS, string | undefined>> {
  model?: string | undefined;
  text?: string | undefined;
  input?: string | undefined;
  output?: string | undefined;
  json?: boolean | undefined;
  'no-color'?: boolean | undefined;
}

/** Searches the index of a file for the texts that the call names. */
export async function searchIndex(values: SearchValues, bare: readonly string[]): Promise<void> {
  const { index: path, output, input } = values;
  if (path === undefined) throw new Misuse('search: expected --index FILE, found none.');
  const options = searchOptions(values);
  await keepInput(output, [input, path, values.model]);
  const texts = values.text === undefined ? bare : [...bare, values.text];
  if (texts.length > 1) throw new Misuse('Expected one text; put it in quotes.');
  if (input !== undefined && texts.length > 0) {
    throw new Misuse('Expected either a text or --input, found both.');
  }
  if (input === undefined && texts.length === 0 && process.stdin.isTTY) {
    throw new Misuse('Expected a text, --input FILE, or a text on standard input.');
  }
  await withRetriever('search', values.model, async (retriever) => {
    const index = await retriever.fromBytes(await readBytes(path));
    const toTerminal = process.stdout.isTTY && output === undefined && !values.json;
    const colour = wantsColour(values['no-color']);
    const lines = await openOutput(output);
    const answer = async (text: string, where: string) => {
      const hits = await index.search(text, options).catch((error: unknown) => {
        if (where === '' || !(error instanceof WhylightError)) throw error;
        throw new WhylightError(error.code, `${where}: ${error.message}`, { cause: error });
      });
      await lines.write(
        toTerminal
          ? paintHits(text, hits, { fields: index.fields, threshold: retriever.threshold, colour })
          : hitsToJson(text, hits),
      );
    };
    try {
      if (input === undefined) {
        await answer(texts[0] ?? (await readAll(process.stdin)).replace(/\r?\n$/, ''), '');
      } else {
        for await (const { texts, where } of readTexts(input)) await answer(texts[0]!, where);
      }
    } catch (error) {
      await lines.discard();
      throw error;
    }
    await lines.close();
  });
}

function searchOptions(values: SearchValues): SearchOptions {
  const options: Record<string, unknown> = {};
  for (const name of ['limit', 'weight', 'fuzzy', 'threshold', 'score'] as const) {
    const given = values[name];
    if (given !== undefined) options[name] = toNumber(name, given);
  }
  for (const name of ['mode', 'prefix'] as const) {
    if (values[name] !== undefined) options[name] = values[name];
  }
  return options;
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw missing
      ? new WhylightError('not-found', `${path} is not there.`, { cause })
      : new WhylightError('io', `${path} could not be read: ${messageOf(cause)}.`, { cause });
  }
}

async function withRetriever(
  verb: string,
  folder: string | undefined,
  task: (retriever: Retriever) => Promise<void>,
): Promise<void> {
  if (folder === undefined) throw new Misuse(`${verb}: expected --model DIR, found none.`);
  const model = await openModel(folder);
  try {
    if (!(model instanceof Retriever)) {
      throw new Misuse(`${verb}: expected a model of questions as --model, found another.`);
    }
    await task(model);
  } finally {
    await model.dispose();
  }
}
