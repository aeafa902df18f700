// `npm run test:evm -- FOLDER [FOLDER …]`: runs all state tests of the official format below the folders, by the usual
// loop and by that of traces. Prints failures, slow cases, the numbers of passed and failed cases, and the number of
// tests that have no expectation for the engine's fork. Exit code 1 if any failed.
import path from 'node:path';
import { createEngine } from '../src/engine.ts';
import { readStateTests, runStateCase, stateTestFiles, TRACED } from './state-test.ts';

/** Seconds after which a case is reported as slow, and not traced. */
const LONG_SECONDS = 10;

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
let untraced = 0;
let others = 0;
for (const folder of folders) {
  for (const file of stateTestFiles(folder)) {
    const where = path.relative(folder, file);
    const tests = readStateTests(file);
    others += tests.others.length;
    for (const each of tests.cases) {
      const start = performance.now();
      let problem: string | undefined;
      try {
        problem = await runStateCase(engine, each);
        if (problem === undefined && since(start) >= LONG_SECONDS) untraced += 1;
        else problem ??= describe('traced', await runStateCase(engine, each, TRACED));
      } catch (error) {
        problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      if (since(start) >= LONG_SECONDS) console.log(`${where}: ${each.name}: ${since(start)} s`);
      if (problem === undefined) passed += 1;
      else {
        failed += 1;
        console.log(`${where}: ${each.name}: ${problem}`);
      }
    }
  }
}
console.log(`${passed} passed, ${failed} failed, ${since(begin)} s`);
if (untraced > 0) console.log(`${untraced} took too long to be traced as well`);
if (others > 0) console.log(`${others} tests were not run: they have no post of Cancun`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function describe(how: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${how}: ${problem}`;
}
