import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, test } from 'vitest';
import type { ContractCall } from '../../../src/calls/contract-call.ts';
import { type RequestRule, RequestRules, Throttle } from '../../../src/calls/pool/throttle.ts';
import { requestRules } from '../../../src/config/evm-kinds.ts';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { type CallServer, type CallServerOptions, startCallServer } from './call-fixture.ts';

// Limits of a server: time, rates, rules, and senders that can pay.

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const to = (id: number) => `0x${longZero(id)}`;
const ok = (value: number) => ({ status: 200, body: { result: `0x${word(value)}` } });
const failed = (status: number, message: string, detail = '') => ({
  status,
  body: { _status: { messages: [{ message, detail, data: '' }] } },
});
const CODES: Readonly<Record<number, string>> = {
  2001: '600760005260206000f3',
  // Code that returns slot 0.
  2002: '5f545f5260205ff3',
};
const SENDER = 1500;
const BALANCE = 100_000_000;
const GAS_PRICE = 71;

let server: CallServer;
let toClose: CallServer | undefined;
afterEach(async () => {
  await toClose?.close();
  toClose = undefined;
});

async function start(options: CallServerOptions): Promise<void> {
  server = await startCallServer(options);
  toClose = server;
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100)]);
  await insert(database, 'entity', [
    entity(SENDER, { type: 'ACCOUNT', balance: BALANCE, created_timestamp: 1 }),
    ...Object.keys(CODES).map((id) => entity(Number(id), { balance: 0, created_timestamp: 1 })),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
}

test('a late answer within the grace of a worker is dropped', async () => {
  await start({ timeLimitMs: 1_000, workers: 1 });
  await expect.poll(() => server.post({ to: to(2001) }), { timeout: 120_000 }).toEqual(ok(7));
  const client = await server.database.pool.connect();
  try {
    await client.query('begin; lock table contract_state in access exclusive mode');
    const late = server.post({ to: to(2002) });
    await sleep(1_400);
    await client.query('rollback');
    expect(await late).toEqual(failed(503, 'Service Unavailable'));
  } finally {
    client.release();
  }
  expect(server.pool.replaced).toBe(0);
  await expect.poll(() => server.post({ to: to(2002) }), { timeout: 120_000 }).toEqual(ok(0));
});

describe('a server that checks the balance of senders', () => {
  it('refuses a sender who cannot pay for value and all gas', async () => {
    await start({ network: { validatesPayers: true } });
    const gas = 100_000;
    const rest = BALANCE - gas * GAS_PRICE;
    const short = failed(400, 'INSUFFICIENT_PAYER_BALANCE');
    const post = (more: object) => server.post({ to: to(2001), from: to(SENDER), gas, ...more });
    expect(await post({ value: rest })).toEqual(ok(7));
    expect(await post({ value: rest + 1 })).toEqual(short);
    expect(await post({ gasPrice: 1, gas: 15_000_000 })).toEqual(short);
    expect(await post({ gasPrice: 1 })).toEqual(ok(7));
    // A call without gas price and value, or without a sender, pays nothing.
    expect(await post({ gas: 15_000_000 })).toEqual(ok(7));
    expect(await post({ from: null, gasPrice: 1, gas: 15_000_000 })).toEqual(ok(7));
  });

  it('is disabled by default', async () => {
    await start({});
    const value = 10 * BALANCE;
    expect(await server.post({ to: to(2001), from: to(SENDER), gasPrice: 1, value })).toEqual(ok(7));
  });
});

describe('checks of the engine', () => {
  it.each([
    ['an odd number of digits', { data: '0x123' }, 'Odd number of characters.'],
    ['too much gas', { gas: 15_000_001 }, 'gas field must be less than or equal to 15000000'],
    [
      'overrides that are off',
      { state_overrides: [{ address: to(2001) }] },
      'State overrides are not supported.',
    ],
    ['no overrides', { state_overrides: [] }, undefined],
  ])('refuse %s', async (_name, given, detail) => {
    await start({ rules: { stateOverrides: false } });
    const expected = detail === undefined ? ok(7) : failed(400, 'Bad Request', detail);
    expect(await server.post({ to: to(2001), ...given })).toEqual(expected);
  });
});

describe('rules', () => {
  it('reject, slow down and log calls over HTTP', async () => {
    const rules = [
      { action: 'LOG', filters: [{ field: 'DATA', expression: '0Xabcd' }] },
      { action: 'REJECT', filters: [{ field: 'DATA', expression: 'dead' }] },
      { action: 'THROTTLE', rate: 1, filters: [{ field: 'TO', type: 'EQUALS', expression: to(2002) }] },
    ];
    await start({ requestRules: requestRules.read(JSON.stringify(rules)), logLevel: 'info' });
    expect(await server.post({ to: to(2001), data: '0xABCD', from: to(SENDER) })).toEqual(ok(7));
    const logged = server.log.map((line) => JSON.parse(line)).filter(({ call }) => call !== undefined);
    expect(logged).toMatchObject([
      {
        call: { data: 'abcd', to: longZero(2001), from: longZero(SENDER), gas: '15000000', block: 'latest' },
      },
    ]);
    expect(await server.post({ to: to(2001), data: '0x00DEAD' })).toEqual(
      failed(429, 'Too Many Requests', 'Invalid request'),
    );
    expect(await server.post({ to: to(2002) })).toEqual(ok(0));
    expect(await server.post({ to: to(2002) })).toEqual(
      failed(429, 'Too Many Requests', 'Requests per second rate limit exceeded'),
    );
  });

  const REQUEST: ContractCall = {
    block: { kind: 'latest' },
    data: 'a9059cbb',
    estimate: false,
    from: 'ab'.repeat(20),
    gas: 50_000n,
    gasPrice: 0n,
    to: undefined,
    value: 9n,
    overrides: [],
  };
  const made = (rule: Partial<RequestRule>, random = () => 0.5) =>
    new RequestRules([{ action: 'REJECT', filters: [], rate: 100, limit: undefined, ...rule }], {
      clock: () => 0,
      random,
      log: () => undefined,
    });
  const refused = (rule: Partial<RequestRule>, request: Partial<ContractCall> = {}) =>
    made(rule).refusal({ ...REQUEST, ...request }, 'a') !== undefined;

  const HASH = { kind: 'hash', hash: 'cd'.repeat(32) } as const;
  test.each<[string, RequestRule['filters'][number], Partial<ContractCall>, boolean]>([
    ['a selector', { field: 'DATA', type: 'CONTAINS', expression: '0xA9059CBB' }, {}, true],
    ['another selector', { field: 'DATA', type: 'CONTAINS', expression: '0xa9059cbc' }, {}, false],
    ['data without its prefix', { field: 'DATA', type: 'EQUALS', expression: 'a9059cbb' }, {}, true],
    ['a part of data', { field: 'DATA', type: 'EQUALS', expression: 'a9059c' }, {}, false],
    ['a sender', { field: 'FROM', type: 'EQUALS', expression: `0x${'AB'.repeat(20)}` }, {}, true],
    ['no receiver', { field: 'TO', type: 'EQUALS', expression: '' }, {}, true],
    ['gas', { field: 'GAS', type: 'EQUALS', expression: '50000' }, {}, true],
    ['other gas', { field: 'GAS', type: 'EQUALS', expression: '5000' }, {}, false],
    ['a value', { field: 'VALUE', type: 'EQUALS', expression: '9' }, {}, true],
    ['an estimate', { field: 'ESTIMATE', type: 'EQUALS', expression: 'TRUE' }, { estimate: true }, true],
    ['the last block', { field: 'BLOCK', type: 'EQUALS', expression: 'Latest' }, {}, true],
    [
      'a block',
      { field: 'BLOCK', type: 'EQUALS', expression: '7' },
      { block: { kind: 'number', number: 7n } },
      true,
    ],
    ['a hash', { field: 'BLOCK', type: 'CONTAINS', expression: '0xcdcd' }, { block: HASH }, true],
  ])('match %s', (_name, filter, request, expected) => {
    expect(refused({ filters: [filter] }, request)).toBe(expected);
  });

  it('match if one of their filters holds, or if they have none', () => {
    const [yes, no] = ['50000', '1'].map(
      (expression) => ({ field: 'GAS', type: 'EQUALS', expression }) as const,
    );
    expect(refused({ filters: [] })).toBe(true);
    expect(refused({ filters: [no, yes].filter((each) => each !== undefined) })).toBe(true);
    expect(refused({ filters: [no].filter((each) => each !== undefined) })).toBe(false);
  });

  it('apply to a fraction of the calls, and at most to a number of them', () => {
    const draws = [0.29, 0.3, 0.1, 0.99];
    const sampled = made({ rate: 30 }, () => draws.shift() ?? 1);
    expect([1, 2, 3, 4].map(() => sampled.refusal(REQUEST, 'a') !== undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const limited = made({ limit: 2 });
    expect([1, 2, 3].map(() => limited.refusal(REQUEST, 'a') !== undefined)).toEqual([true, true, false]);
    expect(refused({ rate: 0 })).toBe(false);
  });

  test.each([
    '',
    '{}',
    '[1]',
    '[null]',
    '[{"action":"DROP"}]',
    '[{"rate":101}]',
    '[{"rate":-1}]',
    '[{"limit":1.5}]',
    '[{"filters":{}}]',
    '[{"filters":[{"field":"NONCE","expression":"1"}]}]',
    '[{"filters":[{"field":"DATA"}]}]',
    '[{"filters":[{"field":"DATA","type":"LIKE","expression":"1"}]}]',
  ])('are refused if they are not a list of rules: %s', (text) => {
    expect(() => requestRules.read(text)).toThrow('a JSON list of');
  });

  it('have defaults', () => {
    expect(requestRules.read('[]')).toEqual([]);
    expect(requestRules.read('[{"filters":[{"expression":"a"}]}]')).toEqual([
      {
        action: 'LOG',
        filters: [{ field: 'DATA', type: 'CONTAINS', expression: 'a' }],
        rate: 100,
        limit: undefined,
      },
    ]);
  });
});

describe('gas is returned', () => {
  /** Returns whether a call for `next` gas passes after a call that reserved all of it and used `used`. */
  const left = (used: bigint | undefined, hasFailed: boolean, next: bigint) => {
    const rates = { requestsPerSecond: 100, gasPerSecond: 1_000_000 };
    const throttle = new Throttle(rates, () => 0);
    const all = { client: 'a', gas: 1_000_000n };
    expect(throttle.refusal(all)).toBeUndefined();
    throttle.refundUnused(all, used, hasFailed);
    return throttle.refusal({ client: 'a', gas: next }) === undefined;
  };

  test.each<[string, bigint | undefined, boolean, bigint]>([
    ['unused gas', 300_000n, false, 700_000n],
    ['no used gas', 1_000_000n, false, 0n],
    ['all gas if no code ran', undefined, true, 1_000_000n],
    ['all gas if the call failed and used all', 1_000_000n, true, 1_000_000n],
    ['unused gas of a failed call', 400_000n, true, 600_000n],
  ])('%s', (_name, used, hasFailed, expected) => {
    expect(left(used, hasFailed, expected)).toBe(true);
    expect(left(used, hasFailed, expected + 10_000n)).toBe(false);
  });
});
