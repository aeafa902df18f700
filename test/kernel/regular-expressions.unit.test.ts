import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
/** Source folders of the program and of the packages. */
const FOLDERS = ['src', ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`)]
  .filter((folder) => existsSync(path.join(ROOT, folder)))
  .sort();
const LITERAL = /(?<=[(=:,\s!&|?[])\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;
/**
 * A repetition before the end, in an expression that may begin anywhere: at each of n equal characters it reads to their end,
 * and a path of 16,000 slashes took 0.7 s. After `(?<!…)` it begins once for each row of them.
 */
const LATE_REPETITION = /^\/(?!\^|\(\?<!).*(?:[+*]|[+*]\)[+*]?|\)[+*])\$\/[dgimsuvy]*$/;

/** Expressions whose texts have few characters, or come from settings. */
const HARMLESS = new Set([
  // Settings.
  'src/app/roles/forward-calls.ts /\\/+$/',
  'src/app/roles/forward-traces.ts /\\/+$/',
  'src/status/command.ts /\\/+$/',
  'src/status/http/server.ts /\\/*$/',
  'src/status/start.ts /\\/+$/',
  'packages/client/src/caller.ts /\\/+$/',
  'packages/explorer/src/config.ts /\\/+$/',
  // Instants and numbers that were made here.
  'src/ingest/derived/balance-snapshot.ts /(?:000)+$/',
  'packages/explorer/src/words/filters.ts /0+$/',
  'packages/explorer/src/words/format.ts /0+$/',
  'src/rest/query/term.ts /(?:00)+$/',
  'src/local-network/kept-ports.ts /:(\\d+)$/',
  // At most 500 characters of a reason.
  'src/status/health/assess.ts /\\.+$/',
]);

/** Names `.` matches each character, once: not a repetition of equal ones that must be followed by something else. */
const isAny = (expression: string): boolean => /\.[*+]\)?\$\/[dgimsuvy]*$/.test(expression);

test('no regular expression searches for a repetition at the end of a text of a client', () => {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = `${folder}/${name}`;
      for (const [expression] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(LITERAL)) {
        if (LATE_REPETITION.test(expression) && !isAny(expression)) found.add(`${file} ${expression}`);
      }
    }
  }
  expect([...found].filter((one) => !HARMLESS.has(one))).toEqual([]);
});
