import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// A process of its own, with few file descriptors, that opens as many files as it may and then reads.

const modules = [
  'src/ingest/store/folder-store.ts',
  'src/ingest/source/record-source.ts',
  'src/ingest/balance-files/find-balances.ts',
];
const [STORE = '', SOURCE = '', BALANCES = ''] = modules.map((name) =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
);
const STATE = fileURLToPath(new URL('../../../src/status/health/state-file.ts', import.meta.url));
const SHORTAGE = fileURLToPath(new URL('../../../src/kernel/file-shortage.ts', import.meta.url));
const NAME = '2022-07-13T08_46_08.041986003Z.rcd';

const script = (work: string) => `
import { closeSync, openSync } from 'node:fs';
import { openFolderStore } from ${JSON.stringify(STORE)};
import { openRecords } from ${JSON.stringify(SOURCE)};
import { findBalanceFiles } from ${JSON.stringify(BALANCES)};
import { readStateFile, writeStateFile } from ${JSON.stringify(STATE)};
import { watchFileShortage } from ${JSON.stringify(SHORTAGE)};
const [dir] = process.argv.slice(-1);
const said = [];
watchFileShortage((isShort) => said.push(isShort));
const signal = new AbortController().signal;
const open = [];
const fill = () => { try { for (;;) open.push(openSync('/dev/null')); } catch (error) { if (error.code !== 'EMFILE') throw error; } };
const free = () => { for (const fd of open.splice(0)) closeSync(fd); };
const store = await openFolderStore(dir);
const source = openRecords(store);
const [folder] = await source.nodeFolders(signal);
const [entry] = await source.list(folder, 0n, 10, signal);
await writeStateFile(dir + '/state.json', { state: { components: [], incidents: [] }, uptime: new Map(), at: 5 });
source.listAgain();
fill();
// The loader of this script closes files of its own meanwhile; those are taken, too.
const filling = setInterval(fill, 5);
setTimeout(() => { clearInterval(filling); free(); }, 700);
const result = await (async () => ${work})();
console.log(JSON.stringify({ result, said, waited: open.length === 0 }));
`;

const cases: readonly (readonly [string, string, unknown])[] = [
  ['a file', `(await source.open(entry, '${NAME}', 100, signal)).bytes.length`, 7],
  [
    'several files at once, said once',
    `(await Promise.all([1, 2, 3].map(() => source.open(entry, '${NAME}', 100, signal)))).length`,
    3,
  ],
  ['the folders of nodes', '(await source.nodeFolders(signal)).length', 1],
  ['a listing', '(await source.list(folder, 0n, 10, signal)).length', 1],
  ['balance files', '(await findBalanceFiles(store, signal)).length', 1],
  ['the state file of the status service', "(await readStateFile(dir + '/state.json')).at", 5],
];

test.each(cases)(
  'without file descriptors %s is waited for',
  async (_what, work, expected) => {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-shortage-'));
    try {
      await mkdir(path.join(dir, 'record0.0.3'));
      await writeFile(path.join(dir, 'record0.0.3', NAME), 'content');
      await mkdir(path.join(dir, 'balance0.0.3'));
      await writeFile(
        path.join(dir, 'balance0.0.3', '2022-07-13T08_45_00.000000001Z_Balances.pb.gz'),
        'content',
      );
      const file = path.join(dir, 'work.mts');
      await writeFile(file, script(work));
      const { out, code } = await runWithFewFiles(file, dir);
      expect({ out, code }).toMatchObject({ code: 0 });
      expect(JSON.parse(out)).toEqual({ result: expected, said: [true, false], waited: true });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
  30_000,
);

function runWithFewFiles(file: string, dir: string): Promise<{ out: string; code: number | null }> {
  const child = spawn(
    'sh',
    ['-c', `ulimit -n 200; exec "${process.execPath}" --import tsx "${file}" "${dir}"`],
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
