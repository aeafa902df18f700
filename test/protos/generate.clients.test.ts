import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { installPackages } from '../../tools/install-packages.js';

const protos = fileURLToPath(new URL('../../packages/protos/', import.meta.url));
const generator = fileURLToPath(new URL('../../tools/protos/', import.meta.url));
const packages = await installPackages({
  source: generator,
  cache: 'tain-protos-generator',
  what: 'the generator of protobuf code',
});

test.skipIf(packages === undefined)(
  'the schema and the generated code equal the output of the generator, byte for byte',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-protos-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await promisify(execFile)(process.execPath, [
      path.join(generator, 'generate.js'),
      '--schema',
      '--out',
      folder,
    ]);
    for (const name of await readdir(folder)) {
      const retained = path.join(protos, name.endsWith('.json') ? '' : 'generated', name);
      const [made, committed] = await Promise.all([
        readFile(path.join(folder, name), 'utf8'),
        readFile(retained, 'utf8'),
      ]);
      expect(`${name} ${made === committed}`).toBe(`${name} true`);
    }
    expect((await readdir(folder)).length).toBe(12);
  },
);
