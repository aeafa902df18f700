import { once } from 'node:events';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { AbortSignalLike } from '../../src/kernel/abort-signal.ts';
import { RpcError } from '../../src/rpc/method/rpc-error.ts';
import type {
  DevelopmentNetwork,
  StoredSlot,
  UnsignedCall,
  UnsignedSubmission,
} from '../../src/rpc/method/services.ts';
import { entity } from '../rest/contracts/contract-rows.ts';
import { fillLedger, hex, SENDER, TIMES } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

let rpc: TestRpc;
/** Commands sent to the network, in order. */
let called: string[] = [];
const SECOND = 1_000_000_000n;
/** Tinybars that the treasury of the network lacks. */
const MOST = 5_000_000_000n * 100_000_000n;
const KEY = Buffer.from('1220', 'hex');
const HASH = `0x${'ab'.repeat(32)}`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

class FakeNetwork implements DevelopmentNetwork {
  time = 1_000n * SECOND;
  isQuiet = false;
  hasSnapshots = true;
  hasEnded = false;
  #automine = true;
  impersonated: string | undefined;
  requestedBy: string | undefined;
  /** Transfers end with this. */
  transferred: Promise<unknown> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  answer: Pick<UnsignedSubmission, 'code' | 'outcome'> = { code: 'OK', outcome: Promise.resolve(null) };

  get automine(): boolean {
    return this.#automine;
  }

  noteRequest(client: string): void {
    this.requestedBy = client;
  }

  setAutomine(isOn: boolean): void {
    called.push(`automine ${isOn}`);
    this.#automine = isOn;
  }

  drop(): void {
    called.push('drop');
  }

  async mine(): Promise<bigint> {
    called.push('mine');
    return 0n;
  }

  setIntervalMining(milliseconds: number): void {
    called.push(`every ${milliseconds}`);
  }

  now(): bigint {
    return this.time;
  }

  async advance(nanos: bigint, signal: AbortSignalLike): Promise<void> {
    called.push(`advance ${nanos / SECOND}${signal.aborted ? ' of a client that left' : ''}`);
    this.time += nanos;
  }

  async transfer(address: string, id: bigint | undefined, tinybars: bigint) {
    called.push(`${address} ${id} ${tinybars}`);
    await this.transferred;
    return { status: tinybars < MOST ? 'SUCCESS' : 'INSUFFICIENT_ACCOUNT_BALANCE', time: 0n };
  }

  async holdClock(instant: bigint): Promise<boolean> {
    if (this.isQuiet) called.push(`hold ${instant / SECOND}`);
    return this.isQuiet;
  }

  async setBlockInterval(nanos: bigint): Promise<boolean> {
    if (this.isQuiet) called.push(`blocks every ${nanos / SECOND}`);
    return this.isQuiet;
  }

  async createContract(address: string, code: Uint8Array) {
    called.push(`${address} is created with 0x${Buffer.from(code).toString('hex')}`);
    return { status: 'SUCCESS', time: 0n };
  }

  async replaceCode(address: string, code: Uint8Array) {
    called.push(`${address} has 0x${Buffer.from(code).toString('hex')}`);
    return { status: 'SUCCESS', time: 0n };
  }

  async setStorage(address: string, slots: readonly StoredSlot[]) {
    const texts = slots.map(([slot, value]) => `${hexOf(value)} at ${hexOf(slot)}`);
    called.push(`${address} has ${texts.join(', ')}`);
    return { status: 'SUCCESS', time: 0n };
  }

  async setNonce(address: string, nonce: bigint) {
    called.push(`${address} has nonce ${nonce}`);
    return { status: 'SUCCESS', time: 0n };
  }

  impersonate(address: string, isOn: boolean): void {
    this.impersonated = isOn ? address : undefined;
  }

  impersonateAll(isOn: boolean): void {
    this.impersonated = isOn ? KNOWN : undefined;
  }

  isImpersonated(address: string): boolean {
    return this.impersonated === address;
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async snapshot(): Promise<bigint> {
    if (!this.hasSnapshots) throw new RpcError(-32_000, 'no snapshots');
    called.push('snapshot');
    return 26n;
  }

  async dropSnapshot(id: bigint): Promise<void> {
    called.push(`drop ${id}`);
  }

  /** Knows no snapshot. */
  async revert(id: bigint): Promise<boolean> {
    called.push(`revert ${id}`);
    if (this.hasEnded) throw new RpcError(-32_000, 'the network has ended');
    return false;
  }

  async reset(): Promise<void> {
    called.push('reset');
    throw new RpcError(-32_000, 'no start');
  }

  async callFor(payer: bigint, { to, gas, tinybars, data }: UnsignedCall): Promise<UnsignedSubmission> {
    called.push(`${payer} calls ${to} with ${tinybars} ${gas} 0x${Buffer.from(data).toString('hex')}`);
    return { hash: HASH, transactionId: '0.0.3000-1-000000002', ...this.answer };
  }
}

const network = new FakeNetwork();

beforeAll(async () => {
  rpc = await startTestRpc({ services: { development: network, accounts: [] } });
  await fillLedger(rpc);
  await rpc.insert('entity', [
    entity(3000, {
      type: 'ACCOUNT',
      evm_address: Buffer.alloc(20, 0x77),
      balance: 500n,
      key: KEY,
      ethereum_nonce: 5n,
    }),
    entity(3001, { type: 'CONTRACT', evm_address: Buffer.alloc(20, 0x79) }),
    entity(3002, { type: 'ACCOUNT', evm_address: Buffer.alloc(20, 0x7a), key: Buffer.from('3200', 'hex') }),
    entity(3003, { type: 'CONTRACT', evm_address: Buffer.alloc(20, 0x7b), deleted: true }),
  ]);
  const slot = { contract_id: 3001, created_timestamp: 1, modified_timestamp: 1 };
  await rpc.insert('contract_state', [
    { ...slot, slot: Buffer.from([1]), value: Buffer.from([7]) },
    { ...slot, slot: Buffer.alloc(32, 2), value: null },
    { ...slot, slot: Buffer.from([3]), value: Buffer.alloc(32) },
  ]);
  await rpc.show();
});
afterAll(() => rpc?.close());
beforeEach(() => {
  called = [];
  network.time = 1_000n * SECOND;
  network.setAutomine(true);
  network.isQuiet = false;
  called = [];
});

const KNOWN = `0x${'77'.repeat(20)}`;
const NEW = `0x${'78'.repeat(20)}`;
const CONTRACT = `0x${'79'.repeat(20)}`;
const HOLLOW = `0x${'7a'.repeat(20)}`;
const DELETED = `0x${'7b'.repeat(20)}`;
const ONE = `${'0'.repeat(63)}1`;
const TWO = `${'0'.repeat(63)}2`;
const packed = (text: string) => `0x${gzipSync(text).toString('hex')}`;
/** A state that is not compressed, as of Anvil. */
const stateOf = (accounts: object) => `0x${Buffer.from(JSON.stringify({ accounts })).toString('hex')}`;
const NOTHING = { balance: '0x0', nonce: 0 };
const TINYBAR = 10n ** 10n;
const weibars = (tinybars: bigint): string => `0x${(tinybars * TINYBAR).toString(16)}`;

it.each<[method: string, params: unknown[], reported: string[]]>([
  ['evm_mine', [], ['mine']],
  ['evm_mine', [1010], ['advance 10', 'mine']],
  // Its blocks are made at 0.
  ['hardhat_mine', ['0x2', '0x424'], ['mine', 'advance 60', 'mine']],
  ['anvil_mine', [], ['mine']],
  ['evm_setAutomine', [false], ['automine false']],
  ['evm_setAutomine', [true], ['automine true']],
  ['evm_setIntervalMining', [5000], ['every 5000']],
  ['evm_setIntervalMining', [1], ['every 100']],
  ['evm_setIntervalMining', [0], ['every 0']],
  ['anvil_setIntervalMining', [5], ['every 5000']],
  ['anvil_setIntervalMining', [0], ['every 0']],
  ['evm_increaseTime', [60], ['advance 60']],
  ['evm_increaseTime', ['0x3c'], ['advance 60']],
  ['evm_setNextBlockTimestamp', [1500], ['advance 500']],
  ['hardhat_setBalance', [KNOWN, weibars(700n)], [`${KNOWN} 3000 200`]],
  ['anvil_setBalance', [KNOWN, weibars(100n)], [`${KNOWN} 3000 -400`]],
  ['anvil_setBalance', [KNOWN, weibars(500n)], []],
  ['anvil_setBalance', [NEW, weibars(9n)], [`${NEW} undefined 9`]],
  ['hardhat_setCode', [CONTRACT, '0x5F'], [`${CONTRACT} has 0x5f`]],
  ['anvil_setCode', [CONTRACT, '0x'], [`${CONTRACT} has 0x`]],
  ['hardhat_setCode', [NEW, '0x00'], [`${NEW} is created with 0x00`]],
  ['hardhat_setCode', [NEW, '0x'], []],
  ['anvil_setCode', [HOLLOW, '0x00'], [`${HOLLOW} is created with 0x00`]],
  ['anvil_setCode', [DELETED, '0x00'], [`${DELETED} is created with 0x00`]],
  ['hardhat_setNonce', [NEW, 7], [`${NEW} has nonce 7`]],
  ['anvil_setNonce', [KNOWN, '0x5'], [`${KNOWN} has nonce 5`]],
  ['hardhat_setStorageAt', [CONTRACT, '0x1', '0x01'], [`${CONTRACT} has ${ONE} at ${ONE}`]],
])('%s(%j) calls the network with %j', async (method, params, expected) => {
  await rpc.result(method, ...params);
  expect(called).toEqual(expected);
});

it('gives the next block of a quiet network any time after the last block', async () => {
  network.isQuiet = true;
  // The last block ends at 119.
  for (const time of [1_500, 999, 120]) await rpc.result('evm_setNextBlockTimestamp', time);
  expect(await rpc.error('evm_setNextBlockTimestamp', 1)).toMatch(
    /^-32000 Timestamp 1 is lower than the previous block's timestamp 110$/,
  );
  expect(await rpc.error('evm_setNextBlockTimestamp', 110)).toMatch(/^-32000 Timestamp 110 is equal to/);
  await rpc.result('evm_mine', 200);
  expect(called).toEqual(['advance 500', 'hold 1500', 'hold 999', 'hold 120', 'hold 200', 'mine']);
});

it('mines blocks of a quiet network exactly an interval apart', async () => {
  network.isQuiet = true;
  await rpc.result('hardhat_mine', '0x3', '0x3c');
  expect(called).toEqual(['mine', 'hold 60', 'mine', 'hold 60', 'mine']);
});

it('gives blocks of a quiet network an interval', async () => {
  expect(await rpc.error('anvil_setBlockTimestampInterval', 1)).toMatch(/^-32000 .*--quiet/);
  network.isQuiet = true;
  expect(await rpc.result('anvil_setBlockTimestampInterval', 60)).toBeNull();
  expect(await rpc.result('anvil_removeBlockTimestampInterval')).toBe(true);
  // The last block begins at 110.
  expect(called).toEqual(['blocks every 60', 'hold 170', 'blocks every 0']);
});

it('drops no unknown transaction', async () => {
  expect(await rpc.result('hardhat_dropTransaction', HASH)).toBe(false);
  expect(await rpc.result('anvil_dropTransaction', HASH)).toBeNull();
  expect(called).toEqual([]);
});

it('drops no transaction that is in a block', async () => {
  for (const tool of ['hardhat', 'anvil']) {
    expect(await rpc.error(`${tool}_dropTransaction`, hex(TIMES.call))).toMatch(/^-32000 .* already mined$/);
  }
});

it.each<[method: string, params: unknown[], error: RegExp]>([
  ['anvil_setBlockTimestampInterval', [0], /^-32602 Invalid parameter 0: Expected from 1 to 86400 seconds/],
  ['anvil_setBlockTimestampInterval', [86_401], /^-32602 Invalid parameter 0/],
  ['evm_setNextBlockTimestamp', [1000], /^-32000 Timestamp 1000 is not after the network's time 1000/],
  ['evm_mine', [999], /^-32000 Timestamp 999/],
  ['evm_increaseTime', [-1], /^-32602 Invalid parameter 0/],
  ['hardhat_mine', ['0x2711'], /^-32602 Invalid parameter 0: Expected at most 10000 blocks/],
  ['evm_revert', ['first'], /^-32602 Invalid parameter 0/],
  ['hardhat_reset', [{ forking: { jsonRpcUrl: 'x' } }], /^-32602 Invalid parameter 0: .* does not fork/],
  [
    'hardhat_setNonce',
    [KNOWN, '0x4'],
    /^-32000 New nonce \(4\) must not be smaller than the existing nonce \(5\)$/,
  ],
  ['anvil_setNonce', [`0x${'0'.repeat(36)}fff1`, '0x1'], /^-32000 There is no account at the address/],
  ['anvil_loadState', ['0x'], /^-32602 Invalid parameter 0: Expected a result of anvil_dumpState$/],
  // Few bytes that become many nested or empty values.
  [
    'anvil_loadState',
    [packed('['.repeat(16 * 1024 * 1024))],
    /^-32602 .*Expected a result of anvil_dumpState$/,
  ],
  ['anvil_loadState', [packed(`[${'{},'.repeat(4_000_000)}0]`)], /^-32005 The answer has more than/],
  ['anvil_loadState', ['0x1f8b0800'], /^-32602 Invalid parameter 0: Expected compressed JSON of at most/],
  ['anvil_loadState', [packed('x'.repeat(16 * 1024 * 1024 + 1))], /^-32602 .* compressed JSON of at most/],
  [
    'anvil_loadState',
    [stateOf({ [NEW]: { balance: '0x0' } })],
    /^-32602 .*Account 0x7878787878787878.* is not valid$/,
  ],
  ['anvil_loadState', [stateOf({ '0x1': NOTHING })], /^-32602 .*Account 0x1 is not valid$/],
  [
    'anvil_loadState',
    [stateOf({ [NEW]: { ...NOTHING, storage: { x: '0x1' } } })],
    /^-32602 .* is not valid$/,
  ],
  [
    'anvil_loadState',
    [stateOf({ [NEW]: { ...NOTHING, code: '0xef00' } })],
    /^-32602 .*Code of 0x7878.*EIP-3541/,
  ],
  [
    'anvil_loadState',
    [stateOf({ [KNOWN]: { ...NOTHING, code: '0x00' } })],
    /^-32000 0x7777.* an account with a key cannot/,
  ],
  [
    'anvil_loadState',
    [stateOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, NOTHING])))],
    /^-32602 .*Expected at most 10000 accounts$/,
  ],
  ['hardhat_setCode', [KNOWN, '0x00'], /^-32000 .* an account with a key cannot become one$/],
  ['hardhat_setCode', [`0x${'0'.repeat(39)}1`, '0x00'], /^-32000 .* begins with 12 zero bytes/],
  ['hardhat_setCode', [NEW, '0xef00'], /^-32602 Invalid parameter 1: .*EIP-3541/],
  ['hardhat_setStorageAt', [NEW, '0x1', '0x1'], /^-32000 Only a contract has storage/],
  ['hardhat_setStorageAt', [KNOWN, '0x1', '0x1'], /^-32000 Only a contract has storage/],
  ['anvil_setStorageAt', [CONTRACT, '0x1', `0x1${ONE}`], /^-32602 Invalid parameter 2/],
  ['anvil_setCoinbase', [KNOWN], /^-32601 .*no meaning/],
  ['evm_unknown', [], /^-32601 Method evm_unknown not found/],
])('refuses %s(%j)', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toMatch(error);
  expect(called).toEqual([]);
});

it.each<[method: string, params: unknown[]]>([
  ['hardhat_reset', []],
  ['anvil_reset', [{}]],
])('%s(%j) returns the network to its start, or says why not', async (method, params) => {
  expect(await rpc.error(method, ...params)).toMatch(/^-32000 no start/);
  expect(called).toEqual(['reset']);
});

it('dumps accounts with an address, and loads what differs', async () => {
  const dump = (await rpc.result('anvil_dumpState')) as string;
  const text = gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString();
  const { accounts } = JSON.parse(text) as { accounts: Record<string, unknown> };
  expect(accounts[KNOWN]).toEqual({ nonce: 5, balance: weibars(500n), code: '0x', storage: {} });
  expect(accounts[CONTRACT]).toMatchObject({
    code: '0x',
    storage: { [`0x${ONE}`]: `0x${ONE.slice(0, -1)}7` },
  });
  expect(accounts).not.toHaveProperty(DELETED);
  expect(await rpc.result('anvil_loadState', dump)).toBe(true);
  expect(called).toEqual([]);
  const slots = { '0x1': '0x01', '0x2': '0x0', '0x3': `0x${TWO}` };
  const loaded = {
    [KNOWN]: { balance: weibars(400n), nonce: 4 },
    [NEW]: { balance: weibars(1n), nonce: '0x1', code: '0x5f', storage: slots },
    [CONTRACT]: { ...NOTHING, code: '0x00', storage: { [`0x${TWO}`]: '0x1' } },
    [`0x${'0'.repeat(40)}`]: { ...NOTHING, balance: '0xffffffffffff' },
  };
  expect(await rpc.result('anvil_loadState', packed(JSON.stringify({ accounts: loaded })))).toBe(true);
  const zero = '0'.repeat(64);
  const changes = [
    `${NEW} is created with 0x5f`,
    `${CONTRACT} has 0x00`,
    `${KNOWN} 3000 -100`,
    `${NEW} undefined 1`,
    `${NEW} has ${ONE} at ${ONE}, ${TWO} at ${zero.slice(0, -1)}3`,
    `${CONTRACT} has ${ONE} at ${TWO}, ${zero} at ${ONE}`,
  ];
  expect(called).toEqual(['snapshot', ...changes, 'drop 26']);
  called = [];
  network.hasSnapshots = false;
  expect(await rpc.result('anvil_loadState', packed(JSON.stringify({ accounts: loaded })))).toBe(true);
  network.hasSnapshots = true;
  expect(called).toEqual(changes);
});

it('returns to the state before a load of which a transaction failed', async () => {
  const accounts = {
    [NEW]: { ...NOTHING, balance: weibars(MOST), code: '0x5f' },
    [KNOWN]: { balance: weibars(400n), nonce: 5 },
  };
  expect(await rpc.error('anvil_loadState', packed(JSON.stringify({ accounts })))).toMatch(
    /^-32000 .*INSUFFICIENT_ACCOUNT_BALANCE .*the change of the state failed/,
  );
  expect(called).toEqual([
    'snapshot',
    `${NEW} is created with 0x5f`,
    `${NEW} undefined ${MOST}`,
    `${KNOWN} 3000 -100`,
    'revert 26',
  ]);
});

/** A state whose load is a transfer. */
const TRANSFER = stateOf({ [KNOWN]: { balance: weibars(400n), nonce: 5 } });

it('names the error of a load whose return fails as well, and logs that one', async () => {
  network.hasEnded = true;
  const state = stateOf({ [NEW]: { ...NOTHING, balance: weibars(MOST) } });
  expect(await rpc.error('anvil_loadState', state)).toMatch(
    /^-32000 .*INSUFFICIENT_ACCOUNT_BALANCE .*the change of the state failed. The return .* a part of the changes may remain$/,
  );
  network.hasEnded = false;
  expect(called.at(-1)).toBe('revert 26');
  const [logged, ...further] = rpc.errors.splice(0);
  expect(further).toEqual([]);
  expect(JSON.parse(logged ?? '')).toMatchObject({
    msg: 'The local network could not return to the state before a request',
    err: { message: 'the network has ended' },
  });
});

/** Lets transfers wait until the returned function is called. */
function holdTransfers(): () => void {
  let release = (): void => undefined;
  network.transferred = new Promise<void>((resolve) => {
    release = resolve;
  });
  return release;
}

it('returns to the state before a load whose client disconnects', async () => {
  const release = holdTransfers();
  const socket = new WebSocket(rpc.server.url.replace('http', 'ws'));
  await once(socket, 'open');
  const load = { jsonrpc: '2.0', id: 1, method: 'anvil_loadState', params: [TRANSFER] };
  socket.send(JSON.stringify(load));
  await expect.poll(() => called).toEqual(['snapshot', `${KNOWN} 3000 -100`]);
  // It waits for the load, and is gone before its turn.
  socket.send(JSON.stringify({ ...load, method: 'evm_snapshot', params: [] }));
  socket.terminate();
  await expect
    .poll(() => rpc.registry.getSingleMetricAsString('tain_rpc_websockets'))
    .toMatch(/\ntain_rpc_websockets 0$/);
  release();
  await expect.poll(() => called.slice(2)).toEqual(['revert 26']);
  expect(await rpc.result('evm_snapshot')).toBe('0x1a');
  expect(called.slice(3)).toEqual(['snapshot']);
  expect(rpc.errors).toEqual([]);
});

it('takes and returns to snapshots after a load that runs', async () => {
  const release = holdTransfers();
  const load = rpc.result('anvil_loadState', TRANSFER);
  await expect.poll(() => called).toEqual(['snapshot', `${KNOWN} 3000 -100`]);
  const later = [rpc.result('evm_revert', '0x1'), rpc.error('hardhat_reset'), rpc.result('evm_snapshot')];
  // Requests that need no snapshot are answered meanwhile.
  expect(await rpc.result('evm_mine')).toBe('0x0');
  release();
  expect(await load).toBe(true);
  await Promise.all(later);
  const [mined, dropped, ...others] = called.slice(2);
  expect([mined, dropped]).toEqual(['mine', 'drop 26']);
  expect(others.sort()).toEqual(['reset', 'revert 1', 'snapshot']);
});

it('notes clients that send requests, of any method', async () => {
  network.requestedBy = undefined;
  await rpc.result('eth_chainId');
  expect(network.requestedBy).toBe('127.0.0.1');
});

it('refuses code that is too long', async () => {
  const code = `0x${'00'.repeat(24_577)}`;
  expect(await rpc.error('hardhat_setCode', NEW, code)).toMatch(
    /^-32602 Invalid parameter 1: Expected at most 24576/,
  );
  expect(called).toEqual([]);
});

it('takes snapshots, whose ids are quantities, and does not know another one', async () => {
  expect(await rpc.result('evm_snapshot')).toBe('0x1a');
  expect(await rpc.result('anvil_snapshot')).toBe('0x1a');
  expect(await rpc.result('evm_revert', '0x1b')).toBe(false);
  expect(await rpc.result('anvil_revert', 27)).toBe(false);
  expect(called).toEqual(['snapshot', 'snapshot', 'revert 27', 'revert 27']);
});

it('has none of these methods without a local network', async () => {
  const plain = await startTestRpc();
  for (const method of ['evm_mine', 'evm_snapshot', 'hardhat_setBalance']) {
    expect(await plain.error(method, `0x${SENDER}`)).toBe(`-32601 Method ${method} not found`);
  }
  await plain.close();
});

it('describes the network as Hardhat and Anvil do', async () => {
  const metadata = await rpc.result('hardhat_metadata');
  expect(metadata).toEqual({
    clientVersion: await rpc.result('web3_clientVersion'),
    chainId: 296,
    instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    latestBlockNumber: 1,
    latestBlockHash: `0x${'b'.repeat(64)}`,
  });
  expect(await rpc.result('hardhat_metadata')).toEqual(metadata);
  expect(await rpc.result('anvil_setLoggingEnabled', false)).toBe(true);
  expect(await rpc.result('anvil_nodeInfo')).toMatchObject({
    currentBlockNumber: '0x1',
    currentBlockTimestamp: 110,
    currentBlockHash: `0x${'b'.repeat(64)}`,
    environment: { chainId: 296, gasPrice: await rpc.result('eth_gasPrice') },
  });
});

describe('an impersonated account', () => {
  const send = { from: KNOWN, to: NEW, data: '0x1234', gas: '0x5208', value: weibars(7n) };
  const call = `3000 calls ${NEW} with 7 21000 0x1234`;
  const outcome = (status: string) => ({ code: 'OK', outcome: Promise.resolve({ status, time: 0n }) });

  it.each(['hardhat', 'anvil'])('sends without a key from %s_impersonateAccount on', async (tool) => {
    network.answer = outcome('SUCCESS');
    expect(await rpc.error('eth_sendTransaction', send)).toBe(
      `-32000 Unknown account ${KNOWN}: No Signer available`,
    );
    expect(await rpc.result(`${tool}_impersonateAccount`, KNOWN)).toBe(true);
    expect(await rpc.result('eth_sendTransaction', send)).toBe(HASH);
    const creation = { from: KNOWN, data: '0x60', gas: '0x5208' };
    expect(await rpc.result('eth_sendTransaction', creation)).toBe(HASH);
    await rpc.result(`${tool}_stopImpersonatingAccount`, KNOWN);
    expect(await rpc.error('eth_sendTransaction', send)).toBe(
      `-32000 Unknown account ${KNOWN}: No Signer available`,
    );
    expect(called).toEqual([call, '3000 calls undefined with 0 21000 0x60']);
  });

  it('is each account after anvil_autoImpersonateAccount', async () => {
    network.answer = outcome('SUCCESS');
    expect(await rpc.result('anvil_autoImpersonateAccount', true)).toBeNull();
    expect(await rpc.result('eth_sendTransaction', send)).toBe(HASH);
    await rpc.result('anvil_autoImpersonateAccount', false);
    expect(await rpc.error('eth_sendTransaction', send)).toMatch(/No Signer available$/);
  });

  it('returns the hash of a reverted and of a pending transaction', async () => {
    await rpc.result('hardhat_impersonateAccount', KNOWN);
    network.answer = outcome('CONTRACT_REVERT_EXECUTED');
    expect(await rpc.result('eth_sendTransaction', send)).toBe(HASH);
    network.setAutomine(false);
    network.answer = { code: 'OK', outcome: new Promise(() => undefined) };
    expect(await rpc.result('eth_sendTransaction', send)).toBe(HASH);
  });

  it.each<[change: object, answer: FakeNetwork['answer'], error: RegExp]>([
    [{ value: '0x1' }, outcome('SUCCESS'), /^-32602 Value can't be non-zero and less/],
    [{ value: weibars(501n) }, outcome('SUCCESS'), /^-32000 Insufficient funds/],
    [{ gas: '0xffffffff' }, outcome('SUCCESS'), /^-32005 Transaction gas limit/],
    [{}, outcome('INVALID_CONTRACT_ID'), /^-32000 .* no transaction reaches this address$/],
    [
      {},
      { code: 'TRANSACTION_OVERSIZE', outcome: Promise.resolve(null) },
      /^-32000 .* a transaction has at most 6,144 bytes$/,
    ],
    [{}, { code: 'OK', outcome: Promise.resolve(null) }, /^-32000 Consensus node error: UNKNOWN/],
  ])('gets an error of %j', async (change, answer, error) => {
    await rpc.result('anvil_impersonateAccount', KNOWN);
    network.answer = answer;
    expect(await rpc.error('eth_sendTransaction', { ...send, ...change })).toMatch(error);
  });

  it('is not needed for eth_sendUnsignedTransaction', async () => {
    network.answer = outcome('SUCCESS');
    expect(await rpc.result('eth_sendUnsignedTransaction', send)).toBe(HASH);
    expect(called).toEqual([call]);
  });

  it('must exist', async () => {
    await rpc.result('anvil_impersonateAccount', NEW);
    expect(await rpc.error('eth_sendTransaction', { ...send, from: NEW })).toMatch(/^-32001 .*address/);
  });
});
