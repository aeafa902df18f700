import { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameOf, TestClient, transfer } from './client.ts';
import { type StillNetwork, stillNetwork } from './still-network.ts';

// Transactions that are held back from blocks, as `evm_setAutomine` does.

let still: StillNetwork;
let client: TestClient;
beforeAll(async () => {
  still = await stillNetwork();
  client = new TestClient(still.node, undefined, undefined, () => still.block());
});
afterAll(() => still.remove());

it('makes no block if its transactions are held since it was due', async () => {
  const { nextNumber } = still.network.progress;
  const { id, bytes } = client.make(transfer(2, 3, 1_000));
  expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');
  expect(still.node.hasWaiting).toBe(true);
  still.node.hold(true);
  expect(await still.block()).toBeNull();
  expect(still.blocks).toEqual([]);
  expect(still.network.progress.nextNumber).toBe(nextNumber);
  still.node.hold(false);
  expect(await still.block()).toBe(1);
  expect((await client.ended(id)).status).toBe('SUCCESS');
  expect(still.blocks.map(({ number }) => number)).toEqual([nextNumber]);
});

it('executes held transactions although the clock was set back between them', async () => {
  still.node.hold(true);
  const made = [0, -10, 5].map((seconds) => ({ seconds, ...client.make(transfer(2, 3, 1_000)) }));
  still.pass(20);
  for (const { seconds, bytes } of made) {
    still.pass(seconds);
    expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');
  }
  still.node.hold(false);
  expect(await still.block()).toBe(3);
  const items = still.blocks.at(-1)?.items ?? [];
  const times = items.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => Number(a - b)));
  for (const { id } of made) expect((await client.ended(id)).status).toBe('SUCCESS');
});

it('drops a held transaction, which may be sent again', async () => {
  still.node.hold(true);
  const [first, second] = [client.make(transfer(2, 3, 1_000)), client.make(transfer(2, 3, 2_000))];
  for (const { bytes } of [first, second]) expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');
  const { signedTransactionBytes } = proto.Transaction.decode(first.bytes);
  still.node.drop(signedTransactionBytes);
  // It does not wait any more.
  still.node.drop(signedTransactionBytes);
  expect(still.node.recent.find(first.id)).toBeUndefined();
  still.node.hold(false);
  expect(await still.block()).toBe(1);
  expect((await client.ended(second.id)).status).toBe('SUCCESS');
  expect(nameOf((await still.node.submit(first.bytes)).code)).toBe('OK');
  expect(await still.block()).toBe(1);
  expect((await client.ended(first.id)).status).toBe('SUCCESS');
});

it('requests no block for transactions that were all dropped', async () => {
  still.node.hold(true);
  const { bytes } = client.make(transfer(2, 3, 1_000));
  expect(nameOf((await still.node.submit(bytes)).code)).toBe('OK');
  still.node.closeBlock();
  still.node.drop(proto.Transaction.decode(bytes).signedTransactionBytes);
  expect(still.node.hasWaiting).toBe(false);
  still.node.hold(false);
  expect(await still.block()).toBeNull();
});

it('ends its wait for a block once the clock was set, also before the wait', async () => {
  const { signal } = new AbortController();
  const waits = still.node.filled(2 ** 31 - 1, signal);
  still.node.clockChanged();
  expect(await waits).toBe(false);
  still.node.clockChanged();
  expect(await still.node.filled(2 ** 31 - 1, signal)).toBe(false);
});

it('makes a block for the end of a day although transactions are held', async () => {
  still.node.hold(true);
  still.pass(86_400);
  expect(await still.block()).toBe(0);
  expect(still.blocks.at(-1)?.items.length).toBeGreaterThan(0);
  still.node.hold(false);
});
