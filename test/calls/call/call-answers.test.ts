import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallAnswers } from '../../../src/calls/pool/contract-calls.ts';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

const to = (id: number) => `0x${longZero(id)}`;
const word = (value: number) => value.toString(16).padStart(64, '0');
const CODES: Readonly<Record<number, string>> = {
  // Code that returns its balance and its caller, or reverts with its caller if there is call data.
  2001: '366011574760005233602052604060 00f35b3360005260206000fd'.replaceAll(' ', ''),
  // Code that counts down from its call data, and returns its balance.
  2002: '6000355b600190038060035747600052602060 00f3'.replaceAll(' ', ''),
};

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({ cacheBytes: 1 << 20 });
  await insert(server.database, 'record_file', [block(0, 100)]);
  const caller = entity(2009, { balance: 5, created_timestamp: 1, type: 'ACCOUNT' });
  const contracts = [2001, 2002].map((id) => entity(id, { balance: 1, created_timestamp: 1 }));
  await insert(server.database, 'entity', [caller, ...contracts]);
  await insert(
    server.database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
});
beforeEach(() => server.pool.renew());
afterAll(() => server?.close());

const setBalance = (id: number, balance: number) =>
  server.database.pool.query('update entity set balance = $2 where id = $1', [id, balance]);
async function hits(): Promise<number> {
  return Number(/^tain_evm_cached_answers_total (\d+)$/m.exec(await server.registry.metrics())?.[1]);
}
const result = (text: string) => ({ status: 200, body: { result: `0x${text}` } });

test('the same call is executed once per block', async () => {
  const before = await hits();
  const answer = { status: 200, body: { result: expect.stringMatching(new RegExp(`^0x${word(1)}`)) } };
  expect(await server.post({ to: to(2001) })).toEqual(answer);
  await setBalance(2001, 2);
  // Clients may write the tag in capitals.
  expect(await server.post({ block: 'PENDING', to: to(2001).slice(2), value: 0, gas: '15000000' })).toEqual(
    answer,
  );
  expect((await hits()) - before).toBe(1);
  server.pool.renew();
  const next = { status: 200, body: { result: expect.stringMatching(new RegExp(`^0x${word(2)}`)) } };
  expect(await server.post({ to: to(2001) })).toEqual(next);
  expect((await hits()) - before).toBe(1);
});

test('the same reverting call is executed once per block', async () => {
  const before = await hits();
  const call = { to: to(2001), data: '0x01', from: to(2009) };
  const first = await server.post(call);
  expect(first).toMatchObject({ status: 400 });
  expect(await server.post(call)).toEqual(first);
  expect((await hits()) - before).toBe(1);
});

test.each([
  ['another sender', { from: to(2009) }],
  ['an estimate', { estimate: true }],
  ['other data', { data: '0x02' }],
  ['another block', { block: '0' }],
  ['other gas', { gas: 100_000 }],
  ['a price', { gasPrice: 1 }],
  ['value', { from: to(2009), value: 1 }],
  ['another contract', { to: to(2002) }],
  ['none', { to: null, data: '0x00' }],
])('%s is another call', async (_, other) => {
  await server.post({ to: to(2001) });
  const before = await hits();
  await server.post({ to: to(2001), ...other });
  expect(await hits()).toBe(before);
});

test('calls with overrides are executed each time', async () => {
  const call = { to: to(2001), state_overrides: [{ address: to(2001), balance: '0x7' }] };
  const before = await hits();
  const answers = [await server.post(call), await server.post(call)];
  expect(answers).toEqual(
    Array(2).fill({ status: 200, body: { result: expect.stringMatching(new RegExp(`^0x${word(7)}`)) } }),
  );
  expect(await hits()).toBe(before);
});

test('results of a call from before a block are not cached', async () => {
  await setBalance(2002, 1);
  server.pool.renew();
  const call = { to: to(2002), data: `0x${word(200_000)}` };
  const slow = server.post(call);
  while (server.pool.running === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  // The call has its snapshot when a block arrives.
  await server.post({ to: to(2001) });
  await setBalance(2002, 9);
  server.pool.renew();
  expect(await slow).toEqual(result(word(1)));
  expect(await server.post(call)).toEqual(result(word(9)));
});

test('is bounded in bytes, and evicts the oldest first', () => {
  const answers = new CallAnswers(10_000);
  const key = (at: number) => at.toString(16).padStart(200, '0');
  const answer = { outcome: 'done', result: 'x'.repeat(300) } as const;
  for (let at = 0; at < 100; at += 1) answers.set(key(at), answer);
  const retained = Array.from({ length: 100 }, (_, at) => at).filter((at) => answers.get(key(at)));
  expect(retained.length).toBeGreaterThan(5);
  expect(retained.length).toBeLessThan(20);
  expect(retained.at(-1)).toBe(99);
  expect(retained[0]).toBe(100 - retained.length);
  answers.set(key(200), { outcome: 'done', result: 'x'.repeat(5_000) });
  expect(answers.get(key(200))).toBeUndefined();
  answers.clear();
  expect(answers.get(key(99))).toBeUndefined();
});
