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

it('makes a block for the end of a day although transactions are held', async () => {
  still.node.hold(true);
  still.pass(86_400);
  expect(await still.block()).toBe(0);
  expect(still.blocks.at(-1)?.items.length).toBeGreaterThan(0);
  still.node.hold(false);
});
