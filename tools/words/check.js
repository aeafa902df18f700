#!/usr/bin/env node
// Prints each wording and name that words.js refuses in the folders below (or in those given); exit code 1 if there is any.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkComments, checkNames } from './words.js';

/** Folders whose comments and names follow the rules. To grow until it is `src`, `packages`, `test` and `bench`. */
const FOLDERS =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        'packages/explorer/src',
        'packages/network-simulator/src',
        'src/access',
        'src/app',
        'src/db',
        'src/evm',
        'src/kernel',
        'src/ledger',
        'src/live',
        'src/net',
        'src/proof',
        'src/query',
        'src/reads',
        'src/rpc',
        'src/schema',
        'src/status',
        'src/threads',
        'tools',
      ];

const root = fileURLToPath(new URL('../../', import.meta.url));
let count = 0;
for (const folder of FOLDERS) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|js)$/.test(name) || name.endsWith('.d.ts')) continue;
    const file = path.posix.join(folder, name.replaceAll('\\', '/'));
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const { line, text } of [...checkComments(source), ...checkNames(source)]) {
      console.error(`${file}:${line}: ${text}`);
      count += 1;
    }
  }
}
console.log(`${count} wordings or names against tools/words`);
process.exitCode = count > 0 ? 1 : 0;
