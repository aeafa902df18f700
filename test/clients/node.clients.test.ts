import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeServer } from '../../packages/network-simulator/src/grpc/node-server.ts';
import { serveNode } from '../../packages/network-simulator/src/grpc/serve-node.ts';
import { OPERATOR_KEY } from '../../packages/network-simulator/src/ledger/well-known.ts';
import { type LiveNetwork, removeFolder, startNetwork } from '../demo/node/live-network.ts';
import { PACKAGES } from './packages.ts';
import { runClient } from './run-client.ts';

// Tests of the released JavaScript SDKs with a simulated network: transactions, queries, and their results.

describe.skipIf(PACKAGES === undefined).each(['@hiero-ledger/sdk', '@hashgraph/sdk'])('%s', (name) => {
  let network: LiveNetwork;
  let server: NodeServer;
  let results: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    network = await startNetwork();
    server = await serveNode({ node: network.node, host: '127.0.0.1', port: 0 });
    const ids = { account: '0.0.2', publicKey: OPERATOR_KEY };
    results = await runClient('node', `127.0.0.1:${server.port}`, ids, name);
  });
  afterAll(async () => {
    await server?.stop();
    await network?.stop();
    if (network) removeFolder(network.dir);
  });

  test('accounts are created, changed, queried and deleted', () => {
    expect(results.accounts).toEqual({
      created: ['first', true, '20 ℏ'],
      unsigned: 'INVALID_SIGNATURE',
      updated: ['second', true],
      balances: ['20 ℏ', '23 ℏ'],
      records: 0,
      removed: 'SUCCESS',
      gone: ['ACCOUNT_DELETED', 'ACCOUNT_DELETED'],
    });
  });

  test('a transfer to an address creates an account, which gets its key when it signs', () => {
    expect(results.aliases).toEqual({ children: 1, hollow: [true, '7 ℏ'], complete: true, aliased: true });
  });

  test('lists and thresholds of keys, one inside the other', () => {
    const no = 'INVALID_SIGNATURE';
    expect(results.thresholds).toEqual([no, no, no, 'SUCCESS', 'SUCCESS']);
  });

  test('tokens with all their keys and custom fees', () => {
    expect(results.tokens).toEqual({
      unassociated: 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
      associate: 'SUCCESS',
      noKyc: 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
      kyc: 'SUCCESS',
      sent: 'SUCCESS',
      automatic: 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
      associateOther: 'SUCCESS',
      kycOther: 'SUCCESS',
      sentOn: 'SUCCESS',
      freeze: 'SUCCESS',
      frozen: 'ACCOUNT_FROZEN_FOR_TOKEN',
      unfreeze: 'SUCCESS',
      pause: 'SUCCESS',
      paused: 'TOKEN_IS_PAUSED',
      unpause: 'SUCCESS',
      mint: '10500',
      burn: '10300',
      wipe: '10250',
      update: 'SUCCESS',
      fees: 'SUCCESS',
      revoke: 'SUCCESS',
      info: ['Tried', 'TRY', '10250', 'new', '0.0.2', 1],
      // The fee is a tenth of each forwarded amount.
      balance: '400',
      removed: 'SUCCESS',
      after: 'TOKEN_WAS_DELETED',
    });
  });

  test('NFTs with royalties, allowances and metadata', () => {
    expect(results.nfts).toEqual({
      serials: ['1', '2', '3'],
      sent: 'SUCCESS',
      owner: true,
      metadata: 'a',
      spender: true,
      updated: ['SUCCESS', 'new'],
      burnt: ['2', 'INVALID_NFT_ID'],
      nineMinted: 'TOKEN_MAX_SUPPLY_REACHED',
    });
  });

  test('airdrops that wait are claimed, rejected and cancelled', () => {
    expect(results.airdrops).toEqual({
      pending: 1,
      claimed: 'SUCCESS',
      direct: 0,
      rejected: 'SUCCESS',
      cancelled: 'SUCCESS',
    });
  });

  test('an allowance is spent to its end', () => {
    expect(results.allowances).toEqual(['SUCCESS', 'AMOUNT_EXCEEDS_ALLOWANCE', 'SUCCESS']);
  });

  test('topics with keys, and messages in chunks', () => {
    expect(results.topics).toEqual({
      unsigned: 'INVALID_SIGNATURE',
      first: '1',
      large: 'SUCCESS',
      info: ['talk', '4'],
      updated: ['SUCCESS', 'more'],
      removed: 'SUCCESS',
      gone: ['INVALID_TOPIC_ID', 'INVALID_TOPIC_ID'],
    });
  });

  test('files, also in chunks', () => {
    expect(results.files).toEqual({
      appended: 'SUCCESS',
      contents: ['begin yy', 9006],
      info: ['9006', 'book', false],
      unsigned: 'INVALID_SIGNATURE',
      updated: ['SUCCESS', 'other'],
      removed: 'SUCCESS',
      gone: true,
    });
  });

  test('schedules wait for signatures, and are deleted', () => {
    expect(results.schedules).toEqual({
      waiting: ['later', true],
      again: 'IDENTICAL_SCHEDULE_ALREADY_CREATED',
      signed: 'SUCCESS',
      executed: true,
      receipt: 'SUCCESS',
      removed: ['SUCCESS', true],
    });
  });

  test('batches', () => {
    expect(results.batches).toEqual({ whole: 'SUCCESS', balance: '23 ℏ' });
  });

  test('contracts are deployed, called, queried and deleted', () => {
    expect(results.contracts).toEqual({
      increment: ['1', 1],
      count: '1',
      info: ['counts', true],
      code: true,
      reverted: 'CONTRACT_REVERT_EXECUTED',
      poor: 'INSUFFICIENT_GAS',
      updated: 'SUCCESS',
      removed: 'SUCCESS',
      gone: 'CONTRACT_DELETED',
    });
  });

  test('version, exchange rates, random numbers and costs', () => {
    // The SDK adds a tenth to the estimate.
    expect(results.network).toEqual({ version: '77', cents: 12, prng: 'number', cost: '0.00091666 ℏ' });
  });

  test('errors have the name of the problem', () => {
    expect(results.errors).toEqual({
      unsigned: 'INVALID_SIGNATURE',
      tooMuch: 'INSUFFICIENT_ACCOUNT_BALANCE',
      unknownAccount: 'INVALID_ACCOUNT_ID',
      cheap: 'INSUFFICIENT_TX_FEE',
      longMemo: 'MEMO_TOO_LONG',
      token: 'INVALID_TOKEN_ID',
      topic: 'INVALID_TOPIC_ID',
      contract: 'INVALID_CONTRACT_ID',
    });
  });
});
