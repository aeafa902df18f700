import { parseArgs } from 'node:util';
import { NumberText, printExactJson } from './conformance/exact-json.ts';
import { type RequestResult, runCases } from './conformance/run-cases.ts';
import { createTestDatabase, startTestServer } from './database.ts';

/**
 * `npm run conformance -- FOLDER [--filter TEXT] [--folder NAME] [--workers N] [--quiet]`
 *
 * Runs the cases of FOLDER against the real server on real databases, prints the differences and the counts of each folder. Exit
 * code 1 when there are any.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      filter: { type: 'string' },
      folder: { type: 'string', multiple: true },
      workers: { type: 'string' },
      quiet: { type: 'boolean' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(
      'usage: npm run conformance -- FOLDER [--filter TEXT] [--folder NAME] [--workers N] [--quiet]',
    );
    return 2;
  }
  const begun = performance.now();
  const { server, stop } = await startTestServer();
  try {
    const results = await runCases({
      folder,
      open: () => createTestDatabase(server),
      workers: Number(values.workers ?? 3),
      chosen: (file, text) =>
        (values.filter === undefined || file.includes(values.filter) || text.includes(values.filter)) &&
        (values.folder === undefined || values.folder.some((name) => file.startsWith(`${name}/`))),
    });
    if (!values.quiet) for (const result of results) printDifferences(result);
    printCounts(results);
    const failed = results.filter(({ differences }) => differences.length > 0).length;
    console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s`);
    console.log(`${results.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

const MAX_DIFFERENCES = 5;
const MAX_LENGTH = 300;

function printDifferences({ file, url, differences }: RequestResult): void {
  if (differences.length === 0) return;
  console.log(`\n${file}\n  ${url}`);
  for (const { path, got, expected } of differences.slice(0, MAX_DIFFERENCES)) {
    console.log(`    ${path}: got ${shown(got)}, expected ${shown(expected)}`);
  }
  const more = differences.length - MAX_DIFFERENCES;
  if (more > 0) console.log(`    and ${more} more`);
}

function shown(value: unknown): string {
  const text =
    value === undefined ? 'nothing' : value instanceof NumberText ? value.text : printExactJson(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function printCounts(results: readonly RequestResult[]): void {
  const folders = [...new Set(results.map(({ folder }) => folder))];
  console.log();
  for (const folder of folders) {
    const own = results.filter((result) => result.folder === folder);
    const passed = own.filter(({ differences }) => differences.length === 0).length;
    console.log(`${folder.padEnd(16)} ${String(passed).padStart(5)} of ${own.length}`);
  }
}

process.exitCode = await main();
