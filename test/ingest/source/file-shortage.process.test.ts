import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

// Opens as many files as possible in a process with few file descriptors, and then reads, once for each case.

// Path of the built program, if it was just built.
const [FOLDER, ENDING] = process.env.TAIN_TEST_BUILT === 'on' ? ['dist', 'js'] : ['src', 'ts'];
const moduleOf = (name: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../${FOLDER}/${name}.${ENDING}`, import.meta.url)));
const NAME = '2022-07-13T08_46_08.041986003Z.rcd';

/** Readers, and their results. */
const CASES: readonly (readonly [what: string, work: string, expected: unknown])[] = [
  ['a file', `(await source.open(entry, '${NAME}', 100, signal)).bytes.length`, 7],
  [
    'several concurrent files, logged once,',
    `(await Promise.all([1, 2, 3].map(() => source.open(entry, '${NAME}', 100, signal)))).length`,
    3,
  ],
  ['the folders of nodes', '(await source.nodeFolders(signal)).length', 1],
  ['a listing', '(await source.list(folder, 0n, 10, signal)).length', 1],
  ['balance files', '(await findBalanceFiles(store, signal)).length', 1],
  ['the state file of the status service', '(await stateFile.read()).at', 5],
];

const SCRIPT = `
import { closeSync, openSync } from 'node:fs';
import { openFolderStore } from ${moduleOf('ingest/store/folder-store')};
import { openRecords } from ${moduleOf('ingest/source/record-source')};
import { findBalanceFiles } from ${moduleOf('ingest/balance-files/find-balances')};
import { StateFile } from ${moduleOf('status/health/state-file')};
import { watchFileShortage } from ${moduleOf('kernel/file-shortage')};
const [dir] = process.argv.slice(-1);
const signal = new AbortController().signal;
const open = [];
const fill = () => { try { for (;;) open.push(openSync('/dev/null')); } catch (error) { if (error.code !== 'EMFILE') throw error; } };
const free = () => { for (const fd of open.splice(0)) closeSync(fd); };
let reported = [];
let short = () => {};
watchFileShortage((isShort) => {
  reported.push(isShort);
  if (isShort) short();
});
const stateFile = new StateFile(dir + '/state.json', { info: () => {}, warn: () => {} });
await stateFile.write({ state: { components: [], incidents: [] }, uptime: new Map(), at: 5, isUnread: false });
const outcomes = [];
for (const work of [${CASES.map(([, work]) => `async ({ store, source, folder, entry }) => ${work}`).join(',')}]) {
  const store = await openFolderStore(dir);
  const source = openRecords(store);
  const [folder] = await source.nodeFolders(signal);
  const [entry] = await source.list(folder, 0n, 10, signal);
  source.listAgain();
  reported = [];
  const isShort = new Promise((resolve) => { short = resolve; });
  fill();
  // Descriptors that this script's loader closes meanwhile are used up, too.
  const filling = setInterval(fill, 5);
  let isDone = false;
  const result = work({ store, source, folder, entry }).finally(() => { isDone = true; });
  // A further attempt runs out of descriptors, too.
  await Promise.race([isShort.then(() => new Promise((resolve) => setTimeout(resolve, 300))), result]);
  const waited = !isDone;
  clearInterval(filling);
  free();
  outcomes.push({ result: await result, reported, waited });
  await store.close();
}
console.log(JSON.stringify(outcomes));
`;

let outcomes: readonly unknown[];
beforeAll(async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-shortage-'));
  try {
    await mkdir(path.join(dir, 'record0.0.3'));
    await writeFile(path.join(dir, 'record0.0.3', NAME), 'content');
    await mkdir(path.join(dir, 'balance0.0.3'));
    await writeFile(
      path.join(dir, 'balance0.0.3', '2022-07-13T08_45_00.000000001Z_Balances.pb.gz'),
      'content',
    );
    const file = path.join(dir, 'work.mjs');
    await writeFile(file, SCRIPT);
    const { out, code } = await runWithFewFiles(file, dir);
    expect({ out, code }).toMatchObject({ code: 0 });
    outcomes = JSON.parse(out) as unknown[];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test.each(CASES.map(([what, , expected], index) => ({ what, expected, index })))(
  '$what waits for file descriptors',
  ({ index, expected }) => {
    expect(outcomes[index]).toEqual({ result: expected, reported: [true, false], waited: true });
  },
);

function runWithFewFiles(file: string, dir: string): Promise<{ out: string; code: number | null }> {
  const child = spawn(
    'sh',
    [
      '-c',
      `ulimit -n 200; exec "${process.execPath}" ${FOLDER === 'src' ? '--import tsx' : ''} "${file}" "${dir}"`,
    ],
    {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    },
  );
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ out, code })));
}
