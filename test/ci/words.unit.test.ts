import { expect, test } from 'vitest';
import { checkComments, checkNames, checkPersons, checkTitles, commentsOf } from '../../tools/words/words.js';

test.each([
  ['/** Who waits leaves: all who listen hear of it, once. */', true],
  ['/** Whoever asks gets an answer. */', true],
  ['/** What was recorded, with that of each service under its key. */', true],
  ['/** Of what balances are, and where they are. */', true],
  ['/** That which remains. */', true],
  ['// The batch is stored. What is left is dropped.', true],
  ['/** Aborts the request: every listener is called once. */', false],
  ['/** Names the tables and columns that hold each kind of balance. */', false],
  ['// Whether `what is there` is current. The rest of it, of course, is not.', false],
  ['// The plan says what is read.', false],
  ['/**\n * Maximum number of rows.\n *\n * Who reads more is refused.\n */', true],
])('sentences without a subject: %s', (comment, isRefused) => {
  expect(checkComments(comment).length > 0).toBe(isRefused);
});

test.each([
  ['How a call ended: what its trailers say.', true],
  ['When the source last said what it has.', true],
  ['Where the data is.', true],
  ['As `duration`, or 0.', true],
  ['Its number.', true],
  ['In milliseconds.', true],
  ['Without a limit.', true],
  ['Outcome of a call, as sent in its trailers.', false],
  ['Returns the next state.', false],
  ['`shard.realm.num`.', false],
  ['Null before the first block.', false],
  ['Whether the source has ended.', false],
])('docstrings begin with a verb or a noun: %s', (text, isRefused) => {
  expect(checkComments(`/** ${text} */`).length > 0).toBe(isRefused);
  // Other comments may begin with an adverb.
  expect(checkComments(`// ${text}`)).toEqual([]);
});

test.each([
  ['// Nobody waits for it.', true],
  ['/** Whether the source said so. */', true],
  ['/** User `nobody`, or NOBODY. */', false],
  ['// No client waits for it.', false],
])('words about persons: %s', (comment, isRefused) => {
  expect(checkPersons(comment).length > 0).toBe(isRefused);
});

test.each([
  ['const MOST_NAMED = 5;', ['MOST_NAMED is named MAX_… or MIN_…']],
  ['export const LONGEST_NAME = 63;', ['LONGEST_NAME is named MAX_… or MIN_…']],
  [
    '  static readonly LEAST_WAIT: number = 3;',
    ['LEAST_WAIT is named MAX_… or MIN_…', 'LEAST_WAIT lacks its unit (_MS, _SECONDS, _NS)'],
  ],
  ['const MAX_NAMED = 5;', []],
  ['  let longest = 0n;', ['longest is named max… or min…']],
  ['  readonly largestId: bigint;', ['largestId is named max… or min…']],
  [
    'function smallestOf(least: number) {',
    ['smallestOf is named max… or min…', 'least is named max… or min…'],
  ],
  ['  #least(jobs: Jobs): Job {', ['least is named max… or min…']],
  ['// The longest: it is a comment.', []],
  ["const maxId = greatest('at least', leastRecent);", []],
  ['const LOCK_TIMEOUT = 200;', ['LOCK_TIMEOUT lacks its unit (_MS, _SECONDS, _NS)']],
  [
    '/** Milliseconds between two looks. */\nconst CALM = 1_000;',
    ['CALM lacks its unit (_MS, _SECONDS, _NS)'],
  ],
  ['const LOCK_TIMEOUT_MS = 200;', []],
  ['const SECONDS_PER_DAY = 86_400n;', []],
  ['const TIMEOUT_CHECKS = 5;', []],
  ["const EVERY = 'word';", []],
  ['  readonly timeout: number;', ['timeout lacks its unit (timeoutMs, …Seconds, …Ns)']],
  ['  #interval?: bigint;', ['interval lacks its unit (intervalMs, …Seconds, …Ns)']],
  ['type Options = { readonly wait: number };', ['wait lacks its unit (waitMs, …Seconds, …Ns)']],
  ['  readonly timeoutMs: number;', []],
  ["  readonly interval: 'day' | 'hour';", []],
])('names of limits and times: %s', (source, texts) => {
  expect(checkNames(source).map(({ text }) => text)).toEqual(texts);
});

test.each([
  ["test('of another realm is not found', run);", true],
  ["it.skipIf(isRoot)('what remains is dropped', run);", true],
  ["test.each([\n  ['a', f(1)],\n])(\n  'it counts %s',\n  run,\n);", true],
  ['describe(`Where all fail`, run);', true],
  ["test('offsets are cut', run);", false],
  ["test.each(LIST)('whether %s is a topic', run);", false],
  ["test('is not found', () => expect(text('a')).toBe('that is'));", false],
])('titles of tests: %s', (source, isRefused) => {
  expect(checkTitles(source).length > 0).toBe(isRefused);
});

test.each([
  ["route('https://a.test/**', run); // Not here.\nroute('https://b.test/*', run);", []],
  ['const a = "/** What is it */";', []],
  [`const a = \`/* \${f('}', { b: \`// \${b} */\` })} */\`;\n// A comment.\n`, ['A comment.']],
  [
    'const a = /[\'"`/*]+/;\n/** A docstring. */\nconst b = c / d; /* A block. */',
    ['A docstring.', 'A block.'],
  ],
  ['const a = b ? /\\/\\*`/ : x;\n  // One\n  // two.\n\n// Three.', ['One\ntwo.', 'Three.']],
])('comments of a source: %s', (source, texts) => {
  expect(commentsOf(source).map(({ text }) => text)).toEqual(texts);
});

test('problems have the line of their comment', () => {
  const source =
    "const A = 1;\n\n/** First. */\n\n  // Who is it?\nconst MOST_X = 2;\ntest.each(A)(\n  'what is it', run);\n";
  expect(
    [...checkComments(source), ...checkNames(source), ...checkTitles(source)].map(({ line }) => line),
  ).toEqual([5, 6, 8]);
});
