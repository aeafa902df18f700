import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../remove-folder.ts';
import { Tain, tain } from './tain.ts';

let folder: string;
let settings: Record<string, string>;
let url: string;
const running = new Set<Tain>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-state-'));
  settings = { TAIN_DATA_DIR: path.join(folder, 'data'), TAIN_PORT: '0', TAIN_DEMO_TPS: '1' };
});
afterAll(async () => {
  for (const process of running) await process.stop();
  await removeFolder(folder);
});

function start(...args: string[]): Tain {
  const process = new Tain(['start', ...args], settings);
  running.add(process);
  return process;
}

const demo = (...args: string[]) => tain(['demo', ...args], settings);

/** Returns number and hash of a block; of the last block without a number. */
async function block(number?: number): Promise<{ readonly number: number; readonly hash: string }> {
  const query = number === undefined ? 'order=desc' : `block.number=${number}`;
  const { blocks } = (await (await fetch(`${url}/api/v1/blocks?limit=1&${query}`)).json()) as {
    blocks: { number: number; hash: string }[];
  };
  const [found] = blocks;
  if (found === undefined) throw new Error('there is no such block');
  return found;
}

/** Waits for a block. The mirror may not have it yet, or may not respond. */
async function until(suits: (last: number) => boolean): Promise<{ number: number; hash: string }> {
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await sleep(50)) {
    const last = await block().catch(() => null);
    if (last !== null && suits(last.number)) return last;
  }
  throw new Error('no such block in time');
}

/** Returns the port of node 0 in the mirror's address book. */
async function servicePort(): Promise<number | undefined> {
  const answer = await fetch(`${url}/api/v1/network/nodes`).catch(() => null);
  if (!answer?.ok) return undefined;
  const { nodes } = (await answer.json()) as { nodes: { service_endpoints: { port: number }[] }[] };
  return nodes[0]?.service_endpoints[0]?.port;
}

describe('the network of tain start', () => {
  test('is saved, continues, and is restored while it runs', async () => {
    const process = start('--roles', 'api,ingest');
    // Free ports are kept in all pauses.
    url = await process.url();
    await until((last) => last > 3);
    expect(await tain(['wait'], settings)).toMatchObject({ code: 0 });
    const file = path.join(folder, 'data', 'local-network.json');
    const before = await readFile(file, 'utf8');
    expect(await demo('save', 'first')).toMatchObject({
      code: 0,
      stdout: 'The network is saved as first.\n',
    });
    await process.waitFor(/Paused by `tain demo`[\s\S]*Started in/);
    const first = await block(0);
    const later = await until((last) => last > 6);
    expect((await demo('reset')).code).toBe(0);
    // The network is created again. Block 0 is the same on the same day, with the same port of the node.
    await until((last) => last > 1);
    expect(process.stderr.match(/The database has no blocks yet/g)).toHaveLength(2);
    expect(await demo('load', 'FIRST')).toMatchObject({
      code: 0,
      stdout: 'The network was restored from snapshot first.\n',
    });
    // The seed determines the transactions, so those after the snapshot are repeated.
    await until((last) => last > later.number);
    expect(await block(0)).toEqual(first);
    expect(await tain(['wait'], settings)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(process.stderr).not.toMatch(/"level":[56]0/);
  });

  test('continues when the command that paused it is killed', async () => {
    const [process] = running;
    const before = (process?.stderr.match(/Paused by/g) ?? []).length;
    const killed = new Tain(['demo', 'load', 'first'], settings);
    await process?.waitFor(new RegExp(`(Paused by[\\s\\S]*){${before + 1}}`));
    await killed.stop('SIGKILL');
    await process?.waitFor(new RegExp(`(Paused by[\\s\\S]*){${before + 1}}Started in`));
    await until((last) => last > 3);
    expect((await demo('list')).stdout).toMatch(/^first {2}20\d\d-/);
  });

  test('has its clock set ahead, and ends the days that pass', async () => {
    const at = async (): Promise<number> => {
      const answer = await fetch(`${url}/api/v1/network/stake`);
      const { staking_period: period } = (await answer.json()) as { staking_period: { from: string } };
      return Number(period.from.split('.')[0]);
    };
    const before = await at();
    const { code, stdout } = await demo('advance', '2d');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^The clock of the network is at 20\d\d-.*\.\n$/),
    ]);
    const time = Date.parse(stdout.match(/is at (.*)\.$/m)?.[1] ?? '');
    expect(time).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    for (const deadline = Date.now() + 150_000; (await at()) < before + 2 * 86_400; await sleep(50))
      if (Date.now() > deadline) throw new Error('the staking period never ended');
  });

  test('is saved and loaded while it is stopped; the clock does not advance', async () => {
    for (const process of running) expect((await process.stop()).code).toBe(0);
    running.clear();
    expect((await demo('save', 'ahead')).code).toBe(0);
    expect((await demo('load', 'ahead')).code).toBe(0);
    expect(await readFile(path.join(folder, 'data', 'demo', 'clock.json'), 'utf8')).toMatch(
      /"ahead":1[78]\d{7}/,
    );
    expect((await demo('remove', 'first')).stdout).toBe('first is removed.\n');
    expect(JSON.parse((await demo('list', '--json')).stdout)).toEqual([
      { name: 'ahead', taken: expect.any(String) },
    ]);
    expect((await demo('advance', '1h')).stderr).toContain('No local network runs here: start it first');
    // Temporary files are removed.
    const left = await readdir(path.join(folder, 'data'));
    expect(left.filter((name) => /^demo-(new|old)/.test(name))).toEqual([]);
    expect(await readdir(path.join(folder, 'data', 'demo-control'))).toEqual([]);
  });

  test('runs in one process, and its mirror in another, which are paused together', async () => {
    const network = start('--network-only');
    await network.waitFor('The demo network runs');
    const second = await tain(['start', '--network-only'], settings);
    expect([second.code, second.stderr]).toEqual([4, expect.stringContaining('stop that first')]);
    const mirror = start('--mirror-only', '--roles', 'api,ingest');
    url = await mirror.url();
    const last = await until(() => true);
    expect(mirror.stderr).not.toContain('The demo network runs');
    expect((await demo('load', 'ahead')).code).toBe(0);
    await until((number) => number > last.number);
    for (const process of [network, mirror]) expect(process.stderr).toContain('Paused by');
    // The address book of the snapshot has the port of another process. The network publishes a new one.
    const listens = [...network.stderr.matchAll(/"node":"127\.0\.0\.1:(\d+)"/g)].at(-1)?.[1];
    for (const deadline = Date.now() + 150_000; (await servicePort()) !== Number(listens); await sleep(50))
      if (Date.now() > deadline) throw new Error(`the address book never led to port ${listens}`);
  });
});
