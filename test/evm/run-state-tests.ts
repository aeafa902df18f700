// `npm run test:evm -- FOLDER [FOLDER …]`: runs all state tests of the official format below the folders, prints those
// that fail, what took long, and how many passed and failed. Exit code 1 if any failed.
import path from 'node:path';
import { createEngine } from '../../src/evm/engine/engine.ts';
import { runStateCase, stateCases, stateTestFiles } from './state-test.ts';

/** Seconds after which a case is named. */
const LONG = 10;

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('which folder? npm run test:evm -- FOLDER');
  process.exit(2);
}

const engine = createEngine('ethereum');
const begin = performance.now();
const since = (from: number) => Math.round((performance.now() - from) / 1000);
let passed = 0;
let failed = 0;
for (const folder of folders) {
  for (const file of stateTestFiles(folder)) {
    const where = path.relative(folder, file);
    for (const each of stateCases(file)) {
      const start = performance.now();
      let problem: string | undefined;
      try {
        problem = await runStateCase(engine, each);
      } catch (error) {
        problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      if (since(start) >= LONG) console.log(`${where}: ${each.name}: ${since(start)} s`);
      if (problem === undefined) passed += 1;
      else {
        failed += 1;
        console.log(`${where}: ${each.name}: ${problem}`);
      }
    }
  }
}
console.log(`${passed} passed, ${failed} failed, ${since(begin)} s`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
