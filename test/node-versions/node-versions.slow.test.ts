import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodePrograms } from '../../tools/node-programs.js';
import { Tain } from '../app/commands/tain.ts';
import { drawn } from '../effort.ts';
import { removeFolder } from '../remove-folder.ts';

// Runs the built program on Node.js versions that it supports: the demo network, a few routes, two pages of a
// list, a clean stop.

/** The running version is that of all other tests. Two of the others, by the seed of the run. */
const VERSIONS = drawn(
  ['20', '22', '24', '26'].filter((version) => !process.version.startsWith(`v${version}.`)),
  2,
);
// Without a registry or an earlier installation, these tests are skipped.
const programOf = await nodePrograms();

const ROUTES = ['accounts', 'balances', 'blocks', 'network/nodes', 'tokens', 'transactions'];

test.skipIf(programOf === undefined).each(VERSIONS)('the demo network on Node.js %s', async (version) => {
  const node = programOf?.(version) ?? '';
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-node-'));
  onTestFinished(() => removeFolder(dataDir));
  const tain = new Tain(
    // The first version also creates the database. The others start with a copy of one that exists.
    version === VERSIONS[0] ? [] : ['start'],
    { TAIN_DATA_DIR: dataDir, TAIN_PORT: '0', TAIN_STATUS_PORT: '0', TAIN_DEMO_TPS: '1' },
    node,
  );
  onTestFinished(async () => {
    await tain.stop('SIGKILL');
  });
  const url = await tain.url();
  const get = async (route: string) => {
    const response = await fetch(url + route);
    expect([route, response.status]).toEqual([route, 200]);
    return (await response.json()) as {
      blocks?: { number: number }[];
      links?: { next: string | null };
    } & Record<string, unknown>;
  };
  await expect.poll(async () => (await get('/api/v1/blocks')).blocks?.length).toBeGreaterThan(3);
  for (const route of ROUTES) {
    const answer = await get(`/api/v1/${route}`);
    const [list] = Object.values(answer).filter(Array.isArray);
    expect([route, (list ?? []).length > 0]).toEqual([route, true]);
  }
  const first = await get('/api/v1/blocks?limit=2&order=asc');
  const second = await get(first.links?.next ?? '');
  expect([...(first.blocks ?? []), ...(second.blocks ?? [])].map((block) => block.number)).toEqual([
    0, 1, 2, 3,
  ]);
  const status = (await tain.waitFor(/Status (?:service|page) at (http:\/\/[\d.:]+)/))[1];
  expect((await fetch(`${status}/api/v2/status.json`)).status).toBe(200);
  const { code, stderr } = await tain.stop();
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/Warning| {4}at /);
});
