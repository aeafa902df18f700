import { Ajv } from 'ajv';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RpcServices } from '../../src/rpc/method/services.ts';
import { startExecution } from '../calls/call/call-fixture.ts';
import { authorization, Wallet } from '../demo/contracts/sent-network.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';
import { EOA, fillContracts, NO, returning, to, word } from './simulated-contracts.ts';

/**
 * The cases, codes and texts are those of execution-apis (tests/eth_simulateV1, 033ca6e6), with amounts of whole
 * tinybars.
 */

const services: { -readonly [Name in keyof RpcServices]: RpcServices[Name] } = {};
let rpc: TestRpc;
let execution: Awaited<ReturnType<typeof startExecution>>;

beforeAll(async () => {
  rpc = await startTestRpc({ services });
  await fillContracts(rpc);
  execution = await startExecution(rpc.target, pino({ level: 'silent' }), new Registry());
  services.simulate = execution.simulate;
}, 60_000);
afterAll(async () => {
  await execution?.close();
  await rpc?.close();
});

interface CallResult {
  readonly status: string;
  readonly returnData: string;
  readonly gasUsed: string;
  readonly logs: readonly object[];
}
interface Block {
  readonly number: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly calls: readonly CallResult[];
}

const simulated = async (blockStateCalls: object[], more: object = {}, ...block: string[]) =>
  (await rpc.result('eth_simulateV1', { blockStateCalls, ...more }, ...block)) as Block[];
const refusal = (blockStateCalls: object[], more: object = {}) =>
  rpc.error('eth_simulateV1', { blockStateCalls, ...more });
const returned = (blocks: readonly Block[]) =>
  blocks.map(({ calls }) => calls.map(({ returnData }) => returnData));

const C0 = `0xc0${'0'.repeat(38)}`;
const C1 = `0xc1${'0'.repeat(38)}`;
const C2 = `0xc2${'0'.repeat(38)}`;
const AMOUNT = '0x9184e72a000';
const funded = { stateOverrides: { [C0]: { balance: AMOUNT } } };
const send = (from: string, receiver: string, more: object = {}) => ({
  from,
  to: receiver,
  value: AMOUNT,
  ...more,
});
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Address of a sender's creation, a vector of the yellow paper's rule. The contract returns 42. */
const CREATOR = '0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0';
const CREATED = ['0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d', '0x343c43a37d37dff08ae8c4a11544c718abb4fcf8'];
const RUNTIME = returning('602a');
const INIT = `0x60${(RUNTIME.length / 2).toString(16).padStart(2, '0')}600c60003960${(RUNTIME.length / 2).toString(16).padStart(2, '0')}6000f3${RUNTIME}`;

describe('eth_simulateV1', () => {
  it('carries balances from call to call (simple)', async () => {
    const gas = Number(600_000).toString(16);
    const [block, ...others] = await simulated([
      { ...funded, calls: [send(C0, to(1501)), { from: C0, to: to(2108), gas: `0x${gas}` }] },
    ]);
    expect(others).toEqual([]);
    expect(block?.calls).toMatchObject([
      { status: '0x1', returnData: '0x', gasUsed: '0x5208', maxUsedGas: '0x5208', logs: [] },
      // Value of 1,000 tinybars, as code sees it.
      { status: '0x1', returnData: `0x${word(1_000)}` },
    ]);
    expect(block).toMatchObject({
      number: '0x3',
      baseFeePerGas: '0x0',
      gasLimit: '0x8f0d180',
      miner: `0x${'0'.repeat(40)}`,
      uncles: [],
    });
  });

  it('carries state over calls and blocks, and fills gaps with empty blocks', async () => {
    const count = { to: to(2105) };
    const blocks = await simulated([
      { calls: [count, count] },
      { blockOverrides: { number: '0x6' }, calls: [count] },
    ]);
    expect(returned(blocks)).toEqual([[`0x${word(1)}`, `0x${word(2)}`], [], [], [`0x${word(3)}`]]);
    expect(blocks.map(({ number }) => number)).toEqual(['0x3', '0x4', '0x5', '0x6']);
    const times = blocks.map(({ timestamp }) => Number(timestamp));
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 2, 4, 6]);
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(
      blocks.slice(0, -1).map(({ hash }) => hash),
    );
  });

  it('changes nothing', async () => {
    const count = [{ calls: [{ to: to(2105) }] }];
    expect(await simulated(count)).toEqual(await simulated(count));
  });

  it('retains overrides of earlier blocks in addition to those of later ones', async () => {
    const code = (value: string) => ({ code: `0x${returning(`60${value}`)}` });
    const blocks = await simulated([
      { stateOverrides: { [C1]: code('01') }, calls: [{ to: C1 }] },
      { stateOverrides: { [C2]: code('02') }, calls: [{ to: C1 }, { to: C2 }] },
      { stateOverrides: { [C1]: code('03') }, calls: [{ to: C1 }, { to: C2 }] },
    ]);
    expect(returned(blocks)).toEqual(
      [[1], [1, 2], [3, 2]].map((row) => row.map((value) => `0x${word(value)}`)),
    );
  });

  it('creates contracts at the addresses of the sender and its nonce', async () => {
    const create = { from: CREATOR, input: INIT };
    const [block] = await simulated([
      { calls: [create, create, ...CREATED.map((address) => ({ to: address }))] },
    ]);
    expect(block?.calls.map(({ status, returnData }) => [status, returnData])).toEqual([
      ['0x1', `0x${RUNTIME}`],
      ['0x1', `0x${RUNTIME}`],
      ['0x1', `0x${word(42)}`],
      ['0x1', `0x${word(42)}`],
    ]);
  });

  it('exposes the block of the code and earlier ones', async () => {
    const blocks = await simulated([
      { blockOverrides: { number: '0x5', time: '0x1000' }, calls: [{ to: to(2006) }, { to: to(2007) }] },
      { calls: [{ to: to(2006) }, { to: to(2007) }, { to: to(2109) }] },
    ]);
    expect(returned(blocks).slice(-2)).toEqual([
      [`0x${word(5)}`, `0x${word(0x1000)}`],
      [`0x${word(6)}`, `0x${word(0x1002)}`, blocks.at(-2)?.hash],
    ]);
  });

  it('begins with a past block', async () => {
    const [block] = await simulated([{ calls: [{ to: to(2006) }] }], {}, '0x0');
    expect(block).toMatchObject({ number: '0x1', calls: [{ returnData: `0x${word(1)}` }] });
  });

  it('uses the named sender, even if it is a contract', async () => {
    const [block] = await simulated([
      {
        calls: [
          { from: C0, to: to(2010) },
          { from: to(2001), to: to(2010) },
        ],
      },
    ]);
    expect(block?.calls.map(({ returnData }) => returnData)).toEqual([
      `0x${word(BigInt(C0))}`,
      `0x${word(2001)}`,
    ]);
  });
});

describe('logs of eth_simulateV1', () => {
  it('have their indexes in the block', async () => {
    const [block] = await simulated([
      {
        calls: [
          { from: EOA, to: to(2106) },
          { from: EOA, to: to(2106) },
        ],
      },
    ]);
    const { hash, number, timestamp } = block ?? { hash: '', number: '', timestamp: '' };
    const log = (index: string, transactionHash: unknown) => ({
      address: to(2106),
      topics: [`0x${word(0x11)}`],
      data: `0x${word(BigInt(EOA))}`,
      blockHash: hash,
      blockNumber: number,
      blockTimestamp: timestamp,
      transactionHash,
      transactionIndex: index,
      logIndex: index,
      removed: false,
    });
    const { transactions } = block as unknown as { transactions: string[] };
    expect(block?.calls.map(({ logs }) => logs)).toEqual([
      [log('0x0', transactions[0])],
      [log('0x1', transactions[1])],
    ]);
    expect(new Set(transactions).size).toBe(2);
  });

  const transfer = (from: string, receiver: string) => ({
    address: `0x${'e'.repeat(40)}`,
    topics: [TRANSFER, `0x${word(BigInt(from))}`, `0x${word(BigInt(receiver))}`],
    data: `0x${word(BigInt(AMOUNT))}`,
  });

  it('include transfers of hbar with traceTransfers, also those of code', async () => {
    const calls = [send(C0, to(2107))];
    const [block] = await simulated([{ ...funded, calls }], { traceTransfers: true });
    expect(block?.calls[0]).toMatchObject({
      status: '0x1',
      logs: [transfer(C0, to(2107)), transfer(to(2107), to(1501))],
    });
    const [without] = await simulated([{ ...funded, calls }]);
    expect(without?.calls[0]?.logs).toEqual([]);
  });

  it('include none of a call that reverts', async () => {
    const [block] = await simulated([{ ...funded, calls: [send(C0, to(2002))] }], { traceTransfers: true });
    expect(block?.calls[0]).toMatchObject({ status: '0x0', logs: [] });
  });
});

describe('errors of calls of eth_simulateV1', () => {
  it.each<[string, object, object]>([
    ['revert', { to: to(2002) }, { code: 3, message: 'execution reverted: no', data: `0x${NO}` }],
    ['gas', { to: to(2105), gas: '0x55f0' }, { code: -32_015, message: 'out of gas' }],
    ['invalid instruction', { to: to(2004), gas: '0x55f0' }, { code: -32_015, message: 'invalid opcode' }],
  ])('%s', async (_name, call, error) => {
    const [block] = await simulated([{ calls: [call, { to: to(2001) }] }]);
    expect(block?.calls).toMatchObject([
      { status: '0x0', error },
      { status: '0x1', returnData: `0x${word(7)}` },
    ]);
  });
});

it('shows whole transactions with returnFullTransactions', async () => {
  const [block] = await simulated([{ ...funded, calls: [send(C0, C1, { gas: '0x186a0' })] }], {
    returnFullTransactions: true,
  });
  expect(block).toMatchObject({
    transactions: [
      { from: C0, to: C1, nonce: '0x0', gas: '0x186a0', value: AMOUNT, type: '0x2', transactionIndex: '0x0' },
    ],
  });
});

it('matches the OpenRPC document', async () => {
  const document = (await (await fetch(`${rpc.server.url}/openrpc`)).json()) as {
    readonly methods: readonly { readonly name: string; readonly result: { readonly schema: object } }[];
  };
  const schema = document.methods.find(({ name }) => name === 'eth_simulateV1')?.result.schema ?? {};
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  for (const returnFullTransactions of [true, false]) {
    const calls = [send(C0, to(1501)), { to: to(2002) }, { to: to(2004), gas: '0x55f0' }, { to: to(2106) }];
    const blocks = await simulated([{ ...funded, calls }, { blockOverrides: { number: '0x9' } }], {
      returnFullTransactions,
      traceTransfers: true,
    });
    expect(validate(blocks) || validate.errors).toBe(true);
  }
});

describe('refusals of eth_simulateV1', () => {
  const call = { from: C0, to: to(2001), gas: '0x186a0' };
  const validated = { validation: true };
  it.each<[string, object[], object, string]>([
    [
      'no funds',
      [{ calls: [send(C0, to(1501), { gas: '0x186a0' })] }],
      {},
      `-38014 err: insufficient funds for gas * price + value: address ${C0} have 0 want 10000000000000 (supplied gas 100000)`,
    ],
    [
      'spent funds',
      [{ ...funded, calls: [send(C0, to(1501)), send(C0, to(1501), { gas: '0x186a0' })] }],
      {},
      `-38014 err: insufficient funds for gas * price + value: address ${C0} have 0 want 10000000000000 (supplied gas 100000)`,
    ],
    [
      'intrinsic gas',
      [{ calls: [{ from: C1, to: C1, gas: '0x0' }] }],
      {},
      '-38013 err: intrinsic gas too low: have 0, want 21000 (supplied gas 0)',
    ],
    [
      'gas of the block',
      [{ blockOverrides: { gasLimit: '0x7530' }, calls: [call] }],
      {},
      '-38015 block gas limit reached: remaining: 30000, required: 100000',
    ],
    [
      'order of numbers',
      [{ blockOverrides: { number: '0x9a' } }, { blockOverrides: { number: '0x90' } }],
      {},
      '-38020 block numbers must be in order: 144 <= 154',
    ],
    [
      'order of times',
      [{ blockOverrides: { time: '0x7fffffff' } }, { blockOverrides: { time: '0x7ffffffe' } }],
      {},
      '-38021 block timestamps must be in order: 2147483646 <= 2147483647',
    ],
    [
      'a block too far in the future',
      [{ blockOverrides: { number: '0x1000' } }],
      {},
      '-38026 too many blocks',
    ],
    [
      'nonce too high',
      [{ calls: [{ ...call, nonce: '0x5' }] }],
      validated,
      `-38011 err: nonce too high: address ${C0}, tx: 5 state: 0 (supplied gas 100000)`,
    ],
    [
      'nonce too low',
      [{ calls: [call, { ...call, nonce: '0x0' }] }],
      validated,
      `-38010 err: nonce too low: address ${C0}, tx: 0 state: 1 (supplied gas 100000)`,
    ],
    [
      'price',
      [{ blockOverrides: { baseFeePerGas: '0xa' }, calls: [call] }],
      validated,
      `-38012 err: max fee per gas less than block base fee: address ${C0}, maxFeePerGas: 0, baseFee: 10 (supplied gas 100000)`,
    ],
    ['nothing', [], {}, '-32602 empty input'],
    [
      'too many calls',
      [{ calls: Array(600).fill({}) }, { calls: Array(600).fill({}) }],
      {},
      '-38026 too many calls: 1200, at most 1000',
    ],
  ])('%s', async (_name, blocks, more, expected) => {
    expect(await refusal(blocks, more)).toBe(expected);
  });

  it('nonce and price are not checked without validation', async () => {
    const blocks = [{ blockOverrides: { baseFeePerGas: '0xa' }, calls: [{ ...call, nonce: '0x5' }] }];
    expect(await simulated(blocks)).toMatchObject([{ baseFeePerGas: '0xa', calls: [{ status: '0x1' }] }]);
  });
});

it('applies authorizations in order, which later calls find', async () => {
  const wallet = new Wallet('e'.repeat(64));
  const address = `0x${wallet.address.toString('hex')}`;
  const hex = (bytes: Uint8Array | undefined) => `0x${Buffer.from(bytes ?? []).toString('hex') || '0'}`;
  const signedFor = (nonce: bigint, delegate: number) => {
    const target = Buffer.from(to(delegate).slice(2), 'hex');
    const [chainId, , ownNonce, yParity, r, s] = authorization(wallet, nonce, target);
    return {
      address: to(delegate),
      chainId: hex(chainId),
      nonce: hex(ownNonce),
      yParity: hex(yParity),
      r: hex(r),
      s: hex(s),
    };
  };
  const stateOverrides = { [address]: { balance: AMOUNT }, [C0]: { balance: AMOUNT } };
  // The wallet's own transaction increases its nonce before its authorization.
  const calls = [
    { from: address, to: address, authorizationList: [signedFor(1n, 2006)] },
    { from: C0, to: address, authorizationList: [signedFor(1n, 2010)] },
    { from: C0, to: address, authorizationList: [signedFor(2n, 2010)] },
    { from: C0, to: address },
  ];
  const [block] = await simulated([{ stateOverrides, calls }]);
  expect(block?.calls.map(({ returnData }) => returnData)).toEqual(
    [word(3), word(3), word(BigInt(C0)), word(BigInt(C0))].map((one) => `0x${one}`),
  );
  const [withIt = 0, without = 0] = (block?.calls.slice(2) ?? []).map(({ gasUsed }) => Number(gasUsed));
  expect(withIt - without).toBe(25_000);
  const tooFew = [{ stateOverrides, calls: [{ ...calls[0], gas: '0xb000' }] }];
  expect(await refusal(tooFew)).toMatch(/^-38013 err: intrinsic gas too low: have 45056, want 46000/);
});
