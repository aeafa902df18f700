import { proto as hapi } from '@tain/protos/hapi';
import { proto } from '@tain/protos/services';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, KeySpec } from '../../../packages/network-simulator/src/ledger/entities.ts';
import {
  accountId,
  contractId,
  fileId,
  nftId,
  scheduleId,
  tokenId,
  topicId,
} from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { answerQuery, NoQuery } from '../../../packages/network-simulator/src/node/answer-query.ts';
import { simulate } from '../../../packages/network-simulator/src/simulate.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { tries } from '../../effort.ts';
import { COST_ANSWER, type StillNode, startTestNode, stillNode, type TestNode } from './node-fixture.ts';

const Code = proto.ResponseCodeEnum;
const SECOND = 1_000_000_000n;
const UNKNOWN_NUMBER = 9_999_999;
const USUAL = 83_333;

/** Ledger of a short random history, whose rows are compared with the answers. */
let ledger: Ledger;
let node: StillNode;
let served: TestNode;

beforeAll(async () => {
  const frequentTypes = [
    'SCHEDULECREATE',
    'SCHEDULESIGN',
    'SCHEDULEDELETE',
    'CRYPTOAPPROVEALLOWANCE',
    'TOKENMINT',
  ];
  const rareTypes = [
    'CRYPTODELETE',
    'CONSENSUSDELETETOPIC',
    'TOKENDELETION',
    'FILEDELETE',
    'CONTRACTDELETEINSTANCE',
  ];
  const weigh = (names: string[], weight: number) => names.map((name) => [name, weight]);
  ledger = await simulate({
    seed: 11,
    blocks: 10,
    tps: 80,
    showcase: true,
    runCode: demoEngine,
    mix: Object.fromEntries([...weigh(frequentTypes, 60), ...weigh(rareTypes, 20)]),
  });
  node = stillNode(ledger);
  served = await startTestNode(node);
});
afterAll(() => served.stop());

/** Returns a message as plain values: integers as text or numbers, bytes as hex, without absent fields. */
function plain(value: unknown): unknown {
  if (Long.isLong(value)) return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(fields.map(([name, each]) => [name, plain(each)]));
}

const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex');
const seconds = (nanos: bigint) => ({ seconds: String(nanos / SECOND) });
const account = (num: number) => plain(accountId(num));
/** Returns a key, encoded and decoded. */
const key = (spec: KeySpec) =>
  plain(hapi.Key.decode(hapi.Key.encode(keyMessage(ledger.keys, spec)).finish()));

interface Header {
  readonly nodeTransactionPrecheckCode?: proto.ResponseCodeEnum | null;
  readonly cost?: Long | null;
}
type Answer = { readonly header?: Header | null } & Record<string, unknown>;

/**
 * Sends a query to any procedure, because a node accepts it at all of them. The answer has one field, that of the
 * query.
 */
async function send(query: proto.IQuery): Promise<Answer> {
  const response = await served.query('proto.CryptoService/getAccountInfo', query);
  const field = response.response ?? 'getByKey';
  return response[field] as unknown as Answer;
}

/** Returns code and cost of an answer. */
const codeAndCost = ({ header }: Answer) => [
  Code[header?.nodeTransactionPrecheckCode ?? 0],
  Number(header?.cost ?? 0),
];

/** Returns the requested part of an answer, as plain values. */
async function answerOf(query: proto.IQuery, part: string): Promise<Record<string, unknown>> {
  const answer = await send(query);
  expect(codeAndCost(answer)).toEqual(['OK', 0]);
  return plain(answer[part]) as Record<string, unknown>;
}

const sample = <T>(rows: Iterable<T>, many = 60): T[] => {
  const all = [...rows];
  const step = Math.max(1, Math.floor(all.length / many));
  return all.filter((_, i) => i % step === 0);
};

describe('accounts', () => {
  const described = (row: Readonly<Account>) => ({
    accountID: account(row.num),
    contractAccountID: hex(ledger.addressOf(row.num)),
    balance: String(row.balance),
    ...(row.memo && { memo: row.memo }),
    ...(row.maxAutoAssociations && { maxAutomaticTokenAssociations: row.maxAutoAssociations }),
    autoRenewPeriod: { seconds: String(row.autoRenewPeriod) },
    ledgerId: '03',
  });

  test('info equals the ledger', async () => {
    const rows = sample([...ledger.accounts.values()].filter((row) => !row.deleted));
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      const info = await answerOf({ cryptoGetInfo: { accountID: accountId(row.num) } }, 'accountInfo');
      expect(info).toMatchObject({
        ...described(row),
        ...(row.key && { key: key(row.key) }),
        ...(row.receiverSigRequired && { receiverSigRequired: true }),
        ...(row.alias !== null && row.alias.length !== 20 && { alias: hex(row.alias) }),
      });
      const held = [...ledger.relations.values()].filter(
        (each) => each.account === row.num && each.associated,
      );
      const listed = (info.tokenRelationships ?? []) as { tokenId: { tokenNum: string }; balance?: string }[];
      const balances = (pairs: [number, bigint][]) => new Map(pairs.sort(([a], [b]) => a - b));
      expect(
        balances(listed.map((each) => [Number(each.tokenId.tokenNum), BigInt(each.balance ?? 0)])),
      ).toEqual(balances(held.map((each) => [each.token, each.balance])));
      // The newest association comes first.
      const times = listed.map(({ tokenId: id }) => ledger.relation(row.num, Number(id.tokenNum))?.createdAt);
      expect(times).toEqual(held.map(({ createdAt }) => createdAt).sort((a, b) => Number(b - a)));
      const nfts = [...ledger.nfts.values()].filter((nft) => nft.owner === row.num && !nft.deleted);
      expect(Number(info.ownedNfts ?? 0)).toBe(nfts.length);
    }
  });

  test('stakes with their pending rewards', async () => {
    const row = [...ledger.accounts.values()].find((each) => each.stakedNodeId >= 0 && !each.deleted);
    const info = await answerOf({ cryptoGetInfo: { accountID: accountId(row?.num ?? 0) } }, 'accountInfo');
    expect(info.stakingInfo).toMatchObject({
      stakedNodeId: String(row?.stakedNodeId),
      stakePeriodStart: { seconds: String((row?.stakePeriodStart ?? 0) * 86_400) },
    });
  });

  test('balance by number, alias, address and contract is free', async () => {
    const payments = node.payments.length;
    const row = [...ledger.accounts.values()].find(
      (each) => each.alias !== null && each.alias.length !== 20 && each.evmAddress !== null && !each.deleted,
    );
    const contract = [...ledger.accounts.values()].find((each) => each.contract && !each.deleted);
    const expected = { accountID: account(row?.num ?? 0), balance: String(row?.balance) };
    for (const id of [
      accountId(row?.num ?? 0),
      { alias: row?.alias ?? null },
      { alias: row?.evmAddress ?? null },
      { alias: Buffer.from((row?.num ?? 0).toString(16).padStart(40, '0'), 'hex') },
    ]) {
      expect(plain(await send({ cryptogetAccountBalance: { accountID: id } }))).toMatchObject(expected);
    }
    const byContract = { contractID: contractId(contract?.num ?? 0) };
    expect(plain(await send({ cryptogetAccountBalance: byContract }))).toMatchObject({
      accountID: account(contract?.num ?? 0),
      balance: String(contract?.balance),
    });
    expect(node.payments.length).toBe(payments);
  });

  test('details with allowances are for the network itself', async () => {
    const row = [...ledger.cryptoAllowances.values()].find(
      (each) => each.amount > 0n && !ledger.accounts.need(each.owner).deleted,
    );
    const query = { accountId: accountId(row?.owner ?? 0) };
    const payment = (payer: number) => {
      const bodyBytes = hapi.TransactionBody.encode({
        transactionID: { accountID: accountId(payer) },
      }).finish();
      const signedTransactionBytes = hapi.SignedTransaction.encode({ bodyBytes }).finish();
      return { payment: hapi.Transaction.encode({ signedTransactionBytes }).finish() };
    };
    for (const header of [{}, payment(1002), { responseType: COST_ANSWER, ...payment(2) }]) {
      expect(codeAndCost(await send({ accountDetails: { ...query, header } }))).toEqual(['NOT_SUPPORTED', 0]);
    }
    const details = await answerOf({ accountDetails: { ...query, header: payment(2) } }, 'accountDetails');
    expect(details.grantedCryptoAllowances).toContainEqual({
      spender: account(row?.spender ?? 0),
      amount: String(row?.amount),
    });
  });
});

describe('tokens', () => {
  test('info equals the ledger', async () => {
    const rows = [...ledger.tokens.values()];
    expect(rows.some((row) => row.fractionalFees.length > 0)).toBe(true);
    expect(rows.some((row) => row.royaltyFees.length > 0)).toBe(true);
    for (const row of rows) {
      const info = await answerOf({ tokenGetInfo: { token: tokenId(row.num) } }, 'tokenInfo');
      expect(info).toMatchObject({
        tokenId: plain(tokenId(row.num)),
        name: row.name,
        symbol: row.symbol,
        ...(row.totalSupply > 0n && { totalSupply: String(row.totalSupply) }),
        treasury: account(row.treasury),
        tokenType: row.nonFungible ? 1 : 0,
        ...(row.maxSupply > 0n && { supplyType: 1, maxSupply: String(row.maxSupply) }),
        ...(row.deleted && { deleted: true }),
        ...(row.adminKey && { adminKey: key(row.adminKey) }),
        ...(row.pauseKey && { pauseKey: key(row.pauseKey), pauseStatus: row.paused ? 1 : 2 }),
        ...(row.kycKey && { kycKey: key(row.kycKey), defaultKycStatus: 2 }),
        ...(row.freezeKey && { defaultFreezeStatus: row.freezeDefault ? 1 : 2 }),
      });
      expect(Boolean(info.autoRenewPeriod)).toBe(row.autoRenewAccount !== 0);
      const fees = (info.customFees ?? []) as Record<string, unknown>[];
      expect(fees.filter((fee) => fee.fixedFee)).toEqual(
        row.fixedFees.map((fee) =>
          expect.objectContaining({
            fixedFee: {
              amount: String(fee.amount),
              ...(fee.token && { denominatingTokenId: plain(tokenId(fee.token)) }),
            },
            feeCollectorAccountId: account(fee.collector),
          }),
        ),
      );
      const fraction = (fee: { numerator: bigint | number; denominator: bigint | number }) => ({
        numerator: String(fee.numerator),
        denominator: String(fee.denominator),
      });
      expect(fees.flatMap((fee) => fee.fractionalFee ?? [])).toEqual(
        row.fractionalFees.map((fee) => ({
          fractionalAmount: fraction(fee),
          minimumAmount: String(fee.minimum),
          maximumAmount: String(fee.maximum),
          netOfTransfers: fee.netOfTransfers,
        })),
      );
      expect(fees.flatMap((fee) => fee.royaltyFee ?? [])).toEqual(
        row.royaltyFees.map((fee) => ({
          exchangeValueFraction: fraction(fee),
          ...(fee.fallback > 0n && {
            fallbackFee: {
              amount: String(fee.fallback),
              ...(fee.fallbackToken && { denominatingTokenId: plain(tokenId(fee.fallbackToken)) }),
            },
          }),
        })),
      );
    }
  });

  test('each NFT', async () => {
    const rows = sample([...ledger.nfts.values()].filter((row) => !row.deleted));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(
        await answerOf({ tokenGetNftInfo: { nftID: nftId(row.token, row.serial) } }, 'nft'),
      ).toMatchObject({
        nftID: plain(nftId(row.token, row.serial)),
        accountID: account(row.owner),
        creationTime: seconds(row.createdAt),
        ...(row.metadata.length && { metadata: hex(row.metadata) }),
        ...(row.spender && { spenderId: account(row.spender) }),
      });
    }
  });
});

test('topics', async () => {
  for (const row of ledger.topics.values()) {
    if (row.deleted) continue;
    expect(
      await answerOf({ consensusGetTopicInfo: { topicID: topicId(row.num) } }, 'topicInfo'),
    ).toMatchObject({
      ...(row.memo && { memo: row.memo }),
      ...(row.sequenceNumber && { sequenceNumber: String(row.sequenceNumber) }),
      runningHash: hex(row.runningHash),
      ...(row.adminKey && { adminKey: key(row.adminKey) }),
      ...(row.submitKey && { submitKey: key(row.submitKey) }),
      ...(row.fees.length && {
        customFees: row.fees.map((fee) => ({
          fixedFee: expect.objectContaining({ amount: String(fee.amount) }),
          feeCollectorAccountId: account(fee.collector),
        })),
      }),
    });
  }
});

test("files, including the network's with the exchange rates", async () => {
  expect(sample(ledger.files.values()).length).toBeGreaterThan(10);
  for (const row of sample(ledger.files.values())) {
    const fileID = fileId(row.num);
    const contents = row.deleted ? Buffer.alloc(0) : row.contents;
    const found = await answerOf({ fileGetContents: { fileID } }, 'fileContents');
    expect(found.contents ?? '').toBe(hex(contents));
    const info = await answerOf({ fileGetInfo: { fileID } }, 'fileInfo');
    expect(info).toMatchObject({ fileID: plain(fileID), ...(row.deleted && { deleted: true }) });
    expect(Number(info.size ?? 0)).toBe(contents.length);
    expect(((info.keys as { keys?: unknown[] }).keys ?? []).length).toBe(row.keys.length);
  }
  const { contents } = await answerOf({ fileGetContents: { fileID: fileId(112) } }, 'fileContents');
  const rates = hapi.ExchangeRateSet.decode(Buffer.from(String(contents), 'hex'));
  expect(Number(rates.currentRate?.centEquiv) / Number(rates.currentRate?.hbarEquiv)).toBe(12);
});

test('schedules in each state', async () => {
  const rows = [...ledger.schedules.values()];
  expect(rows.some((row) => row.executedAt !== null) && rows.some((row) => row.deletedAt !== null)).toBe(
    true,
  );
  for (const row of rows) {
    const info = await answerOf({ scheduleGetInfo: { scheduleID: scheduleId(row.num) } }, 'scheduleInfo');
    expect(info).toMatchObject({
      scheduleID: plain(scheduleId(row.num)),
      creatorAccountID: account(row.creator),
      payerAccountID: account(row.payer),
      scheduledTransactionBody: hex(row.body),
      expirationTime: seconds(row.expiration),
      scheduledTransactionID: expect.objectContaining({ accountID: account(row.creator), scheduled: true }),
      ...(row.executedAt !== null && { executionTime: expect.objectContaining(seconds(row.executedAt)) }),
    });
    expect(info.deletionTime).toEqual(
      row.deletedAt === null ? undefined : expect.objectContaining(seconds(row.deletedAt)),
    );
    expect(((info.signers as { keys?: unknown[] }).keys ?? []).length).toBe(row.signed.length);
  }
});

describe('contracts', () => {
  const coin = () => {
    const row = [...ledger.contracts.values()].find(
      (each) => each.program === 'Coin' && !ledger.accounts.need(each.num).deleted,
    );
    return row?.num ?? 0;
  };
  const NAME = Buffer.from('06fdde03', 'hex');

  test('info and code', async () => {
    for (const row of sample(ledger.contracts.values())) {
      const { deleted, balance, key: adminKey } = ledger.accounts.need(row.num);
      const contractID = contractId(row.num);
      const info = await answerOf({ contractGetInfo: { contractID } }, 'contractInfo');
      const slots = [...ledger.slots.values()].filter((slot) => slot.contract === row.num && slot.value > 0n);
      expect(info).toMatchObject({
        contractID: plain(contractID),
        contractAccountID: hex(ledger.addressOf(row.num)),
        ...(balance > 0n && { balance: String(balance) }),
        ...(slots.length && { storage: String(slots.length * 64) }),
        adminKey: adminKey === null ? plain({ contractID }) : key(adminKey),
      });
      if (deleted) continue;
      const { bytecode } = await send({ contractGetBytecode: { contractID } });
      expect((bytecode as Uint8Array).length).toBeGreaterThan(100);
    }
  });

  test('a call without changes is answered, by number and by address', async () => {
    const before = ledger.counter.nextEntity;
    for (const contractID of [contractId(coin()), { evmAddress: ledger.addressOf(coin()) }]) {
      const call = { contractID, gas: Long.fromNumber(100_000), functionParameters: NAME };
      const result = await answerOf({ contractCallLocal: call }, 'functionResult');
      expect(Buffer.from(String(result.contractCallResult), 'hex').toString()).toContain('Demo Coin');
      expect(Number(result.gasUsed)).toBeGreaterThan(21_000);
    }
    expect(ledger.counter.nextEntity).toBe(before);
    expect(Number(node.payments.at(-1)?.cost)).toBe(833_333 + 100_000 * 71);
  });

  test('a transaction is refused, and changes nothing', async () => {
    const slots = new Map([...ledger.slots.entries()].map(([name, { value }]) => [name, value]));
    // Call data of mint(uint256).
    const functionParameters = Buffer.from(`a0712d68${(1000).toString(16).padStart(64, '0')}`, 'hex');
    const answer = await send({
      contractCallLocal: {
        contractID: contractId(coin()),
        gas: Long.fromNumber(200_000),
        functionParameters,
        senderId: accountId(1002),
      },
    });
    expect(codeAndCost(answer)).toEqual(['LOCAL_CALL_MODIFICATION_EXCEPTION', 0]);
    expect(new Map([...ledger.slots.entries()].map(([name, { value }]) => [name, value]))).toEqual(slots);
  });

  test('a token answers as a contract', async () => {
    const token = [...ledger.tokens.values()].find((row) => !row.deleted);
    const call = {
      contractID: contractId(token?.num ?? 0),
      gas: Long.fromNumber(200_000),
      functionParameters: NAME,
    };
    const result = await answerOf({ contractCallLocal: call }, 'functionResult');
    expect(Buffer.from(String(result.contractCallResult), 'hex').toString()).toContain(token?.name);
  });

  test('a call that reverts reports it', async () => {
    const answer = await send({
      contractCallLocal: {
        contractID: contractId(coin()),
        gas: Long.fromNumber(100_000),
        functionParameters: Buffer.from('ffffffff', 'hex'),
      },
    });
    expect(codeAndCost(answer)).toEqual(['CONTRACT_REVERT_EXECUTED', 0]);
    expect(answer.functionResult).toMatchObject({ errorMessage: '0x' });
  });

  test.each([
    ['too little gas', 21_000, 'INSUFFICIENT_GAS'],
    ['negative gas', -1, 'CONTRACT_NEGATIVE_GAS'],
    ["more gas than the network's limit", 15_000_001, 'MAX_GAS_LIMIT_EXCEEDED'],
  ])('%s', async (_, gas, code) => {
    const call = { contractID: contractId(coin()), gas: Long.fromNumber(gas), functionParameters: NAME };
    expect(codeAndCost(await send({ contractCallLocal: call }))).toEqual([code, 0]);
  });
});

test('the version is that of the stream', async () => {
  const { hapiProtoVersion, hederaServicesVersion } = await send({ networkGetVersionInfo: {} });
  expect(plain(hapiProtoVersion)).toEqual({ major: 0, minor: 77, patch: 0 });
  expect(plain(hederaServicesVersion)).toEqual({ major: 0, minor: 77, patch: 0 });
});

describe('receipts and records', () => {
  const record = (status: hapi.ResponseCodeEnum, memo: string) =>
    hapi.TransactionRecord.encode({ receipt: { status }, memo }).finish();
  const idAt = (nanos: number, nonce = 0) => ({
    accountID: accountId(1002),
    transactionValidStart: { seconds: Long.fromNumber(1_700_000_000), nanos },
    ...(nonce && { nonce }),
  });
  const memos = (records: unknown) =>
    (records as Uint8Array[]).map((bytes) => hapi.TransactionRecord.decode(bytes).memo);
  const statuses = (receipts: unknown) =>
    (receipts as Uint8Array[]).map((bytes) => Code[hapi.TransactionReceipt.decode(bytes).status]);

  beforeAll(() => {
    const { recent } = node;
    const settle = (id: hapi.ITransactionID, status: hapi.ResponseCodeEnum, memo: string) =>
      recent.settle({ id, record: record(status, memo) }, 1n);
    recent.expect(idAt(1));
    recent.expect(idAt(2));
    settle(idAt(2), Code.SUCCESS, 'parent');
    settle(idAt(2, 1), Code.REVERTED_SUCCESS, 'child');
    settle(idAt(2), Code.DUPLICATE_TRANSACTION, 'again');
  });

  test('a pending transaction is UNKNOWN, and has no record', async () => {
    const { receipt, header } = await send({ transactionGetReceipt: { transactionID: idAt(1) } });
    expect([codeAndCost({ header: header ?? null }), statuses([receipt])]).toEqual([['OK', 0], ['UNKNOWN']]);
    const answer = await send({ transactionGetRecord: { transactionID: idAt(1) } });
    expect(codeAndCost(answer)).toEqual(['RECORD_NOT_FOUND', 0]);
  });

  test('a transaction that is settled during the query is returned', async () => {
    const transactionID = { ...idAt(3), accountID: accountId(1004) };
    node.recent.expect(transactionID);
    let isAnswered = false;
    const requested = send({ transactionGetReceipt: { transactionID } }).finally(() => {
      isAnswered = true;
    });
    // The query is answered between two blocks, but not before the transaction has its outcome.
    await node.read(() => undefined);
    const waited = !isAnswered;
    node.recent.settle({ id: transactionID, record: record(Code.SUCCESS, 'late') }, 2n);
    expect([waited, statuses([(await requested).receipt])]).toEqual([true, ['SUCCESS']]);
  });

  test('with children and duplicates on request', async () => {
    const transactionID = idAt(2);
    const alone = await send({ transactionGetReceipt: { transactionID } });
    expect([
      statuses([alone.receipt]),
      statuses(alone.childTransactionReceipts),
      statuses(alone.duplicateTransactionReceipts),
    ]).toEqual([['SUCCESS'], [], []]);
    const all = { transactionID, includeDuplicates: true };
    const receipts = await send({ transactionGetReceipt: { ...all, includeChildReceipts: true } });
    expect([
      statuses(receipts.childTransactionReceipts),
      statuses(receipts.duplicateTransactionReceipts),
    ]).toEqual([['REVERTED_SUCCESS'], ['DUPLICATE_TRANSACTION']]);
    const records = await send({ transactionGetRecord: { ...all, includeChildRecords: true } });
    expect([
      memos([records.transactionRecord]),
      memos(records.childTransactionRecords),
      memos(records.duplicateTransactionRecords),
    ]).toEqual([['parent'], ['child'], ['again']]);
  });

  test('a child by its nonce', async () => {
    const query = { transactionID: idAt(2, 1), includeDuplicates: true };
    const { receipt } = await send({ transactionGetReceipt: query });
    const { transactionRecord } = await send({ transactionGetRecord: query });
    expect([statuses([receipt]), memos([transactionRecord])]).toEqual([['REVERTED_SUCCESS'], ['child']]);
  });

  test('records of an account', async () => {
    const { records } = await send({ cryptoGetAccountRecords: { accountID: accountId(1002) } });
    expect(memos(records)).toEqual(['parent', 'again', 'child']);
  });

  test('unknown entities', async () => {
    const unknown = { transactionID: idAt(9) };
    expect(codeAndCost(await send({ transactionGetReceipt: unknown }))).toEqual(['RECEIPT_NOT_FOUND', 0]);
    expect(codeAndCost(await send({ transactionGetRecord: unknown }))).toEqual(['RECORD_NOT_FOUND', 0]);
  });
});

describe('queries that cannot be answered', () => {
  const accountID = accountId(UNKNOWN_NUMBER);
  const elsewhere = { ...accountId(2), shardNum: Long.ONE };
  const gas = Long.fromNumber(50_000);
  test.each<[string, proto.IQuery]>([
    ['INVALID_ACCOUNT_ID', { cryptogetAccountBalance: {} }],
    ['INVALID_ACCOUNT_ID', { cryptogetAccountBalance: { accountID } }],
    ['INVALID_ACCOUNT_ID', { cryptogetAccountBalance: { accountID: elsewhere } }],
    ['INVALID_ACCOUNT_ID', { cryptogetAccountBalance: { accountID: accountId(-1) } }],
    ['INVALID_ACCOUNT_ID', { cryptogetAccountBalance: { accountID: { alias: Buffer.alloc(20, 9) } } }],
    ['INVALID_CONTRACT_ID', { cryptogetAccountBalance: { contractID: contractId(2) } }],
    ['INVALID_ACCOUNT_ID', { cryptoGetInfo: {} }],
    ['INVALID_ACCOUNT_ID', { cryptoGetInfo: { accountID } }],
    ['INVALID_ACCOUNT_ID', { cryptoGetAccountRecords: { accountID } }],
    ['INVALID_TOKEN_ID', { tokenGetInfo: { token: tokenId(2) } }],
    ['INVALID_TOKEN_ID', { tokenGetNftInfo: {} }],
    ['INVALID_TOKEN_NFT_SERIAL_NUMBER', { tokenGetNftInfo: { nftID: nftId(2, 0) } }],
    ['INVALID_NFT_ID', { tokenGetNftInfo: { nftID: nftId(2, 1) } }],
    ['INVALID_TOPIC_ID', { consensusGetTopicInfo: { topicID: topicId(UNKNOWN_NUMBER) } }],
    ['INVALID_FILE_ID', { fileGetContents: { fileID: fileId(UNKNOWN_NUMBER) } }],
    ['INVALID_FILE_ID', { fileGetInfo: {} }],
    ['INVALID_SCHEDULE_ID', { scheduleGetInfo: { scheduleID: scheduleId(UNKNOWN_NUMBER) } }],
    ['INVALID_CONTRACT_ID', { contractGetInfo: { contractID: contractId(2) } }],
    ['INVALID_CONTRACT_ID', { contractGetBytecode: { contractID: contractId(UNKNOWN_NUMBER) } }],
    ['INVALID_CONTRACT_ID', { contractCallLocal: { contractID: contractId(UNKNOWN_NUMBER), gas } }],
    ['INVALID_TRANSACTION_ID', { transactionGetReceipt: {} }],
    ['INVALID_TRANSACTION_ID', { transactionGetRecord: {} }],
    ['INVALID_ACCOUNT_ID', { transactionGetRecord: { transactionID: {} } }],
    ['NOT_SUPPORTED', { ContractGetRecords: {} }],
    ['NOT_SUPPORTED', { cryptoGetLiveHash: {} }],
    ['NOT_SUPPORTED', { cryptoGetProxyStakers: {} }],
    ['NOT_SUPPORTED', { getByKey: {} }],
    ['NOT_SUPPORTED', { getBySolidityID: {} }],
    ['NOT_SUPPORTED', { networkGetExecutionTime: {} }],
    ['NOT_SUPPORTED', { tokenGetAccountNftInfos: {} }],
    ['NOT_SUPPORTED', { tokenGetNftInfos: {} }],
    ['NOT_SUPPORTED', { transactionGetFastRecord: {} }],
    ['NOT_SUPPORTED', { cryptoGetInfo: { header: { responseType: proto.ResponseType.ANSWER_STATE_PROOF } } }],
  ])('%s: %j', async (code, query) => {
    expect(codeAndCost(await send(query))).toEqual([code, 0]);
  });

  test('deleted entities', async () => {
    const gone = <T extends { readonly deleted: boolean; readonly num: number }>(
      rows: Iterable<T>,
      of = (_: T) => true,
    ) => {
      const row = [...rows].find((each) => each.deleted && of(each));
      if (row === undefined) throw new Error('nothing was deleted');
      return row.num;
    };
    const person = gone(ledger.accounts.values(), (row) => !row.contract);
    const contract = gone(ledger.accounts.values(), (row) => row.contract);
    const codes: [string, proto.IQuery][] = [
      ['ACCOUNT_DELETED', { cryptoGetInfo: { accountID: accountId(person) } }],
      ['ACCOUNT_DELETED', { cryptogetAccountBalance: { accountID: accountId(person) } }],
      ['CONTRACT_DELETED', { cryptogetAccountBalance: { contractID: contractId(contract) } }],
      ['CONTRACT_DELETED', { contractGetBytecode: { contractID: contractId(contract) } }],
      ['CONTRACT_DELETED', { contractCallLocal: { contractID: contractId(contract), gas } }],
      ['INVALID_TOPIC_ID', { consensusGetTopicInfo: { topicID: topicId(gone(ledger.topics.values())) } }],
    ];
    for (const [code, query] of codes) expect(codeAndCost(await send(query))).toEqual([code, 0]);
  });
});

describe('costs', () => {
  const accountID = accountId(1002);
  const header = { responseType: COST_ANSWER };
  test.each<[number, proto.IQuery]>([
    [0, { cryptogetAccountBalance: { header, accountID } }],
    [0, { transactionGetReceipt: { header, transactionID: { accountID } } }],
    [USUAL, { cryptoGetInfo: { header, accountID } }],
    [USUAL, { fileGetContents: { header, fileID: fileId(112) } }],
    [USUAL, { networkGetVersionInfo: { header } }],
    [USUAL, { transactionGetRecord: { header, transactionID: { accountID } } }],
  ])('%d tinybars, returned without an answer and without a payment', async (cost, query) => {
    const payments = node.payments.length;
    const answer = await send(query);
    expect(codeAndCost(answer)).toEqual(['OK', cost]);
    const given = Object.entries(plain(answer) as object).filter(([, value]) => String(value) !== '');
    expect(given.map(([name]) => name)).toEqual(['header']);
    expect(node.payments.length).toBe(payments);
  });

  test('wrong queries are refused before their costs', async () => {
    const requested = { cryptoGetInfo: { header, accountID: accountId(UNKNOWN_NUMBER) } };
    expect(codeAndCost(await send(requested))).toEqual(['INVALID_ACCOUNT_ID', 0]);
  });

  test('an answer is paid for, and withheld if the payment fails', async () => {
    const query = { cryptoGetInfo: { accountID, header: { payment: Buffer.from('pays') } } };
    expect(codeAndCost(await send(query))).toEqual(['OK', 0]);
    expect(node.payments.at(-1)).toEqual({ bytes: Buffer.from('pays'), cost: BigInt(USUAL) });
    node.code = Code.INSUFFICIENT_TX_FEE;
    try {
      const answer = await send(query);
      expect(codeAndCost(answer)).toEqual(['INSUFFICIENT_TX_FEE', USUAL]);
      expect(answer.accountInfo ?? null).toBeNull();
    } finally {
      node.code = Code.OK;
    }
  });
});

describe('hostile bytes', () => {
  const id = fc.record(
    {
      shardNum: fc.constantFrom(Long.ZERO, Long.ONE),
      accountNum: fc.constantFrom(
        ...['0', '2', '1002', '-1', '9223372036854775807'].map((text) => Long.fromString(text)),
      ),
      alias: fc.uint8Array({ maxLength: 40 }),
    },
    { requiredKeys: [] },
  );
  const number = fc.constantFrom(
    ...['0', '1', '101', '1010', '-5', '9223372036854775807'].map((text) => Long.fromString(text)),
  );
  const header = fc.record(
    { payment: fc.uint8Array({ maxLength: 60 }), responseType: fc.nat(4) },
    { requiredKeys: [] },
  );
  const query = fc.oneof(
    fc.record({ header, accountID: id }).map((cryptoGetInfo) => ({ cryptoGetInfo })),
    fc.record({ header, accountID: id }).map((cryptogetAccountBalance) => ({ cryptogetAccountBalance })),
    fc
      .record({ header, fileNum: number })
      .map(({ header, fileNum }) => ({ fileGetContents: { header, fileID: { fileNum } } })),
    fc
      .record({ header, tokenNum: number, serialNumber: number })
      .map(({ header, tokenNum, serialNumber }) => ({
        tokenGetNftInfo: { header, nftID: { token_ID: { tokenNum }, serialNumber } },
      })),
    fc
      .record({
        header,
        evmAddress: fc.uint8Array({ maxLength: 24 }),
        gas: number,
        functionParameters: fc.uint8Array(),
      })
      .map(({ evmAddress, ...rest }) => ({ contractCallLocal: { ...rest, contractID: { evmAddress } } })),
    fc
      .record({ header, accountID: id, nanos: fc.integer(), nonce: fc.integer() })
      .map(({ header, accountID, nanos, nonce }) => ({
        transactionGetRecord: {
          header,
          transactionID: { accountID, nonce, transactionValidStart: { nanos } },
        },
      })),
  );
  const failures: unknown[] = [];
  const answer = (bytes: Uint8Array) =>
    answerQuery({ node, onFailure: (error) => failures.push(error) }, bytes);

  test('random queries, also with changed bytes, are answered or malformed, without internal errors', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.nat(), fc.option(fc.nat(255)), async (query, where, change) => {
        const bytes = Buffer.from(proto.Query.encode(query).finish());
        if (change !== null && bytes.length > 0) bytes[where % bytes.length] = change;
        const given = await answer(bytes).catch((error: unknown) => error);
        if (given instanceof NoQuery) return;
        expect(proto.Response.decode(given as Uint8Array).response).toBeDefined();
        expect(failures).toEqual([]);
      }),
      { numRuns: tries(300) },
    );
  });

  test('random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const given = await answer(bytes).catch((error: unknown) => error);
        expect(given instanceof NoQuery || given instanceof Uint8Array).toBe(true);
        expect(failures).toEqual([]);
      }),
      { numRuns: tries(500) },
    );
  });
});
