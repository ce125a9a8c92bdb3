// The list of what is shipped and what builds it, for programs: CycloneDX.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { installedPackages } from '../../scripts/supply/debian.mjs';
import { parts } from '../../scripts/supply/shipped.mjs';
import { repository } from './support.mjs';

const yard = mkdtempSync(join(tmpdir(), 'whylight-sbom-'));
after(() => rmSync(yard, { recursive: true, force: true }));

function write(name, env) {
  const file = join(yard, name);
  execFileSync('node', ['scripts/sbom.mjs', file], {
    cwd: repository,
    env: { ...process.env, ...env },
  });
  return readFileSync(file, 'utf8');
}

let bom;
let byAddress;
before(() => {
  bom = JSON.parse(write('bom.json'));
  byAddress = new Map(bom.components.map((each) => [each.purl ?? each['bom-ref'], each]));
});

/** Says whether a document is CycloneDX, by the schema that CycloneDX publishes. */
async function isValid(document) {
  const require = createRequire(import.meta.url);
  const library = require.resolve('@cyclonedx/cyclonedx-library/package.json');
  const schema = (name) =>
    JSON.parse(readFileSync(join(library, `../res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'));
  const { default: Ajv } = await import('ajv');
  const { default: addFormats } = await import('ajv-formats');
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  // Of the formats that the schema names it does not know these two.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const { $id, ...rest } = schema(name);
    ajv.addSchema(rest, new URL(`${name}.SNAPSHOT.schema.json`, $id).href);
  }
  const validate = ajv.compile(schema('bom-1.6'));
  return validate(document) ? '' : ajv.errorsText(validate.errors);
}

test('it is what the schema of CycloneDX asks for', async () => {
  assert.equal(await isValid(bom), '');
  const wrong = structuredClone(bom);
  wrong.components[0].licenses = [{ license: { id: 'Apache 2' } }];
  assert.match(await isValid(wrong), /licenses\/0/);
});

test('each component has a name of its own, and what it depends on is there', () => {
  const references = [bom.metadata.component, ...bom.components].map((each) => each['bom-ref']);
  assert.equal(new Set(references).size, references.length);
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const each of [ref, ...dependsOn]) assert.ok(references.includes(each), each);
  }
});

describe('the list', () => {
  test('has what is compiled into the package, by the Debian package it is of', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const whylight = `pkg:npm/whylight@${version}`;
    assert.equal(bom.metadata.component.purl, whylight);
    const { dependsOn } = bom.dependencies.find(({ ref }) => ref === whylight);
    const packages = installedPackages(['libeigen3-dev', 'emscripten']);
    const address = (name) => `pkg:deb/debian/${name}@${packages.get(name).version}?arch=all`;
    const has = (start, end) =>
      dependsOn.some((each) => each.startsWith(start) && each.endsWith(end));
    assert.ok(has(address('libeigen3-dev'), ''), dependsOn.join('\n'));
    assert.ok(has(address('emscripten'), '#system/lib/libc/musl'), dependsOn.join('\n'));
    // And the model that goes with it.
    assert.equal(dependsOn.length, parts.compiled.length + 1);
  });

  test('has every package of npm, and says which are shipped', () => {
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    const shipped = parts.page.map((name) => `node_modules/${name}`);
    for (const [path, { version }] of Object.entries(packages)) {
      const [, name] = /.*node_modules\/(.*)$/.exec(path) ?? [];
      if (!name || !version) continue;
      const found = byAddress.get(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.ok(found, path);
      assert.equal(found.scope, shipped.includes(path) ? 'required' : 'excluded', path);
      assert.match(found.hashes[0].content, /^[0-9a-f]{128}$/);
    }
  });

  test('has the models', () => {
    const models = bom.components.filter(({ type }) => type === 'machine-learning-model');
    assert.deepEqual(
      models.map(({ name }) => name),
      ['beer', 'hotels', 'movies', 'opinions', 'pairs', 'questions', 'reader', 'sentiment'].map(
        (name) => `model-${name}`,
      ),
    );
  });
});

test('it is the same wherever and whenever it is made', () => {
  const once = write('once.json', {
    SOURCE_DATE_EPOCH: '1',
    TZ: 'Asia/Tokyo',
    LANG: 'tr_TR.UTF-8',
  });
  const again = write('again.json', { SOURCE_DATE_EPOCH: '1', TZ: 'UTC', LANG: 'C' });
  assert.equal(again, once);
  assert.equal(JSON.parse(once).metadata.timestamp, '1970-01-01T00:00:01Z');
});

test('its time is that of the commit', () => {
  const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: repository });
  assert.equal(Date.parse(bom.metadata.timestamp), Number(seconds) * 1000);
});
