import { expect, test } from 'vitest';
import { DemoNetwork } from '../../packages/network-simulator/src/network.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

const PUBLICATION = 'ledgerIdPublication';

test('a network that publishes its signing ledger otherwise behaves like one that does not', async () => {
  const options = { seed: 3, tps: 8, runCode: demoEngine };
  const [plain, signing] = [new DemoNetwork(options), new DemoNetwork(options)];
  const ledger = { ledgerId: 'ab'.repeat(32), publication: { ledgerId: Buffer.alloc(32, 0xab) } };
  signing.publish(ledger);
  expect([signing.hasPublished(ledger), plain.hasPublished(ledger)]).toEqual([false, false]);
  const published: string[] = [];
  for (let number = 0; number < 6; number++) {
    const [expected, made] = [await plain.nextBlock(), await signing.nextBlock()];
    const own = made.items.filter(({ type }) => type === PUBLICATION);
    published.push(...own.map(({ status }) => `${number} ${status}`));
    const others = made.items.filter((item) => !own.includes(item));
    expect([made.number, made.start, others]).toEqual([
      expected.number,
      expected.start,
      expected.items.filter(({ type }) => type !== PUBLICATION),
    ]);
  }
  expect(published).toEqual(['0 22']);
  expect([signing.hasPublished(ledger), plain.hasPublished(ledger)]).toEqual([true, false]);
}, 120_000);
