#!/usr/bin/env node
// Prints each wording and name that words.js refuses in the folders below (or in those given); exit code 1 if there is any.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkComments, checkNames, checkPersons, checkTitles } from './words.js';

/** Code of protobufjs' compiler. */
const GENERATED = 'packages/protos/generated/';
/** Test of the rules, which has wrong wordings and names on purpose. */
const EXAMPLES = 'test/ci/words.unit.test.ts';

/** Folders whose comments, names and titles of tests follow the rules. */
const FOLDERS =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        '.ci',
        'bench',
        'deploy',
        'packages/client/src',
        'packages/client/test',
        'packages/evm/src',
        'packages/evm/test',
        'packages/explorer/src',
        'packages/ledger/src',
        'packages/ledger/test',
        'packages/network-simulator/src',
        'packages/protos',
        'packages/verify/src',
        'packages/verify/test',
        'src/app',
        'src/calls',
        'src/config',
        'src/grpc',
        'src/ingest',
        'src/kernel',
        'src/local-network',
        'src/net',
        'src/rest',
        'src/rpc',
        'src/status',
        'src/store',
        'src/threads',
        'test',
        'tools',
        'web',
      ];

const root = fileURLToPath(new URL('../../', import.meta.url));
let count = 0;
for (const folder of FOLDERS) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|js)$/.test(name) || name.endsWith('.d.ts')) continue;
    const file = path.posix.join(folder, name.replaceAll('\\', '/'));
    if (file === EXAMPLES || file.startsWith(GENERATED)) continue;
    const source = readFileSync(path.join(root, file), 'utf8');
    const ofFolder = /^(packages\/[\w-]+\/)?test\//.test(file) ? checkTitles(source) : checkPersons(source);
    for (const { line, text } of [...checkComments(source), ...checkNames(source), ...ofFolder]) {
      console.error(`${file}:${line}: ${text}`);
      count += 1;
    }
  }
}
console.log(`${count} wordings or names against tools/words`);
process.exitCode = count > 0 ? 1 : 0;
