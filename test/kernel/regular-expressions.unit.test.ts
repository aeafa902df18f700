import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../src');
const LITERAL = /(?<=[(=:,\s!&|?[])\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/g;
/**
 * A repetition before the end, in an expression that may begin anywhere: at each of n equal characters it reads to their end,
 * and a path of 16,000 slashes took 0.7 s.
 */
const LATE_REPETITION = /^\/(?!\^).*(?:[+*]|[+*]\)[+*]?|\)[+*])\$\/[dgimsuvy]*$/;

/** Expressions whose texts have few characters, or come from settings. */
const HARMLESS = new Set([
  // Settings.
  'app/roles/forward-calls.ts /\\/+$/',
  'app/roles/forward-traces.ts /\\/+$/',
  'status/command.ts /\\/+$/',
  'status/http/server.ts /\\/*$/',
  'status/start.ts /\\/+$/',
  // Instants and numbers that were made here.
  'ingest/derived/balance-snapshot.ts /(?:000)+$/',
  'rest/query/term.ts /(?:00)+$/',
  'local-network/kept-ports.ts /:(\\d+)$/',
  // At most 500 characters of a reason.
  'status/health/assess.ts /\\.+$/',
]);

/** Names `.` matches each character, once: not a repetition of equal ones that must be followed by something else. */
const isAny = (expression: string): boolean => /\.[*+]\)?\$\/[dgimsuvy]*$/.test(expression);

test('no regular expression searches for a repetition at the end of a text of a client', () => {
  const found = new Set<string>();
  for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    for (const [expression] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(LITERAL)) {
      if (LATE_REPETITION.test(expression) && !isAny(expression)) found.add(`${file} ${expression}`);
    }
  }
  expect([...found].filter((one) => !HARMLESS.has(one))).toEqual([]);
});
