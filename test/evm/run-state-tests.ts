// `npm run test:evm -- FOLDER [FOLDER …]`: runs all state tests of the official format below the folders, prints those
// that fail, and how many passed and failed. Exit code 1 if any failed.
import { createEngine } from '../../src/evm/engine/engine.ts';
import { runStateCase, stateCases, stateTestFiles } from './state-test.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('which folder? npm run test:evm -- FOLDER');
  process.exit(2);
}

const engine = createEngine('ethereum');
const begin = performance.now();
let passed = 0;
let failed = 0;
for (const file of folders.flatMap(stateTestFiles)) {
  for (const each of stateCases(file)) {
    let problem: string | undefined;
    try {
      problem = await runStateCase(engine, each);
    } catch (error) {
      problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (problem === undefined) passed += 1;
    else {
      failed += 1;
      console.log(`${file}: ${each.name}: ${problem}`);
    }
  }
}
const seconds = Math.round((performance.now() - begin) / 1000);
console.log(`${passed} passed, ${failed} failed, ${seconds} s`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
