import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../free-ports.ts';
import { type LocalNetwork, startLocalNetwork } from './local-network.ts';
import { PACKAGES } from './packages.ts';
import { CLIENT_TIMEOUT_MS } from './run-client.ts';

// Port at which an SDK requests fee estimates and registered nodes of a local network. The SDK cannot change it, so a
// `tain start` without settings must listen there.

const FIXED_PORT = 8084;

// Program that changes only the client's mirror address.
const PROGRAM = `
import { Client, FeeEstimateMode, FeeEstimateQuery, PrivateKey, RegisteredNodeAddressBookQuery, TopicCreateTransaction, TransferTransaction } from '@hiero-ledger/sdk';
const client = Client.forLocalNode({ scheduleNetworkUpdate: false }).setOperator('0.0.2', PrivateKey.generateED25519());
const ready = (transaction) => transaction.freezeWith(client);
const totalOf = async (mode, transaction) =>
  Number((await new FeeEstimateQuery().setMode(mode).setTransaction(ready(transaction)).execute(client)).total);
const transfer = () => new TransferTransaction().addHbarTransfer('0.0.2', -1).addHbarTransfer('0.0.1002', 1);
const { registeredNodes } = await new RegisteredNodeAddressBookQuery().execute(client);
console.log(JSON.stringify({
  transfer: await totalOf(FeeEstimateMode.INTRINSIC, transfer()),
  transferWithState: await totalOf(FeeEstimateMode.STATE, transfer()),
  topic: await totalOf(FeeEstimateMode.INTRINSIC, new TopicCreateTransaction()),
  registered: registeredNodes.length,
}));
client.close();
`;

describe.skipIf(PACKAGES === undefined)('fixed ports of SDKs', () => {
  let network: LocalNetwork;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tain-further-ports-'));
    await symlink(path.join(PACKAGES ?? '', 'node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'fees.mjs'), PROGRAM);
    network = await startLocalNetwork({ TAIN_PORT: String(await freePort()) });
  });
  afterAll(async () => {
    await network?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test('fee estimates and registered nodes at port 8084', async ({ skip }) => {
    const isInUse = network.lines.some((line) => line.includes(`:${FIXED_PORT}`));
    skip(isInUse, `port ${FIXED_PORT} of this machine is taken by another program`);
    const { stdout } = await promisify(execFile)(process.execPath, ['fees.mjs'], {
      cwd: folder,
      timeout: CLIENT_TIMEOUT_MS,
    });
    expect(JSON.parse(stdout)).toEqual({
      transfer: 1_000_000,
      transferWithState: 1_000_000,
      topic: 100_000_000,
      registered: expect.any(Number),
    });
    const response = await fetch(`${network.mirror}/api/v1/network/registered-nodes?limit=100`);
    const { registered_nodes: nodes } = (await response.json()) as { registered_nodes: unknown[] };
    expect(nodes.length).toBeGreaterThan(0);
    expect((JSON.parse(stdout) as { registered: number }).registered).toBe(nodes.length);
  });
});
