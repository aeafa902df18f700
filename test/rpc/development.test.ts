import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DevelopmentNetwork } from '../../src/rpc/method/services.ts';
import { entity } from '../api/contracts/contract-rows.ts';
import { fillLedger, SENDER } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

let rpc: TestRpc;
/** Commands to the network, in order. */
let told: string[] = [];
const SECOND = 1_000_000_000n;

class FakeNetwork implements DevelopmentNetwork {
  time = 1_000n * SECOND;
  #automine = true;

  get automine(): boolean {
    return this.#automine;
  }

  set automine(isOn: boolean) {
    told.push(`automine ${isOn}`);
    this.#automine = isOn;
  }

  async mine(): Promise<bigint> {
    told.push('mine');
    return 0n;
  }

  setIntervalMining(milliseconds: number): void {
    told.push(`every ${milliseconds}`);
  }

  now(): bigint {
    return this.time;
  }

  async advance(nanos: bigint): Promise<void> {
    told.push(`advance ${nanos / SECOND}`);
    this.time += nanos;
  }

  async transfer(address: string, id: bigint | undefined, tinybars: bigint) {
    told.push(`${address} ${id} ${tinybars}`);
    return { status: 'SUCCESS', time: 0n };
  }
}

const network = new FakeNetwork();

beforeAll(async () => {
  rpc = await startTestRpc({ services: { development: network } });
  await fillLedger(rpc);
  await rpc.insert('entity', [
    entity(3000, { type: 'ACCOUNT', evm_address: Buffer.alloc(20, 0x77), balance: 500n }),
  ]);
  await rpc.show();
});
afterAll(() => rpc?.close());
beforeEach(() => {
  told = [];
  network.time = 1_000n * SECOND;
});

const KNOWN = `0x${'77'.repeat(20)}`;
const NEW = `0x${'78'.repeat(20)}`;
const TINYBAR = 10n ** 10n;
const weibars = (tinybars: bigint): string => `0x${(tinybars * TINYBAR).toString(16)}`;

it.each<[method: string, params: unknown[], told: string[]]>([
  ['evm_mine', [], ['mine']],
  ['evm_mine', [1010], ['advance 10', 'mine']],
  ['hardhat_mine', ['0x2', '0x3c'], ['mine', 'advance 60', 'mine']],
  ['anvil_mine', [], ['mine']],
  ['evm_setAutomine', [false], ['automine false']],
  ['evm_setAutomine', [true], ['automine true']],
  ['evm_setIntervalMining', [5000], ['every 5000']],
  ['evm_setIntervalMining', [1], ['every 100']],
  ['evm_setIntervalMining', [0], ['every 0']],
  ['evm_increaseTime', [60], ['advance 60']],
  ['evm_increaseTime', ['0x3c'], ['advance 60']],
  ['evm_setNextBlockTimestamp', [1500], ['advance 500']],
  ['hardhat_setBalance', [KNOWN, weibars(700n)], [`${KNOWN} 3000 200`]],
  ['anvil_setBalance', [KNOWN, weibars(100n)], [`${KNOWN} 3000 -400`]],
  ['anvil_setBalance', [KNOWN, weibars(500n)], []],
  ['anvil_setBalance', [NEW, weibars(9n)], [`${NEW} undefined 9`]],
])('%s(%j) tells the network %j', async (method, params, expected) => {
  await rpc.result(method, ...params);
  expect(told).toEqual(expected);
});

it.each<[method: string, params: unknown[], error: RegExp]>([
  ['evm_setNextBlockTimestamp', [1000], /^-32000 Timestamp 1000 is not after the network's time 1000/],
  ['evm_mine', [999], /^-32000 Timestamp 999/],
  ['evm_increaseTime', [-1], /^-32602 Invalid parameter 0/],
  ['hardhat_mine', ['0x101'], /^-32602 Invalid parameter 0: Expected at most 256 blocks/],
  ['evm_snapshot', [], /^-32601 evm_snapshot is refused, because a stream only grows; `tain demo save NAME`/],
  ['evm_revert', ['0x1'], /^-32601 .*`tain demo load NAME`/],
  ['hardhat_setCode', [KNOWN, '0x'], /^-32601 .*state overrides/],
  ['anvil_setCoinbase', [KNOWN], /^-32601 .*no meaning/],
  ['hardhat_impersonateAccount', [KNOWN], /^-32601 .*signature/],
  ['evm_unknown', [], /^-32601 Method evm_unknown not found/],
])('refuses %s(%j)', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toMatch(error);
  expect(told).toEqual([]);
});

it('has none of these methods without a local network', async () => {
  const plain = await startTestRpc();
  for (const method of ['evm_mine', 'evm_snapshot', 'hardhat_setBalance']) {
    expect(await plain.error(method, `0x${SENDER}`)).toBe(`-32601 Method ${method} not found`);
  }
  await plain.close();
});
