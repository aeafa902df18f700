import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, TestClient, transfer } from './client.ts';
import { type LiveNetwork, removeFolder, startNetwork } from './live-network.ts';

const DAY = 86_400_000;
const NANOS = 1_000_000n;

let network: LiveNetwork;
let ahead = 0;
/** Time at which the network's clock stands still; null: it goes on. */
let still: number | null = null;
let end = 0n;
let onBlock = (): void => undefined;
beforeAll(async () => {
  network = await startNetwork({
    clock: () => still ?? Date.now() + ahead,
    sendersClock: Date.now,
    hurries: () => ahead > 0,
    onBlock: ({ consensusEnd }) => {
      end = consensusEnd;
      onBlock();
    },
  });
});
afterAll(async () => {
  await network.stop();
  removeFolder(network.dir);
});

/**
 * Sets the clock to a moment after the next midnight, and waits for the block that ends the day. The clock stands still
 * meanwhile: the block must not wait for real time.
 */
async function endDay(): Promise<number> {
  const now = still ?? Date.now() + ahead;
  const midnight = now - (now % DAY) + DAY;
  ahead = midnight + 4_000 - Date.now();
  still = midnight + 4_000;
  while (end < BigInt(midnight) * NANOS) await new Promise<void>((resolve) => (onBlock = resolve));
  return midnight / DAY;
}

test('days end at once in a quiet network with an advanced clock, and clients use another clock', async () => {
  const days = [await endDay(), await endDay(), await endDay()];
  still = null;
  const rates = await network.node.read((ledger) => {
    expect(ledger.counter.stakingDay).toBe(days.at(-1));
    return days.map((day) => ledger.rewardRate(day - 1, 0));
  });
  for (const rate of rates) expect(rate).toBeGreaterThan(0n);
  const client = new TestClient(network.node);
  const submit = (time: number): Promise<string> => {
    const [seconds, nanos] = [Math.floor(time / 1_000), (time % 1_000) * 1_000_000];
    const transactionValidStart = { seconds: Long.fromNumber(seconds), nanos };
    return client.code(transfer(2, 1022, 1), {
      body: { transactionID: { accountID: account(2), transactionValidStart } },
    });
  };
  expect(await submit(Date.now() - 1_000)).toBe('OK');
  expect(await submit(Date.now() - 300_000)).toBe('TRANSACTION_EXPIRED');
  // The network's time decides nothing, so that one clock also forgets executed transactions.
  expect(await submit(Date.now() + ahead - 1_000)).toBe('INVALID_TRANSACTION_START');
});
