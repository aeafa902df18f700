import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeployer } from '../../src/local-network/create-contract.ts';
import { type StillNetwork, stillNetwork } from '../demo/node/still-network.ts';

let still: StillNetwork;
beforeAll(async () => {
  still = await stillNetwork();
  // A creation is valid by the wall clock.
  still.pass(Math.ceil((Date.now() - Number(still.node.now() / 1_000_000n)) / 1_000));
});
afterAll(() => still.remove());

it('creates the CREATE2 deployer once', async () => {
  const address = Buffer.from('4e59b44847b379578588920ca78fbf26c0b4956c', 'hex');
  const { ledger } = still.network;
  expect(ledger.resolveAlias(address)).toBe(0);
  const created = createDeployer(still.node);
  while (!still.node.hasWaiting) await new Promise((resolve) => setImmediate(resolve));
  expect(await still.block()).toBe(1);
  expect(await created).toBeNull();
  const num = ledger.resolveAlias(address);
  expect(ledger.accounts.need(num)).toMatchObject({ num });
  expect(await createDeployer(still.node)).toBeNull();
  expect(still.node.hasWaiting).toBe(false);
});
