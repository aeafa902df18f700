import { beforeEach, expect, test } from 'vitest';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { longZero, type TestLedger, testLedger } from './harness.ts';

const key = Buffer.from('1220', 'hex');
const [WITH, WITHOUT, PAUSED, DELETED] = [2001, 2002, 2003, 2004].map(longZero) as [
  string,
  string,
  string,
  string,
];
const [HOLDER, STRANGER, MISSING] = [1001, 1002, 9].map(longZero) as [string, string, string];
const keys = { admin: key, freeze: key, kyc: key, pause: key };

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [{ id: 1001n }, { id: 1002n }],
    tokens: [
      { id: 2001n, keys, paused: false },
      { id: 2002n },
      { id: 2003n, keys, paused: true },
      { id: 2004n, keys, deleted: true },
    ],
    relations: [
      { account: 1001n, token: 2001n, freeze: 'UNFROZEN', kyc: 'REVOKED' },
      { account: 1001n, token: 2002n },
      { account: 1001n, token: 2003n },
    ],
  });
});

test.each([
  ['freezeToken(address,address)', [WITH, HOLDER], 'SUCCESS', { freeze: 'FROZEN', kyc: 'REVOKED' }],
  ['unfreezeToken(address,address)', [WITH, HOLDER], 'SUCCESS', { freeze: 'UNFROZEN' }],
  ['grantTokenKyc(address,address)', [WITH, HOLDER], 'SUCCESS', { freeze: 'UNFROZEN', kyc: 'GRANTED' }],
  ['revokeTokenKyc(address,address)', [WITH, HOLDER], 'SUCCESS', { kyc: 'REVOKED' }],
  ['freezeToken(address,address)', [WITHOUT, HOLDER], 'TOKEN_HAS_NO_FREEZE_KEY', {}],
  ['grantTokenKyc(address,address)', [WITHOUT, HOLDER], 'TOKEN_HAS_NO_KYC_KEY', {}],
  ['freezeToken(address,address)', [PAUSED, HOLDER], 'TOKEN_IS_PAUSED', {}],
  ['freezeToken(address,address)', [DELETED, HOLDER], 'TOKEN_WAS_DELETED', {}],
  ['freezeToken(address,address)', [WITH, STRANGER], 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT', {}],
  ['freezeToken(address,address)', [WITH, MISSING], 'INVALID_ACCOUNT_ID', {}],
  ['freezeToken(address,address)', [MISSING, HOLDER], 'INVALID_TOKEN_ID', {}],
])('%s, case %#', async (signature, args, code, relation) => {
  const outcome = await ledger.call(signature, args);
  expect(outcome).toEqual({ answer: [statusNumber(code)], gas: 15_284n, logs: [] });
  expect(await ledger.state.relations.get([1001n, 2001n])).toMatchObject(relation);
});

test.each([
  ['unfreezeToken(address,address)', 'SUCCESS'],
  ['freezeToken(address,address)', 'ACCOUNT_FROZEN_FOR_TOKEN'],
  ['grantTokenKyc(address,address)', 'ACCOUNT_FROZEN_FOR_TOKEN'],
  ['revokeTokenKyc(address,address)', 'ACCOUNT_FROZEN_FOR_TOKEN'],
])('%s of a frozen relation: %s', async (signature, code) => {
  await ledger.call('freezeToken(address,address)', [WITH, HOLDER]);
  expect((await ledger.call(signature, [WITH, HOLDER])).answer).toEqual([statusNumber(code)]);
});

test.each([
  ['pauseToken(address)', WITH, 'SUCCESS', { paused: true }],
  ['pauseToken(address)', WITHOUT, 'TOKEN_HAS_NO_PAUSE_KEY', {}],
  ['pauseToken(address)', DELETED, 'TOKEN_WAS_DELETED', {}],
  ['unpauseToken(address)', PAUSED, 'SUCCESS', { paused: false }],
  ['deleteToken(address)', WITH, 'SUCCESS', { deleted: true }],
  ['deleteToken(address)', WITHOUT, 'TOKEN_IS_IMMUTABLE', { deleted: false }],
  ['deleteToken(address)', PAUSED, 'TOKEN_IS_PAUSED', { deleted: false }],
])('%s, case %#', async (signature, token = '', code, state) => {
  const outcome = await ledger.call(signature, [token]);
  expect(outcome).toEqual({ answer: [statusNumber(code)], gas: 15_284n, logs: [] });
  expect(await ledger.state.tokens.get(BigInt(`0x${token}`))).toMatchObject(state);
});
