import fc from 'fast-check';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCall } from '../../src/rest/contracts/call/read-call.ts';
import type { DevelopmentNetwork, RpcServices } from '../../src/rpc/method/services.ts';
import { readSentTransaction } from '../../src/rpc/sending/signed-transaction.ts';
import { quantity } from '../../src/rpc/values/hex.ts';
import { startExecution } from '../calls/call/call-fixture.ts';
import { authorization, signed, Wallet } from '../demo/contracts/sent-network.ts';
import { tries } from '../effort.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';
import { EOA, fillContracts, NO, returning, reverting, to, word } from './simulated-contracts.ts';

const HASH_1 = '01'.repeat(48);

/** Bytecode by entity. */
const CODES: Readonly<Record<number, string>> = {
  // Code for slot 0; a revert; INVALID; the number of the block; the sender; the value; the gas limit; the first word
  // of the input.
  2001: returning('600054'),
  2002: reverting(NO),
  2004: 'fe',
  2006: returning('43'),
  2007: returning('42'),
  // Code that reverts in every block but 99: NUMBER, PUSH1 99, EQ, PUSH1 10, JUMPI, PUSH0, DUP1, REVERT, JUMPDEST.
  2008: '43606314600a575f80fd5b',
  // Code that reverts at every time but 99.
  2009: '42606314600a575f80fd5b',
  2010: returning('33'),
  2011: returning('34'),
  2014: returning('45'),
  2015: returning('600035'),
  2016: returning(`73${EOA.slice(2)}31`),
};

const services: { -readonly [K in keyof RpcServices]: RpcServices[K] } = {};
let rpc: TestRpc;
let execution: Awaited<ReturnType<typeof startExecution>>;

beforeAll(async () => {
  rpc = await startTestRpc({ services });
  await fillContracts(rpc, CODES, HASH_1);
  execution = await startExecution(rpc.target, pino({ level: 'silent' }), new Registry(), {
    rules: { stateOverrides: false },
  });
  services.callContract = execution.callContract;
}, 60_000);
afterAll(async () => {
  await execution?.close();
  await rpc?.close();
});

describe('eth_call', () => {
  it.each<[string, unknown[], string]>([
    ['storage', [{ to: to(2001) }], word(7)],
    ['newest block', [{ to: to(2006) }], word(2)],
    ['tag', [{ to: to(2006) }, 'pending'], word(2)],
    ['number', [{ to: to(2006) }, '0x1'], word(1)],
    ['hash', [{ to: to(2006) }, `0x${HASH_1.slice(0, 64)}`], word(1)],
    ['EIP-1898 hash', [{ to: to(2006) }, { blockHash: `0x${HASH_1.slice(0, 64)}` }], word(1)],
    ['EIP-1898 number', [{ to: to(2006) }, { blockNumber: '0x1' }], word(1)],
    ['sender', [{ to: to(2010), from: EOA }], word(BigInt(EOA))],
    ['sender of a value', [{ to: to(2010), value: '0x1' }], word(2)],
    ['value below one tinybar', [{ to: to(2011), from: EOA, value: '0x1' }], word(1)],
    ['value, floored', [{ to: to(2011), from: EOA, value: '0x4a817c801' }], word(2)],
    ['gas cap', [{ to: to(2014), gas: '0x3b9aca00' }], word(15_000_000)],
    ['data', [{ to: to(2015), data: `0x${word(5)}` }], word(5)],
    ['input before data', [{ to: to(2015), data: `0x${word(5)}`, input: `0x${word(6)}` }], word(6)],
    ['no code', [{ to: EOA }], ''],
    [
      'authorization without digits',
      [{ to: to(2001), authorizationList: [{ address: EOA, chainId: '0x', nonce: '0x', yParity: '0x' }] }],
      word(7),
    ],
    ['balance override', [{ to: to(2016) }, 'latest', { [EOA]: { balance: '0x174876e800' } }], word(10)],
    [
      'balance override of the sender',
      [{ to: to(2010), from: EOA }, 'latest', { [EOA]: { balance: '0x174876e800' } }],
      word(BigInt(EOA)),
    ],
    [
      'code override',
      [{ to: to(2001) }, 'latest', { [to(2001)]: { code: `0x${returning('6009')}` } }],
      word(9),
    ],
    ['block number override', [{ to: to(2006) }, 'latest', {}, { number: '0x63' }], word(99)],
    ['block time override', [{ to: to(2007) }, '0x1', {}, { time: '0x64' }], word(100)],
    ['slot override', [{ to: to(2001) }, 'latest', { [to(2001)]: { stateDiff: { '0x0': '0x8' } } }], word(8)],
  ])('%s', async (_name, params, expected) => {
    expect(await rpc.result('eth_call', ...params)).toBe(`0x${expected}`);
  });

  it('answers a revert with its text and data', async () => {
    const { error } = await rpc.call('eth_call', { to: to(2002) });
    expect(error).toEqual({ code: 3, message: 'execution reverted: no', data: `0x${NO}` });
  });

  it.each<[string, unknown[], RegExp]>([
    ['invalid instruction', [{ to: to(2004) }], /^-32000 Error occurred during transaction simulation: ./],
    ['unknown block', [{ to: to(2006) }, '0x99'], /^-32000 Error occurred during transaction simulation: ./],
    [
      'little gas',
      [{ to: to(2006), gas: '0x1' }],
      /^-32000 Error .*: gas field must be greater than or equal to 21000$/,
    ],
    [
      'wrong address',
      [{ to: '0x1' }],
      /^-32602 Invalid parameter 'to' for TransactionObject: Expected 0x prefixed string/,
    ],
    [
      'incomplete authorization',
      [{ to: to(2001), authorizationList: [{ address: EOA, nonce: '0x0' }] }],
      /^-32602 Invalid parameter 'authorizationList' for TransactionObject/,
    ],
    [
      'too many authorizations',
      [
        {
          to: to(2001),
          authorizationList: Array(101).fill({ address: EOA, chainId: '0x0', nonce: '0x0' }),
        },
      ],
      /^-32602 Invalid parameter 'authorizationList' for TransactionObject/,
    ],
    [
      'too many overrides',
      [
        { to: to(2001) },
        'latest',
        Object.fromEntries(Array.from({ length: 101 }, (_, at) => [to(5_000 + at), { nonce: '0x1' }])),
      ],
      /^-32000 Error .*: stateOverrides field size must be between 0 and 100$/,
    ],
    [
      'more tinybars than exist',
      [{ to: to(2001), from: EOA, value: `0x${'f'.repeat(64)}` }],
      /^-32000 Error .*/,
    ],
    [
      'a gas price of more than 32 bytes',
      [{ to: to(2001), gasPrice: `0x${'f'.repeat(65)}` }],
      /^-32602 Invalid parameter 'gasPrice' for TransactionObject/,
    ],
    ['no call', [], /^-32602 Missing value for required parameter 0$/],
    [
      'wrong override',
      [{ to: to(2006) }, 'latest', { '0x1': {} }],
      /^-32602 Invalid parameter '0x1' for StateOverrides/,
    ],
    [
      'unknown key of an override',
      [{ to: to(2006) }, 'latest', { [EOA]: { gas: '0x1' } }],
      /^-32602 Invalid parameter 'gas' for AccountOverride: Unknown parameter$/,
    ],
    [
      'unknown key of block overrides',
      [{ to: to(2006) }, 'latest', {}, { hash: '0x1' }],
      /^-32602 Invalid parameter 'hash' for BlockOverrides: Unknown parameter$/,
    ],
    ['more parameters', [{ to: to(2006) }, 'latest', {}, {}, {}], /^-32602 Invalid params$/],
  ])('refuses: %s', async (_name, params, expected) => {
    expect(await rpc.error('eth_call', ...params)).toMatch(expected);
  });
});

describe('eth_estimateGas', () => {
  it('estimates as a quantity what the REST operation estimates', async () => {
    const body = Buffer.from(JSON.stringify({ to: to(2001), estimate: true }));
    const call = readCall(body, 'application/json');
    const rest = await execution.callContract(call, { client: '', signal: undefined });
    if (rest.outcome !== 'done') throw new Error(rest.outcome);
    expect(BigInt(rest.result)).toBeGreaterThan(21_000n);
    expect(await rpc.result('eth_estimateGas', { to: to(2001) })).toBe(quantity(BigInt(rest.result)));
  });

  it('applies overrides of the block', async () => {
    const call = { to: to(2008) };
    expect(await rpc.error('eth_estimateGas', call)).toMatch(/^3 execution reverted/);
    const gas = await rpc.result('eth_estimateGas', call, 'latest', {}, { number: '0x63' });
    expect(Number(gas)).toBeGreaterThan(21_000);
  });

  it('includes the minimum for the input (EIP-7623)', async () => {
    const data = `0x${'ff'.repeat(2_004)}`;
    expect(await rpc.result('eth_estimateGas', { to: to(2015), data })).toBe(quantity(101_160));
  });

  it('is accepted as the limit of a transaction, for any input and lists', async () => {
    const wallet = new Wallet('e'.repeat(64));
    const bytes = (max: number) =>
      fc.oneof(fc.uint8Array({ maxLength: max }), fc.nat({ max }).map(Buffer.alloc));
    const accesses = fc.array(fc.nat({ max: 5 }), { maxLength: 3 });
    const target = fc.constantFrom(2001, 2015, 2016, undefined);
    await fc.assert(
      fc.asyncProperty(
        target,
        bytes(3_000),
        accesses,
        fc.nat({ max: 2 }),
        async (num, input, keys, owners) => {
          const address = Buffer.from(EOA.slice(2), 'hex');
          const code = Buffer.concat([Buffer.from('00', 'hex'), input]);
          const [data, receiver] = num === undefined ? [code, {}] : [input, { to: to(num) }];
          const authorizations = Array.from({ length: num === undefined ? 0 : owners }, () =>
            authorization(wallet, 0n, address, 296n),
          );
          const fields = {
            ...(num !== undefined && { to: Buffer.from(to(num).slice(2), 'hex') }),
            chainId: 296n,
            data,
            accessList: keys.map((count) => [address, Array.from({ length: count }, () => Buffer.alloc(32))]),
            ...(authorizations.length > 0 && { type: 4 as const, authorizations }),
          };
          const hex = (one: Uint8Array | undefined) => `0x${Buffer.from(one ?? []).toString('hex') || '0'}`;
          const estimate = await rpc.result('eth_estimateGas', {
            ...receiver,
            data: `0x${Buffer.from(data).toString('hex')}`,
            accessList: keys.map((count) => ({
              address: EOA,
              storageKeys: Array(count).fill(`0x${word(0)}`),
            })),
            authorizationList: authorizations.map(([chainId, , nonce, yParity, r, s]) => ({
              address: EOA,
              chainId: hex(chainId),
              nonce: hex(nonce),
              yParity: hex(yParity),
              r: hex(r),
              s: hex(s),
            })),
          });
          const gas = BigInt(String(estimate));
          expect(readSentTransaction(signed(wallet, { ...fields, gas }), 296).gasLimit).toBe(gas);
        },
      ),
      { numRuns: tries(30) },
    );
  });

  it('includes the value of a creation, whatever its code, but not of no code', async () => {
    const creation = { from: EOA, value: '0x2540be400' };
    expect(await rpc.result('eth_estimateGas', { ...creation, data: '0x5f5ff3' })).toMatch(/^0x/);
    expect(await rpc.error('eth_estimateGas', { ...creation, data: '0x' })).toMatch(
      /to field must not be empty/,
    );
  });

  it('answers a revert with code 3', async () => {
    expect(await rpc.error('eth_estimateGas', { to: to(2002) })).toBe('3 execution reverted: no');
  });
});

it('refuses calls without an engine', async () => {
  const { callContract } = services;
  delete services.callContract;
  expect(await rpc.error('eth_call', { to: to(2001) })).toBe('-32601 Unsupported JSON-RPC method');
  if (callContract !== undefined) services.callContract = callContract;
});

const LOCAL_NETWORK = {
  now: () => 99_900_000_000n,
  noteRequest: () => undefined,
} as Partial<DevelopmentNetwork> as DevelopmentNetwork;

it('estimates, and calls at `pending`, at the time and number of the next block of a local network', async () => {
  expect(await rpc.error('eth_estimateGas', { to: to(2009) })).toMatch(/^3 execution reverted/);
  services.development = LOCAL_NETWORK;
  services.simulate = () => Promise.reject(new Error('unused'));
  try {
    expect(await rpc.result('eth_estimateGas', { to: to(2009) })).toMatch(/^0x/);
    expect(await rpc.result('eth_estimateGas', { to: to(2009) }, 'pending')).toMatch(/^0x/);
    expect(await rpc.result('eth_call', { to: to(2007) }, 'pending')).toBe(`0x${word(99)}`);
    expect(await rpc.result('eth_call', { to: to(2006) }, 'pending')).toBe(`0x${word(3)}`);
    // A block that is named, and the newest one in calls, have their own time.
    expect(await rpc.error('eth_estimateGas', { to: to(2009) }, '0x2')).toMatch(/^3 execution reverted/);
    expect(await rpc.result('eth_call', { to: to(2007) })).not.toBe(`0x${word(99)}`);
  } finally {
    services.development = undefined;
    services.simulate = undefined;
  }
});

it('keeps a contract as the sender on a local network only, where it can be impersonated', async () => {
  const call = { to: to(2010), from: to(2006) };
  expect(await rpc.result('eth_call', call)).toBe(`0x${word(2)}`);
  services.development = LOCAL_NETWORK;
  try {
    expect(await rpc.result('eth_call', call)).toBe(`0x${word(BigInt(to(2006)))}`);
  } finally {
    services.development = undefined;
  }
});
