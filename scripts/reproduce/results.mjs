// The results of runs: one record per cell, in a JSON file that can be committed.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

export class Results {
  #path;
  #records;

  /** Without a path what is noted lasts as long as this object. */
  constructor(path) {
    this.#path = path;
    this.#records = path && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  }

  /** The record of a cell, unless its settings have changed since. */
  find({ name, config }) {
    const record = this.#records.find((other) => other.name === name);
    return record && isDeepStrictEqual(record.config, JSON.parse(JSON.stringify(config)))
      ? record
      : undefined;
  }

  /** The record of this name, whatever its settings. */
  named(name) {
    return this.#records.find((record) => record.name === name);
  }

  note(record) {
    this.#records = this.#records.filter(({ name }) => name !== record.name);
    this.#records.push(record);
    this.#records.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    if (!this.#path) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#records, null, 1)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}
