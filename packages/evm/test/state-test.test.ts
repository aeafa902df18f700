import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../src/engine.ts';
import { readStateTests, runStateCase, TRACED } from './state-test.ts';

/** Root of a state without accounts, and hash of no logs. */
const NO_STATE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const NO_LOGS = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

const ENV = {
  currentGasLimit: '0x1000000',
  currentNumber: '0x1',
  currentTimestamp: '0x1',
  currentCoinbase: `0x${'cc'.repeat(20)}`,
  currentBaseFee: '0x0',
};
const test = (value: string, post: object) => ({
  env: ENV,
  pre: {},
  transaction: {
    data: ['0x'],
    gasLimit: ['0x100000'],
    value: [value],
    gasPrice: '0x0',
    nonce: '0x0',
    sender: `0x${'aa'.repeat(20)}`,
    to: `0x${'bb'.repeat(20)}`,
  },
  post,
});
const post = (more: object = {}) => [
  { hash: NO_STATE, logs: NO_LOGS, indexes: { data: 0, gas: 0, value: 0 }, ...more },
];
const TOO_MUCH = `0x:bigint 0x1${'0'.repeat(64)}`;

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tain-state-tests-'));
  file = path.join(folder, 'tests.json');
  writeFileSync(
    file,
    JSON.stringify({
      overflow: test(TOO_MUCH, { Cancun: post({ expectException: 'TR_RLP_WRONGVALUE' }) }),
      unexpected: test(TOO_MUCH, { Cancun: post() }),
      old: test('0x0', { Berlin: post() }),
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a value of more than 256 bits is refused, as the official tests expect', async () => {
  const engine = createEngine('ethereum');
  const { cases } = readStateTests(file);
  const [overflow, unexpected] = cases;
  if (overflow === undefined || unexpected === undefined) throw new Error('two cases are needed');
  expect(await runStateCase(engine, overflow)).toBeUndefined();
  expect(await runStateCase(engine, overflow, TRACED)).toBeUndefined();
  expect(await runStateCase(engine, unexpected)).toContain('refused: value of more than 256 bits');
});

it('tests without an expectation for the fork are distinguished', () => {
  const { cases, others } = readStateTests(file);
  expect(cases.map(({ name }) => name)).toEqual(['tests.json overflow 0.0.0', 'tests.json unexpected 0.0.0']);
  expect(others).toEqual(['old']);
});
