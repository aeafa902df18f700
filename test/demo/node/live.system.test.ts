import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { proto } from '@tain/protos/hapi';
import { afterAll, expect, test } from 'vitest';
import { childProgram } from '../../child-program.ts';
import { nameOf, TestClient, transfer } from './client.ts';
import { type LiveNetwork, removeFolder, startNetwork } from './live-network.ts';

const CHILD = fileURLToPath(new URL('./network-child.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'tain-live-'));
afterAll(() => removeFolder(dir));

/** Runs the network in a process that is killed after it has reported some transactions. */
async function killedAfter(count: number): Promise<Buffer[]> {
  const { file, execArgv } = await childProgram(CHILD);
  const child = fork(file, [dir], {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const reported: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    child.on('message', (hex) => {
      reported.push(Buffer.from(String(hex), 'hex'));
      if (reported.length === count) child.kill('SIGKILL');
    });
    child.on('exit', (_, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error('the network ended')),
    );
  });
  return reported;
}

test('transactions that a killed network acknowledged are known after its restart, and executed once', async () => {
  const reported = await killedAfter(6);
  const network: LiveNetwork = await startNetwork({}, dir);
  try {
    for (const bytes of reported) {
      const whole = proto.Transaction.decode(bytes).signedTransactionBytes ?? new Uint8Array();
      const { bodyBytes } = proto.SignedTransaction.decode(whole);
      const { transactionID } = proto.TransactionBody.decode(bodyBytes ?? new Uint8Array());
      const found = network.node.recent.find(transactionID ?? {});
      expect(
        nameOf(proto.TransactionRecord.decode(found?.record ?? new Uint8Array()).receipt?.status ?? 0),
      ).toBe('SUCCESS');
      expect(nameOf((await network.node.submit(bytes)).code)).toBe('DUPLICATE_TRANSACTION');
    }
    const balance = await network.node.read((ledger) => ledger.accounts.need(1002).balance);
    expect(balance).toBeGreaterThanOrEqual(1_000_000_000_000n + BigInt(reported.length));
    const client = new TestClient(network.node);
    expect((await client.run(transfer(2, 1002, 1))).status).toBe('SUCCESS');
  } finally {
    await network.stop();
  }
  await expect(network.node.read(() => 0)).rejects.toThrow('has ended');
  expect(nameOf((await network.node.submit(reported[0] ?? Buffer.alloc(0))).code)).toBe('BUSY');
});

test('a quiet network creates a block for a sent transaction, and none after it', async () => {
  let ahead = 0;
  let reads = 0;
  const network = await startNetwork({
    clock: () => {
      reads++;
      return Date.now() + ahead;
    },
    // The loop reads the clock without pauses.
    hurries: () => true,
  });
  try {
    const client = new TestClient(network.node);
    const lastBlock = (): Promise<bigint> => network.node.read((ledger) => ledger.blockNumber);
    await client.run(transfer(2, 1002, 1));
    const block = await lastBlock();
    // Advances the clock by the time of some blocks, which must not be made.
    ahead = 8_000;
    for (const enough = reads + 40; reads < enough; ) await sleep(5);
    expect(await lastBlock()).toBe(block);
    await client.run(transfer(2, 1002, 1));
    expect(await lastBlock()).toBe(block + 1n);
  } finally {
    await network.stop();
    removeFolder(network.dir);
  }
});
