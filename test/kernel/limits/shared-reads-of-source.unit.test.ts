import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * Promises that the source retains for later callers. A read that several requests share must be a `SharedRead`; any
 * other retained promise has a comment that names `SharedRead` and says why it is none.
 */
const SOURCE = path.join(import.meta.dirname, '../../../src');
/** Modules that serve no requests of clients, and code that executes one call. */
const EXEMPT = ['client', 'ingest', 'kernel/limits/shared-read.ts'];

/** Declarations of fields and variables whose value is a promise with a result, or a collection of such promises. */
const RETAINED = [
  /^\s*(?:readonly )?#\w+: Promise<(?!void>).* (?:\||null)/,
  /^(?:export )?let \w+: Promise<(?!void>)/,
  /^\s*(?:readonly )?(?:#\w+|const \w+|let \w+)\b.*\b(?:Map|WeakMap|BoundedCache)<(?:(?!=>).)*Promise</,
];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !EXEMPT.some((exempt) => name.startsWith(exempt)))
    .map((name) => path.join(folder, name));
}

/** Returns the declarations of retained promises without a comment that names `SharedRead`. */
function unexplained(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line, at) => {
    if (!RETAINED.some((declaration) => declaration.test(line))) return false;
    let above = at - 1;
    while (/^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? '')) above -= 1;
    return !lines.slice(above + 1, at).some((comment) => comment.includes('SharedRead'));
  });
}

test('every retained promise is a SharedRead, or says why not', () => {
  const found = filesBelow(SOURCE).flatMap((file) =>
    unexplained(readFileSync(file, 'utf8')).map((line) => `${path.relative(SOURCE, file)}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('finds retained promises', () => {
  const faulty = [
    '  #last: Promise<Block> | undefined;',
    'const found = new WeakMap<ApiSettings, Promise<Abilities>>();',
    '  readonly #versions = new BoundedCache<Promise<unknown>>(MAX_VERSIONS, () => 1);',
    'let own: Promise<Identity> | undefined;',
  ];
  expect(unexplained(faulty.join('\n'))).toEqual(faulty);
  expect(unexplained(`/** Not a \`SharedRead\`, because it is not. */\n${faulty[0]}`)).toEqual([]);
});
