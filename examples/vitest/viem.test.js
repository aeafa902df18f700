import { createTestClient, defineChain, http, parseEther, publicActions, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

const { rpcUrl, chainId, accounts } = inject('network');
const chain = defineChain({
  id: chainId,
  name: 'Local',
  nativeCurrency: { name: 'hbar', symbol: 'HBAR', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
});
// Accounts 0.0.1012 to 0.0.1021 have addresses that follow from their keys, as in Ethereum.
const account = privateKeyToAccount(`0x${accounts[10].privateKey}`);
const client = createTestClient({ account, chain, mode: 'anvil', transport: http() })
  .extend(publicActions)
  .extend(walletActions);
const receiver = '0xfeedfacefeedfacefeedfacefeedfacefeedface';

let snapshot;
beforeEach(async () => {
  snapshot = await client.snapshot();
});
afterEach(() => client.revert({ id: snapshot }));

async function send() {
  const hash = await client.sendTransaction({ to: receiver, value: parseEther('3') });
  return client.waitForTransactionReceipt({ hash });
}

test.each([1, 2])('a transfer arrives once, in run %d too', async () => {
  expect(await send()).toMatchObject({ status: 'success', from: account.address.toLowerCase() });
  expect(await client.getBalance({ address: receiver })).toBe(parseEther('3'));
});

test('time passes at a command', async () => {
  const { timestamp } = await client.getBlock();
  await client.increaseTime({ seconds: 86_400 });
  await client.mine({ blocks: 1 });
  expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(timestamp + 86_400n);
});
