import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalNetwork, startLocalNetwork } from '../clients/local-network.ts';
import { removeFolder } from '../remove-folder.ts';

let folder: string;
let network: LocalNetwork;

const start = (): Promise<LocalNetwork> =>
  startLocalNetwork({
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_OPEN_PARENTS: 'on',
    TAIN_DEMO_QUIET: 'on',
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-block-interval-'));
  network = await start();
});
afterAll(async () => {
  await network?.stop();
  await removeFolder(folder);
});

async function rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(network.rpc ?? '', { method: 'POST', body });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Mines a block, and returns its time in seconds. */
async function minedAt(): Promise<number> {
  await rpc('evm_mine');
  return Number((await rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp);
}

test('after a kill, the clock runs on from the last block that an interval has set ahead', async () => {
  await rpc('anvil_setBlockTimestampInterval', 3_600);
  await rpc('anvil_mine', 9);
  const last = await minedAt();
  expect(last - Date.now() / 1_000).toBeGreaterThan(8 * 3_600);
  await network.kill();
  network = await start();
  const next = await minedAt();
  expect([next >= last, next < last + 600]).toEqual([true, true]);
  // Blocks are not in the same second until the machine's clock has caught up.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const later = await minedAt();
  expect(later - next).toBeGreaterThan(0);
  expect(later - next).toBeLessThan(600);
});
