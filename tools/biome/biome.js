#!/usr/bin/env node
// Runs Biome with the given arguments. The first run installs it, once for each version.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../install-packages.js';

const folder = await installPackages({
  source: fileURLToPath(new URL('packages', import.meta.url)),
  cache: 'tain-biome',
  what: 'Biome',
});
if (folder === undefined) process.exit(1);
const program = path.join(folder, 'node_modules/@biomejs/biome/bin/biome');
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
