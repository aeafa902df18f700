import { OPERATIONS } from '@tain/ledger/fee-operations';
import type { Operation } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { long } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { FUNDED_ACCOUNTS } from '../../../packages/network-simulator/src/ledger/well-known.ts';
import { parseTransaction } from '../../../packages/network-simulator/src/node/parse-transaction.ts';
import { sentFee } from '../../../packages/network-simulator/src/node/sent-fee.ts';
import { SentSignatures } from '../../../packages/network-simulator/src/node/signatures.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { type ClientKey, ecdsaKey, ed25519Key, hbar, signed, TestClient } from '../../demo/node/client.ts';
import { type StillNetwork, stillNetwork } from '../../demo/node/still-network.ts';
import { randomBody } from '../../demo/rules/random-body.ts';
import { tries } from '../../effort.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

/** The mirror's estimate of a fee, and the fee that the simulated network charges, from the schedule that it publishes. */

const PAYER = 1012;
const SIMPLE_FEES_FILE = 113;
const CENTS_PER_HBAR = 12n;

let still: StillNetwork;
let api: TestApi;
let client: TestClient;
let key: ClientKey;
const other = ed25519Key('22'.repeat(32));

beforeAll(async () => {
  [still, api] = await Promise.all([stillNetwork(), startTestApi()]);
  const { privateKey } = FUNDED_ACCOUNTS.find(({ num }) => num === PAYER) ?? {};
  key = ecdsaKey(privateKey ?? '');
  client = new TestClient(still.node, PAYER, key, () => still.block());
  await insert(api.database, 'file_data', [
    {
      consensus_timestamp: 5,
      entity_id: SIMPLE_FEES_FILE,
      file_data: Buffer.from(still.network.ledger.files.need(SIMPLE_FEES_FILE).contents),
      transaction_type: 17,
    },
  ]);
});
afterAll(async () => {
  await api?.close();
  still?.remove();
});

/** Returns the estimate in tinybars for a serialized `Transaction`. */
async function estimated(bytes: Uint8Array): Promise<bigint> {
  const response = await api.get('/api/v1/network/fees?mode=STATE', {
    method: 'POST',
    body: Buffer.from(bytes),
    headers: { 'content-type': 'application/protobuf' },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  const total = /"total":(\d+)\}$/.exec(text)?.[1];
  return BigInt(total ?? -1) / CENTS_PER_HBAR;
}

/** Stores the tokens and topics of the ledger, as far as estimates depend on them. */
async function storeEntities(): Promise<void> {
  const { tokens, topics } = still.network.ledger;
  const rows = [...tokens.values()];
  await api.database.pool.query('truncate token, custom_fee');
  const fees = (list: readonly unknown[]) => JSON.stringify(list.map(() => ({ amount: 1 })));
  await insert(
    api.database,
    'token',
    rows.map((row) => ({
      token_id: row.num,
      type: row.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
      created_timestamp: 1,
      decimals: 0,
      initial_supply: 0,
      name: 'a',
      symbol: 'a',
      treasury_account_id: 2,
      timestamp_range: '[1,)',
      freeze_status: 0,
      kyc_status: 0,
    })),
  );
  await insert(api.database, 'custom_fee', [
    ...rows.map((row) => ({
      entity_id: row.num,
      fixed_fees: fees(row.fixedFees),
      fractional_fees: fees(row.fractionalFees),
      royalty_fees: fees(row.royaltyFees),
      timestamp_range: '[1,)',
    })),
    ...[...topics.values()].map((row) => ({
      entity_id: row.num,
      fixed_fees: fees(row.fees),
      timestamp_range: '[1,)',
    })),
  ]);
}

const keys = (n: number) => ({
  keyList: { keys: Array.from({ length: n }, () => other.message) },
});
const collector = { accountNum: long(PAYER) };

test('a transaction pays its estimate, whatever its size, signatures, keys and custom fees', async () => {
  const run = async (data: proto.ITransactionBody, signers: readonly ClientKey[] = [key]) => {
    const { id, bytes } = client.make({ transactionFee: hbar(200), ...data }, { keys: signers });
    const expected = await estimated(bytes);
    const { code } = await client.submit(bytes);
    expect(proto.ResponseCodeEnum[code]).toBe('OK');
    await still.block();
    const { status, record, receipt } = await client.ended(id);
    expect([status, BigInt(String(record.transactionFee))]).toEqual(['SUCCESS', expected]);
    return { receipt, expected };
  };
  const transfer = {
    cryptoTransfer: {
      transfers: {
        accountAmounts: [
          { accountID: { accountNum: long(PAYER) }, amount: long(-1) },
          { accountID: { accountNum: long(1013) }, amount: long(1) },
        ],
      },
    },
  };
  // The price list says 0.0001 $, which no byte of the memo changes.
  expect((await run({ ...transfer, memo: 'x'.repeat(100) })).expected).toBe(83_333n);
  await run(transfer, [key, other]);
  await run({ cryptoCreateAccount: { key: keys(3), autoRenewPeriod: { seconds: long(7_776_000) } } }, [
    key,
    other,
  ]);
  const expirationTime = { seconds: long(still.node.now() / 1_000_000_000n + 7_000_000n) };
  await run({ highVolume: true, fileCreate: { contents: new Uint8Array(3_000), expirationTime } });
  const fixedFee = { amount: long(1) };
  const { receipt } = await run({
    consensusCreateTopic: {
      autoRenewPeriod: { seconds: long(7_776_000) },
      customFees: [{ fixedFee, feeCollectorAccountId: collector }],
    },
  });
  await run({
    tokenCreation: {
      name: 'a',
      symbol: 'a',
      initialSupply: long(10),
      treasury: collector,
      autoRenewAccount: collector,
      autoRenewPeriod: { seconds: long(7_776_000) },
      customFees: [{ fixedFee, feeCollectorAccountId: collector }],
    },
  });
  const contract = await client.run({
    contractCreateInstance: {
      initcode: Buffer.from('600a600c600039600a6000f3602a60005260206000f3', 'hex'),
      adminKey: key.message,
      gas: long(200_000),
      autoRenewPeriod: { seconds: long(7_776_000) },
    },
  });
  await run({ contractUpdateInstance: { contractID: contract.receipt.contractID ?? null } });
  await storeEntities();
  await run({ consensusSubmitMessage: { topicID: receipt.topicID ?? null, message: new Uint8Array(1_000) } });
});

test('every priced type, with any body, is charged as estimated', async () => {
  await storeEntities();
  const { ledger } = still.network;
  const nums = [2, PAYER, 9_999_999];
  for (const table of [ledger.tokens, ledger.topics, ledger.files]) {
    for (const { num } of table.values()) nums.push(num);
  }
  const operations = (Object.keys(OPERATIONS) as Operation[]).filter(
    (field) =>
      OPERATIONS[field] !== null && proto.TransactionBody.encode({ [field]: {} }).finish().length > 0,
  );
  const source = { nums, keys: [key.message, other.message, keys(2)] };
  const charged = async (
    field: Operation,
    data: proto.ITransactionBody,
    both = false,
    isBusy = false,
  ): Promise<void> => {
    const bodyBytes = proto.TransactionBody.encode({
      transactionID: { accountID: { accountNum: long(PAYER) } },
      nodeAccountID: { accountNum: long(3) },
      transactionFee: Long.ONE,
      highVolume: isBusy,
      ...data,
    }).finish();
    const bytes = signed(bodyBytes, both ? [key, other] : [key]);
    const sent = parseTransaction(bytes);
    if (typeof sent === 'number') return;
    const signers = new SentSignatures(ledger, sent.bodyBytes, sent.pairs);
    expect([field, await estimated(bytes)]).toEqual([field, sentFee({ ...sent, signers, ledger }).tinybars]);
  };
  const random = (field: Operation, seed: number) => ({
    [field]: randomBody({ ...source, random: new Random(seed) }, field),
  });
  const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      seeds,
      fc.boolean(),
      fc.boolean(),
      (field, seed, both, isBusy) => charged(field, random(field, seed), both, isBusy),
    ),
    { numRuns: tries(100) },
  );
  for (const field of operations) await charged(field, random(field, 7), false, true);

  // Custom fees of a token are none of a topic with its number, and the reverse.
  const token = [...ledger.tokens.values()].find(({ fixedFees }) => fixedFees.length > 0);
  const topic = [...ledger.topics.values()].find(({ fees }) => fees.length > 0);
  expect([token, topic]).not.toContain(undefined);
  const [tokenNum, topicNum] = [long(topic?.num ?? 0), long(token?.num ?? 0)];
  await charged('consensusSubmitMessage', { consensusSubmitMessage: { topicID: { topicNum } } });
  const transfers = [{ accountID: { accountNum: long(PAYER) }, amount: long(1) }];
  await charged('cryptoTransfer', {
    cryptoTransfer: { tokenTransfers: [{ token: { tokenNum }, transfers }] },
  });
});
