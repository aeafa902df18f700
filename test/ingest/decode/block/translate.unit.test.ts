import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { encodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { sha384 } from '@tain/ledger/record-stream';
import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { describe, expect, it } from 'vitest';
import { readBlock } from '../../../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../../../src/ingest/decode/block/block-file.ts';
import { inflateFile, MAX_INFLATED_BYTES } from '../../../../src/ingest/decode/inflate.ts';
import type { Item } from '../../../../src/ingest/decode/item.ts';
import { StreamFileError } from '../../../../src/ingest/decode/stream-error.ts';
import { sharedDir } from '../../../shared.ts';
import { START, timestamp } from '../../stream-writer.ts';
import {
  accesses,
  account,
  accountState,
  at,
  byIndex,
  byKey,
  CALLED,
  codeState,
  contract,
  fileState,
  hex,
  itemsOf,
  long,
  number,
  only,
  read,
  signedBytes,
  slotKey,
  slotState,
  type TestItem,
  timeBytes,
  token,
  tokenState,
  topic,
  topicState,
  translate,
  update,
  usage,
  word,
} from './given.ts';

describe('a block', () => {
  it('has the times of its transactions, its rounds and its hashes', () => {
    const transfer = { body: { cryptoTransfer: {} } };
    const block = read(
      [
        { at: 3, ...transfer },
        { at: 8, ...transfer },
      ].flatMap(itemsOf),
    );
    expect(block).toMatchObject({
      name: '0000000000000000007.blk.zstd',
      version: 7,
      number: 7n,
      consensusStart: START + 3n,
      consensusEnd: START + 8n,
      rounds: { first: 5n, last: 9n },
      size: 99,
      hashes: { record: null },
      sidecars: [],
    });
    const empty = read([]);
    expect([empty.consensusStart, empty.consensusEnd]).toEqual([START - 1n, START - 1n]);
  });

  it('omits state signatures and state of no transaction', () => {
    const alone = { signedTransaction: signedBytes({ body: { stateSignatureTransaction: {} } }) };
    const other = {
      stateChanges: {
        consensusTimestamp: timeBytes(START + 1n),
        stateChanges: [topicState(9, 9, Buffer.alloc(48))],
      },
    };
    const create = itemsOf({ at: 3, body: { consensusCreateTopic: {} } });
    const { items } = read([alone, ...create, other, alone]);
    expect(items.map(({ type }) => type)).toEqual([24]);
    expect(at(items, 0).record.receipt?.topicID).toBeUndefined();
  });

  it.each<[string, stream.IBlockItem[], RegExp]>([
    [
      'a result without a transaction',
      itemsOf({ at: 1, body: {}, isInner: true }),
      /item 3: a result belongs to no/,
    ],
    ['an output without a transaction', [{ transactionOutput: {} }], /item 3: an output does not follow/],
    ['a trace without a transaction', [{ traceData: {} }], /item 3: a trace does not follow/],
    [
      'a result without a time',
      [{ signedTransaction: signedBytes({ body: {} }) }, { transactionResult: {} }],
      /no consensus timestamp/,
    ],
    ['a redacted item', [{ redactedItem: { itemHash: Buffer.alloc(48), tree: 5 } }], /was omitted/],
  ])('is refused with %s', (_, items, reason) => {
    expect(() => read(items)).toThrow(StreamFileError);
    expect(() => read(items)).toThrow(reason);
  });
});

describe('facts from the result', () => {
  it('is the record, with hash and bytes of the transaction in both forms', () => {
    const transfers = { accountAmounts: [{ accountID: account(1001), amount: long(-5) }] };
    const list = { token: token(7), transfers: [{ accountID: account(3), amount: long(1) }] };
    const given: TestItem = {
      at: 3,
      body: { cryptoTransfer: {}, memo: 'a memo' },
      status: 10,
      result: {
        transactionFeeCharged: long(77),
        transferList: proto.TransferList.encode(transfers).finish(),
        tokenTransferLists: [proto.TokenTransferList.encode(list).finish()],
        scheduleRef: proto.ScheduleID.encode({ scheduleNum: long(12) }).finish(),
        assessedCustomFees: [proto.AssessedCustomFee.encode({ amount: long(4) }).finish()],
        automaticTokenAssociations: [proto.TokenAssociation.encode({ tokenId: token(8) }).finish()],
        paidStakingRewards: [proto.AccountAmount.encode({ accountID: account(4), amount: long(6) }).finish()],
        congestionPricingMultiplier: long(2),
        highVolumePricingMultiplier: long(3),
      },
    };
    const item = only(given);
    const { record } = item;
    expect([item.status, item.successful, item.movesTokens, item.payer]).toEqual([10, false, true, 1001n]);
    expect(number(record.transactionFee)).toBe(77);
    expect(number(record.transferList?.accountAmounts?.[0]?.amount)).toBe(-5);
    expect(number(record.tokenTransferLists?.[0]?.transfers?.[0]?.amount)).toBe(1);
    expect(number(record.scheduleRef?.scheduleNum)).toBe(12);
    expect(number(record.assessedCustomFees?.[0]?.amount)).toBe(4);
    expect(number(record.automaticTokenAssociations?.[0]?.tokenId?.tokenNum)).toBe(8);
    expect(number(record.paidStakingRewards?.[0]?.amount)).toBe(6);
    expect(number(record.highVolumePricingMultiplier)).toBe(3);
    expect(item.blockFacts).toMatchObject({ congestionPricingMultiplier: 2n, delegationNonce: null });
    expect(hex(record.transactionHash)).toBe(hex(sha384(signedBytes(given))));
    const sent = proto.Transaction.decode(item.transactionBytes);
    expect(hex(sent.signedTransactionBytes)).toBe(hex(signedBytes(given)));

    const bare = only({ ...given, isBare: true });
    const inFields = proto.Transaction.decode(bare.transactionBytes);
    expect(hex(inFields.bodyBytes)).toBe(hex(bare.bodyBytes));
    expect(inFields.sigMap?.sigPair).toHaveLength(1);
    expect(hex(bare.transactionBytes)).toBe(hex(proto.Transaction.encode(inFields).finish()));
    expect(hex(bare.record.transactionHash)).toBe(hex(sha384(bare.transactionBytes)));

    const encoded = proto.TransactionRecord.decode(item.recordBytes);
    expect(encoded.memo).toBe('a memo');
    expect(number(encoded.transactionID?.accountID?.accountNum)).toBe(1001);
    expect(encoded.receipt?.status).toBe(10);
  });
});

describe('outputs', () => {
  it('contain accounts, schedules and random numbers', () => {
    const create = only({
      at: 1,
      body: { cryptoCreateAccount: {} },
      outputs: [{ accountCreate: { createdAccountId: proto.AccountID.encode(account(1234)).finish() } }],
    });
    expect(number(create.record.receipt?.accountID?.accountNum)).toBe(1234);
    const scheduledTransactionId = proto.TransactionID.encode({ scheduled: true }).finish();
    const scheduled = only({
      at: 1,
      status: 201,
      body: { scheduleCreate: {} },
      outputs: [
        {
          createSchedule: {
            scheduleId: proto.ScheduleID.encode({ scheduleNum: long(9) }).finish(),
            scheduledTransactionId,
          },
        },
      ],
    });
    expect(number(scheduled.record.receipt?.scheduleID?.scheduleNum)).toBe(9);
    expect(scheduled.record.receipt?.scheduledTransactionID?.scheduled).toBe(true);
    const sign = only({
      at: 1,
      body: { scheduleSign: {} },
      outputs: [{ signSchedule: { scheduledTransactionId } }],
    });
    expect(sign.record.receipt?.scheduledTransactionID?.scheduled).toBe(true);
    const zero = only({ at: 1, body: { utilPrng: {} }, outputs: [{ utilPrng: { prngNumber: 0 } }] });
    expect(zero.record.prngNumber).toBe(0);
    const bytes = only({
      at: 1,
      body: { utilPrng: {} },
      outputs: [{ utilPrng: { prngBytes: Buffer.from('r') } }],
    });
    expect(hex(bytes.record.prngBytes)).toBe('72');
  });

  it('contain the nonce of an account created with a delegation', () => {
    const outputs = [{ accountCreate: { createdAccountId: proto.AccountID.encode(account(1234)).finish() } }];
    const changes = [accountState({ accountId: account(1234), ethereumNonce: long(1) })];
    const body = { cryptoCreateAccount: { delegationAddress: Buffer.alloc(20, 7) } };
    expect(only({ at: 1, body, outputs, changes }).blockFacts?.delegationNonce).toBe(1n);
    expect(
      only({ at: 1, body: { cryptoCreateAccount: {} }, outputs, changes }).blockFacts?.delegationNonce,
    ).toBeNull();
  });
});

describe('ids of creations', () => {
  it('are the ones in the state', () => {
    const ids = (item: Item) => {
      const { topicID, tokenID, fileID, nodeId, registeredNodeId } = item.record.receipt ?? {};
      const all = [topicID?.topicNum, tokenID?.tokenNum, fileID?.fileNum, nodeId, registeredNodeId];
      return all.map((value) => (value === undefined ? null : number(value)));
    };
    const node = (id: number) => Buffer.from([8, id]);
    const changes = [
      topicState(11, 0, Buffer.alloc(48)),
      tokenState(12, 0),
      fileState(13),
      update({ entityNumberKey: node(14) }, { nodeValue: node(14) }),
      update({ nodeIdKey: node(15) }, { registeredNodeValue: node(15) }),
    ];
    const create = (body: proto.ITransactionBody, status = 22) => ids(only({ at: 1, body, changes, status }));
    expect(create({ consensusCreateTopic: {} })).toEqual([11, null, null, null, null]);
    expect(create({ tokenCreation: {} })).toEqual([null, 12, null, null, null]);
    expect(create({ fileCreate: {} })).toEqual([null, null, 13, null, null]);
    expect(create({ nodeCreate: {} })).toEqual([null, null, null, 14, null]);
    expect(create({ registeredNodeCreate: {} })).toEqual([null, null, null, null, 15]);
    expect(create({ consensusCreateTopic: {} }, 10)).toEqual([null, null, null, null, null]);
    expect(create({ cryptoTransfer: {} })).toEqual([null, null, null, null, null]);
  });

  it('are assigned to the children of a transaction from the last one backwards, with shard and realm', () => {
    const bodies = [1, 2, 3].map((at) => ({ at: 10 + at, parent: 10, body: { tokenCreation: {} } }));
    const far = { shardNum: long(11), realmNum: long(12), tokenNum: long(30) };
    const farKey = { tokenIdKey: proto.TokenID.encode(far).finish() };
    const farState = update(farKey, { tokenValue: proto.Token.encode({ tokenId: far }).finish() });
    const changes = [farState, tokenState(10, 0), tokenState(20, 0)];
    const [, ...children] = translate({ at: 10, body: { contractCall: {} }, changes }, ...bodies);
    expect(children.map(({ record }) => number(record.receipt?.tokenID?.tokenNum))).toEqual([10, 20, 30]);
    expect(number(children[2]?.record.receipt?.tokenID?.realmNum)).toBe(12);
    expect(children.map(({ parent }) => parent?.type)).toEqual([7, 7, 7]);
  });

  it('are found in the changes of the triggering transaction for a scheduled one executed immediately', () => {
    const scheduleRef = proto.ScheduleID.encode({ scheduleNum: long(12) }).finish();
    const sign: TestItem = {
      at: 1,
      body: { scheduleSign: {} },
      changes: [topicState(30, 0, Buffer.alloc(48))],
    };
    const scheduled: TestItem = { at: 2, body: { consensusCreateTopic: {} }, result: { scheduleRef } };
    const topicOf = (given: TestItem) => {
      const { topicID } = translate(sign, given)[1]?.record.receipt ?? {};
      return topicID ? number(topicID.topicNum) : null;
    };
    expect(topicOf(scheduled)).toBe(30);
    // Newer nodes set the triggering transaction as the parent.
    expect(topicOf({ ...scheduled, parent: 1 })).toBe(30);
    // A schedule that waited for its time has a transaction of its own, even without state changes.
    expect(topicOf({ ...scheduled, changes: [] })).toBeNull();
  });
});

describe('batches', () => {
  const inner = [5, 6, 7].map((amount) => ({
    body: { tokenMint: { token: token(9), amount: long(amount) } },
  }));
  const batch: TestItem = {
    at: 1,
    body: { atomicBatch: { transactions: inner.map(signedBytes) } },
    changes: [tokenState(9, 118)],
  };

  it('contain their inner transactions, whose results follow in order; supplies are restored backwards', () => {
    const items = translate(
      batch,
      ...inner.map(({ body }, index): TestItem => ({ at: 2 + index, parent: 1, body, isInner: true })),
      { at: 9, body: { cryptoTransfer: {} } },
    );
    expect(items.map(({ type }) => type)).toEqual([74, 37, 37, 37, 14]);
    expect(items.map(({ parent }) => parent?.type ?? null)).toEqual([null, 74, 74, 74, null]);
    const supplies = items.slice(1, 4).map(({ record }) => number(record.receipt?.newTotalSupply));
    expect(supplies).toEqual([105, 111, 118]);
    expect(items.slice(1, 4).map(({ body }) => number(body.tokenMint?.amount))).toEqual([5, 6, 7]);
  });

  it('end with a failed inner transaction, with its children in between', () => {
    const items = translate(
      { ...batch, status: 390 },
      { at: 2, parent: 1, body: {}, isInner: true },
      { at: 3, parent: 2, body: { cryptoCreateAccount: {} } },
      { at: 4, parent: 1, body: {}, isInner: true, status: 10 },
      { at: 5, body: { cryptoTransfer: {} } },
    );
    expect(items.map(({ type, status }) => [type, status])).toEqual([
      [74, 390],
      [37, 22],
      [11, 22],
      [37, 10],
      [14, 22],
    ]);
    expect(items.map(({ parent }) => parent?.index ?? null)).toEqual([null, 0, 1, 0, null]);
    // The rest of a batch does not belong to a later result.
    const late = [
      ...itemsOf(batch),
      ...itemsOf({ at: 5, body: { cryptoTransfer: {} } }),
      ...itemsOf({ at: 6, body: {}, isInner: true }),
    ];
    expect(() => read(late)).toThrow(/belongs to no transaction/);
  });
});

describe('items moved without changing the root hash', () => {
  const idOf = (nonce: number) => ({
    transactionID: { accountID: account(1001), transactionValidStart: timestamp(START), nonce },
  });
  const transfer = (at: number): TestItem => ({ at, body: { ...idOf(at), cryptoTransfer: {} }, changes: [] });
  const messageOf = (at: number, trace?: [number, Buffer]): TestItem => ({
    at,
    body: { consensusSubmitMessage: { topicID: topic(5), message: Buffer.from('m') } },
    ...(trace && {
      traces: [{ submitMessageTraceData: { sequenceNumber: long(trace[0]), runningHash: trace[1] } }],
    }),
    changes: [],
  });
  const signature = { signedTransaction: signedBytes({ body: { stateSignatureTransaction: {} } }) };
  const receipts = (at: number, ...nonces: number[]): stream.IBlockItem => {
    const entries = nonces.map((nonce) => ({ transactionId: idOf(nonce).transactionID, status: 22 }));
    const list = proto.TransactionReceiptEntries.encode({ entries }).finish();
    const queuePush = Buffer.concat([Buffer.from([0x1a, list.length]), list]);
    const stateChanges = [{ stateId: 126, queuePush }];
    return { stateChanges: { consensusTimestamp: timeBytes(START + BigInt(at)), stateChanges } };
  };
  const logTrace = { evmTraceData: { logs: [{ data: Buffer.of(1) }] } };
  const encoded = (action: proto.IContractAction) => proto.ContractAction.encode(action).finish();
  const called = (outcome: proto.IEvmTransactionResult) => ({
    contractCall: { evmTransactionResult: proto.EvmTransactionResult.encode(outcome).finish() },
  });
  const [input, result, state] = itemsOf(transfer(1));
  const parts = [input, result, state] as [stream.IBlockItem, stream.IBlockItem, stream.IBlockItem];

  it.each<[string, stream.IBlockItem[], RegExp]>([
    ['a result after a state signature', [parts[0], signature, parts[1], parts[2]], /has no result/],
    ['the result of a state signature', [signature, parts[1]], /a state signature has a result/],
    ['a result after an event', [parts[0], { eventHeader: Buffer.alloc(0) }, parts[1]], /has no result/],
    ['a transaction at the end', [...itemsOf(transfer(2)), parts[0]], /has no result/],
    [
      'state changes after an event',
      [parts[0], parts[1], { eventHeader: Buffer.alloc(0) }, parts[2]],
      /do not follow their transaction/,
    ],
    ['state changes before their transaction', [parts[2], parts[0], parts[1]], /do not follow/],
    [
      'an output after another transaction',
      [...itemsOf(transfer(1)), signature, { transactionOutput: {} }],
      /an output does not follow the items of its transaction/,
    ],
    [
      'an output after a trace',
      [parts[0], parts[1], { traceData: { evmTraceData: {} } }, { transactionOutput: {} }, parts[2]],
      /an output follows the traces of its transaction/,
    ],
    [
      'a trace after state changes',
      [...parts, { traceData: { evmTraceData: {} } }],
      /a trace follows the state changes of its transaction/,
    ],
    [
      'a trace of a contract after a transfer',
      itemsOf({ ...transfer(1), outputs: [], traces: [logTrace] }),
      /does not belong to transaction \d+, which executed none/,
    ],
    [
      'a trace of a contract after a call that used no gas',
      itemsOf({ ...transfer(1), outputs: [called({})], traces: [logTrace] }),
      /does not belong to transaction \d+, which used no gas/,
    ],
    [
      'a trace of a contract after a call that it made',
      [transfer(1), { ...transfer(2), parent: 1, traces: [logTrace] }]
        .map((one) => ({ ...one, outputs: [CALLED] }))
        .flatMap(itemsOf),
      /does not belong to transaction \d+, which is part of another execution/,
    ],
    [
      'the actions of another contract',
      itemsOf({
        ...transfer(1),
        outputs: [called({ contractId: contract(50), gasUsed: long(1) })],
        traces: [{ evmTraceData: { contractActions: [encoded({ recipientContract: contract(51) })] } }],
      }),
      /does not belong to transaction \d+, which executed contract 50, not 51/,
    ],
    [
      'the initcode of another contract',
      itemsOf({
        ...transfer(1),
        outputs: [called({ contractId: contract(50) })],
        traces: [
          {
            evmTraceData: {
              executedInitcode: { contractId: proto.ContractID.encode(contract(51)).finish() },
            },
          },
        ],
      }),
      /which executed contract 50, not 51/,
    ],
    [
      'two traces of one kind',
      itemsOf({ ...transfer(1), traces: [{ evmTraceData: {} }, { evmTraceData: {} }] }),
      /two traces of one kind/,
    ],
    [
      'the trace of a message after a transfer',
      itemsOf({ ...transfer(1), traces: [{ submitMessageTraceData: {} }] }),
      /trace of a message belongs to another/,
    ],
    [
      'the trace of a message after another one, which is the last in the state',
      [
        ...itemsOf(messageOf(1)),
        ...itemsOf({
          ...messageOf(2, [8, Buffer.alloc(48, 1)]),
          changes: [topicState(5, 9, Buffer.alloc(48, 2))],
        }),
      ],
      /the trace of message 8 belongs to message 9/,
    ],
  ])('are refused: %s', (_, items, error) => {
    expect(() => read(items)).toThrow(error);
  });

  it('are refused if receipts belong to other transactions of a batch', () => {
    const inner = [2, 4].map((nonce) => ({ body: { ...idOf(nonce), cryptoTransfer: {} } }));
    const batch: TestItem = {
      at: 1,
      body: { ...idOf(1), atomicBatch: { transactions: inner.map(signedBytes) } },
      changes: [],
    };
    const resultAt = (at: number) => itemsOf({ at, parent: 1, body: {}, isInner: true });
    const child = { signedTransaction: signedBytes({ body: { ...idOf(3), cryptoCreateAccount: {} } }) };
    const end = receipts(4, 1, 2, 3, 4);
    const asWritten = [...itemsOf(batch), ...resultAt(2), child, ...resultAt(3), ...resultAt(4), end];
    expect(read(asWritten).items.map(({ type }) => type)).toEqual([74, 14, 11, 14]);
    const moved = [...itemsOf(batch), child, ...resultAt(2), ...resultAt(3), ...resultAt(4), end];
    expect(() => read(moved)).toThrow(/does not belong to transaction/);
  });
});

describe("state changes that are the network's own", () => {
  const network = (at: number, ...stateChanges: stream.IStateChange[]): stream.IBlockItem => ({
    stateChanges: { consensusTimestamp: timeBytes(START + BigInt(at)), stateChanges },
  });
  /** Consensus nodes store receipts in a queue, and write additions with the time of the last transaction. */
  const receipts = (at: number) => network(at, { stateId: 126, queuePush: Buffer.from([8, 1]) });
  const supply = ({ record }: Item) => number(record.receipt?.newTotalSupply);
  const mint = { body: { tokenMint: { token: token(9), amount: long(10) } } };
  const message = {
    body: { consensusSubmitMessage: { topicID: topic(5), message: Buffer.from('m') } },
  };

  it('contain no supply for the last of a batch that contradicts its other transactions', () => {
    const inner = [mint, { body: { tokenUpdate: { token: token(9) } } }, mint];
    const batch = [
      {
        at: 1,
        body: { atomicBatch: { transactions: inner.map(signedBytes) } },
        changes: [tokenState(9, 120)],
      },
      ...inner.map(({ body }, index): TestItem => ({ at: 2 + index, parent: 1, body, isInner: true })),
    ];
    const { items } = read([...batch.flatMap(itemsOf), receipts(4)]);
    expect([items[1], items[3]].map((item) => item && supply(item))).toEqual([110, 120]);
  });

  it('apply to the last message of a topic, and to no earlier one', () => {
    const inner = [message, message];
    const trace = { submitMessageTraceData: { sequenceNumber: long(8), runningHash: Buffer.alloc(48, 1) } };
    const batch = (traces: stream.ITraceData[]): TestItem[] => [
      {
        at: 1,
        body: { atomicBatch: { transactions: inner.map(signedBytes) } },
        changes: [topicState(5, 9, Buffer.alloc(48, 2))],
      },
      { at: 2, parent: 1, ...message, isInner: true, traces },
      { at: 3, parent: 1, ...message, isInner: true },
    ];
    const sequences = (traces: stream.ITraceData[]) =>
      read([...batch(traces).flatMap(itemsOf), receipts(3)])
        .items.slice(1)
        .map(
          ({ record }) => record.receipt?.topicSequenceNumber && number(record.receipt.topicSequenceNumber),
        );
    expect(sequences([trace])).toEqual([8, 9]);
    expect(sequences([])).toEqual([undefined, 9]);
  });

  it.each<[string, (own: stream.IBlockItem[], other: stream.IBlockItem) => stream.IBlockItem[]]>([
    ['before it', (own, other) => [other, ...own]],
    ['after the next event', (own, other) => [...own, { eventHeader: Buffer.alloc(0) }, other]],
    ['after the next round', (own, other) => [...own, { roundHeader: { roundNumber: long(6) } }, other]],
    [
      'after a transaction of nodes',
      (own, other) => [
        ...own,
        { signedTransaction: signedBytes({ body: { stateSignatureTransaction: {} } }) },
        other,
      ],
    ],
  ])('do not belong to a transaction of the same time: %s', (_, order) => {
    const own = itemsOf({ at: 3, body: { consensusCreateTopic: {} }, changes: [] });
    const other = network(3, topicState(30, 0, Buffer.alloc(48)));
    expect(at(read(order(own, other)).items, 0).record.receipt?.topicID).toBeUndefined();
  });

  it("are preceded by a child's own state", () => {
    const [, first, second, third] = translate(
      { at: 1, body: { contractCall: {} }, changes: [tokenState(9, 130)] },
      { at: 2, parent: 1, ...mint },
      { at: 3, parent: 1, ...mint, changes: [tokenState(9, 120), tokenState(8, 1)] },
      { at: 4, parent: 1, ...mint },
    );
    expect([first, second, third].map((item) => item && supply(item))).toEqual([110, 120, 130]);
  });
});

describe('a child that precedes its parent', () => {
  it('has no state, as in the public mirror: no result contains its parent', () => {
    const create: TestItem = {
      at: 1,
      body: {
        transactionID: { accountID: account(1001), transactionValidStart: timestamp(START), nonce: 1 },
        cryptoCreateAccount: { delegationAddress: Buffer.alloc(20, 7) },
      },
      outputs: [{ accountCreate: { createdAccountId: proto.AccountID.encode(account(1234)).finish() } }],
    };
    const changes = [accountState({ accountId: account(1234), ethereumNonce: long(1) })];
    const { blockFacts, record } = at(
      translate(create, { at: 3, body: { ethereumTransaction: {} }, changes }),
      0,
    );
    expect(number(record.receipt?.accountID?.accountNum)).toBe(1234);
    expect(blockFacts?.delegationNonce).toBeNull();
  });
});

describe('supplies', () => {
  it('are those of the state, whatever changed them', () => {
    const supply = (body: proto.ITransactionBody, result?: stream.ITransactionResult) => {
      const { record } = only({ at: 1, body, changes: [tokenState(9, 50)], ...(result && { result }) });
      return [number(record.receipt?.newTotalSupply), record.receipt?.serialNumbers?.map(number)];
    };
    const minted = {
      token: token(9),
      nftTransfers: [12, 10, 11].map((serial) => ({
        serialNumber: long(serial),
        receiverAccountID: account(2),
      })),
    };
    const result = { tokenTransferLists: [proto.TokenTransferList.encode(minted).finish()] };
    expect(supply({ tokenMint: { token: token(9), metadata: [Buffer.from('a')] } }, result)).toEqual([
      50,
      [10, 11, 12],
    ]);
    expect(supply({ tokenBurn: { token: token(9), amount: long(3) } })).toEqual([50, []]);
    expect(supply({ tokenWipe: { token: token(9), serialNumbers: [long(1)] } })).toEqual([50, []]);
  });

  it('are computed backwards over burns and wipes, of units and of NFTs', () => {
    const bodies: proto.ITransactionBody[] = [
      { tokenBurn: { token: token(9), amount: long(3) } },
      { tokenWipe: { token: token(9), serialNumbers: [long(1), long(2)] } },
      { tokenBurn: { token: token(8), amount: long(1) } },
      { tokenMint: { token: token(9), amount: long(10) } },
    ];
    const children = bodies.map((body, index): TestItem => ({ at: 2 + index, parent: 1, body }));
    const changes = [tokenState(9, 100), tokenState(8, 5)];
    const [, ...items] = translate({ at: 1, body: { contractCall: {} }, changes }, ...children);
    expect(items.map(({ record }) => number(record.receipt?.newTotalSupply))).toEqual([92, 90, 5, 100]);
  });
});

describe('topic messages', () => {
  const body = { consensusSubmitMessage: { topicID: topic(5), message: Buffer.from('m') } };
  const sequenceOf = ({ record }: Item) => [
    number(record.receipt?.topicSequenceNumber),
    hex(record.receipt?.topicRunningHash).slice(0, 4),
  ];
  const trace = (sequence: number, fill: number) => ({
    submitMessageTraceData: { sequenceNumber: long(sequence), runningHash: Buffer.alloc(48, fill) },
  });

  it('have number and running hash of their trace, or else of the state', () => {
    const own = only({ at: 1, body, changes: [topicState(5, 4, Buffer.alloc(48, 0xaa))] });
    expect(sequenceOf(own)).toEqual([4, 'aaaa']);
    expect(number(own.record.receipt?.topicRunningHashVersion)).toBe(3);
    const [, first, second] = translate(
      { at: 1, body: { contractCall: {} }, changes: [topicState(5, 9, Buffer.alloc(48, 0xbb))] },
      { at: 2, parent: 1, body, traces: [trace(8, 0xcc)] },
      { at: 3, parent: 1, body },
    );
    expect([first, second].map((item) => item && sequenceOf(item))).toEqual([
      [8, 'cccc'],
      [9, 'bbbb'],
    ]);
  });

  it('have none if only the last one is known', () => {
    const [, first, second] = translate(
      { at: 1, body: { contractCall: {} }, changes: [topicState(5, 9, Buffer.alloc(48, 0xbb))] },
      { at: 2, parent: 1, body },
      { at: 3, parent: 1, body },
    );
    expect(first?.record.receipt?.topicRunningHash).toBeUndefined();
    expect(second && sequenceOf(second)).toEqual([9, 'bbbb']);
    expect(only({ at: 1, body }).record.receipt?.topicRunningHash).toBeUndefined();
  });
});

describe('pending airdrops', () => {
  const pendingState = (id: proto.IPendingAirdropId, amount: number) =>
    update(
      { pendingAirdropIdKey: proto.PendingAirdropId.encode(id).finish() },
      {
        accountPendingAirdropValue: proto.AccountPendingAirdrop.encode({
          pendingAirdropValue: { amount: long(amount) },
        }).finish(),
      },
    );
  const drop = (amount: number, ...receivers: proto.IAccountID[]): proto.ITokenTransferList => ({
    token: token(9),
    transfers: [
      { accountID: account(1), amount: long(-amount * receivers.length) },
      ...receivers.map((accountID) => ({ accountID, amount: long(amount) })),
    ],
  });
  const pending = ({ record }: Item) =>
    (record.newPendingAirdrops ?? []).map(({ pendingAirdropId: id, pendingAirdropValue: value }) => [
      number(id?.receiverId?.accountNum),
      id?.nonFungibleToken ? `#${number(id.nonFungibleToken.serialNumber)}` : number(value?.amount),
    ]);
  const fungible = (receiver: number) => ({
    senderId: account(1),
    receiverId: account(receiver),
    fungibleTokenType: token(9),
  });

  it('are the transfers that were not made', () => {
    const nft = (serial: number) => ({
      senderAccountID: account(1),
      receiverAccountID: account(2),
      serialNumber: long(serial),
    });
    const lists = [drop(5, account(2), account(3)), { token: token(8), nftTransfers: [nft(1), nft(2)] }];
    const made = [drop(5, account(3)), { token: token(8), nftTransfers: [nft(2)] }];
    const item = only({
      at: 1,
      body: { tokenAirdrop: { tokenTransfers: lists } },
      result: { tokenTransferLists: made.map((list) => proto.TokenTransferList.encode(list).finish()) },
      changes: [pendingState(fungible(2), 5)],
    });
    expect(pending(item)).toEqual([
      [2, 5],
      [2, '#1'],
    ]);
  });

  it('contain the pending amount between two accounts, computed backwards airdrop by airdrop', () => {
    const airdrop = (at: number, amount: number): TestItem => ({
      at,
      parent: 1,
      body: { tokenAirdrop: { tokenTransfers: [drop(amount, account(2))] } },
    });
    const [, ...items] = translate(
      { at: 1, body: { contractCall: {} }, changes: [pendingState(fungible(2), 30)] },
      airdrop(2, 4),
      airdrop(3, 6),
    );
    expect(items.map(pending)).toEqual([[[2, 24]], [[2, 30]]]);
  });

  it('name the account of an alias by its number, as the state does', () => {
    const item = only({
      at: 1,
      body: { tokenAirdrop: { tokenTransfers: [drop(4, { alias: Buffer.alloc(20, 1) })] } },
      changes: [pendingState(fungible(77), 4)],
    });
    expect(pending(item)).toEqual([[77, 4]]);
  });
});

describe('contract executions', () => {
  const evm = (result: proto.IEvmTransactionResult) => proto.EvmTransactionResult.encode(result).finish();
  const full: proto.IEvmTransactionResult = {
    senderId: account(1001),
    contractId: contract(50),
    resultData: Buffer.from('out'),
    errorMessage: 'oops',
    gasUsed: long(21_000),
    contractNonces: [{ contractId: contract(50), nonce: long(2) }],
    signerNonce: { value: long(8) },
    internalCallContext: { gas: long(9), value: long(10), callData: Buffer.from('in') },
  };
  const log = {
    contractId: proto.ContractID.encode(contract(50)).finish(),
    data: Buffer.from('d'),
    topics: [Buffer.from('t')],
  };

  it('have results, logs and created contracts', () => {
    const item = only({
      at: 1,
      body: { contractCall: {} },
      outputs: [{ contractCall: { evmTransactionResult: evm(full) } }],
      traces: [{ evmTraceData: { logs: [log] } }],
      changes: [codeState(61, '6001'), codeState(60, '6002')],
    });
    const result = item.record.contractCallResult;
    expect(item.hasResult).toBe(true);
    expect(number(item.record.receipt?.contractID?.contractNum)).toBe(50);
    expect([hex(result?.contractCallResult), result?.errorMessage, number(result?.gasUsed)]).toEqual([
      '6f7574',
      'oops',
      21_000,
    ]);
    expect([number(result?.gas), number(result?.amount), hex(result?.functionParameters)]).toEqual([
      9,
      10,
      '696e',
    ]);
    expect([number(result?.senderId?.accountNum), number(result?.signerNonce?.value)]).toEqual([1001, 8]);
    expect(result?.contractNonces?.map(({ nonce }) => number(nonce))).toEqual([2]);
    expect(result?.logInfo?.map(({ data, topic }) => [hex(data), topic?.map(hex)])).toEqual([['64', ['74']]]);
    expect(result?.createdContractIDs?.map(({ contractNum }) => number(contractNum))).toEqual([60, 61]);
    expect(proto.ContractFunctionResult.decode(item.resultBytes ?? Buffer.alloc(0)).errorMessage).toBe(
      'oops',
    );
  });

  it('contain the address, the init code and the runtime code of a created contract', () => {
    const item = only({
      at: 1,
      body: { contractCreateInstance: {} },
      outputs: [{ contractCreate: { evmTransactionResult: evm({ contractId: contract(60) }) } }],
      changes: [codeState(60, '6002'), accountState({ accountId: account(60), alias: Buffer.alloc(20, 9) })],
    });
    expect(hex(item.record.contractCreateResult?.evmAddress?.value)).toBe('09'.repeat(20));
    expect(
      item.sidecars.map(({ bytecode }) => [
        number(bytecode?.contractId?.contractNum),
        hex(bytecode?.runtimeBytecode),
      ]),
    ).toEqual([[60, '6002']]);
  });

  it.each<[string, stream.IExecutedInitcode, string]>([
    ['whole', { explicitInitcode: Buffer.from('aabb', 'hex') }, 'aabb'],
    [
      'around the code',
      {
        initcodeBookends: {
          deployBytecode: Buffer.from('aa', 'hex'),
          metadataBytecode: Buffer.from('bb', 'hex'),
        },
      },
      'aa6002bb',
    ],
  ])('have initcode %s', (_, initcode, expected) => {
    const executedInitcode = { contractId: proto.ContractID.encode(contract(60)).finish(), ...initcode };
    const item = only({
      at: 1,
      body: { ethereumTransaction: {} },
      outputs: [
        { ethereumCall: { evmCreateTransactionResult: evm({ contractId: contract(60), gasUsed: long(1) }) } },
      ],
      traces: [{ evmTraceData: { executedInitcode } }],
      changes: [codeState(60, '6002')],
    });
    expect(item.sidecars.map(({ bytecode }) => hex(bytecode?.initcode))).toEqual([expected]);
    expect(item.record.contractCreateResult).not.toBeNull();
  });

  it.each([
    ['CONTRACT_REVERT_EXECUTED', 'details', 'CONTRACT_REVERT_EXECUTED'],
    ['', 'details', 'details'],
    ['', '', ''],
  ])('have error %s, or the details of their trace: %s', (errorMessage, errorDetails, expected) => {
    const item = only({
      at: 1,
      body: { contractCall: {} },
      status: 33,
      outputs: [{ contractCall: { evmTransactionResult: evm({ errorMessage }) } }],
      traces: [{ evmTraceData: { errorDetails } }],
    });
    expect(item.record.contractCallResult?.errorMessage ?? '').toBe(expected);
  });

  it('from Ethereum transactions that used no gas have no contract', () => {
    const item = (gasUsed: number) =>
      only({
        at: 1,
        body: { ethereumTransaction: {} },
        status: 10,
        outputs: [
          {
            ethereumCall: {
              evmCallTransactionResult: evm({ contractId: contract(60), gasUsed: long(gasUsed) }),
            },
          },
        ],
      });
    expect(item(0).record.receipt?.contractID).toBeUndefined();
    expect(number(item(5).record.receipt?.contractID?.contractNum)).toBe(60);
  });

  it('have their actions', () => {
    const action = proto.ContractAction.encode({ callDepth: 2, gas: long(7) }).finish();
    const item = only({
      at: 1,
      body: { contractCall: {} },
      traces: [{ evmTraceData: { contractActions: [action] } }],
    });
    expect(
      item.sidecars.flatMap(({ actions }) => actions?.contractActions?.map(({ callDepth }) => callDepth)),
    ).toEqual([2]);
  });
});

describe('storage', () => {
  const call = { body: { contractCall: {} } };

  it('is read by key, or by its index among the written keys of the trace', () => {
    const reads = [byIndex(0, '01'), byIndex(1, '00'), byKey('0c', '05'), byIndex(2, '09')];
    const item = only({
      at: 1,
      ...call,
      traces: [usage(50, reads, ['0a', '0b'])],
      changes: [slotState(50, '0b', '22'), slotState(50, '0a', '11'), slotState(51, '0a', 'ff')],
    });
    expect(accesses(item)).toEqual([
      ['0a', '01', '11'],
      ['0b', '', '22'],
      ['0c', '05', null],
    ]);
  });

  it('is read by its index in the state if the trace has no keys, without unchanged slots', () => {
    const deletion = { mapDelete: { key: slotKey(50, '0d') } };
    const item = only({
      at: 1,
      ...call,
      traces: [usage(50, [byIndex(0, '01'), byIndex(1, '02'), byIndex(2, '03'), {}])],
      changes: [slotState(50, '0a', '11'), slotState(50, '0b', '02', true), deletion],
    });
    expect(accesses(item)).toEqual([
      ['0a', '01', '11'],
      ['0d', '02', ''],
    ]);
  });

  it('is the value that the next transaction of the family read', () => {
    const [, ...items] = translate(
      { at: 1, body: { atomicBatch: {} }, changes: [slotState(50, '0a', '33')] },
      { at: 2, parent: 1, ...call, traces: [usage(50, [byIndex(0, '01')], ['0a'])] },
      { at: 3, parent: 1, ...call, traces: [usage(50, [byKey('0a', '02')])] },
      { at: 4, parent: 1, ...call, traces: [usage(50, [byIndex(0, '02')], ['0a'])] },
    );
    expect(items.map(accesses)).toEqual([[['0a', '01', '02']], [['0a', '02', null]], [['0a', '02', '33']]]);
  });

  it('belongs to the hook that ran', () => {
    const hook = { entityId: { accountId: account(70) }, hookId: long(4) };
    const hookState = (owner: number, value: string) => {
      const hookId = proto.HookId.encode({
        entityId: { accountId: account(owner) },
        hookId: long(4),
      }).finish();
      return update(
        { evmHookSlotKey: { hookId, key: word('0a') } },
        { slotValueValue: proto.SlotValue.encode({ value: word(value) }).finish() },
      );
    };
    const result = { contractId: contract(365), executedHookId: hook };
    const item = only({
      at: 1,
      ...call,
      outputs: [
        { contractCall: { evmTransactionResult: proto.EvmTransactionResult.encode(result).finish() } },
      ],
      traces: [usage(365, [byIndex(0, '01')])],
      changes: [hookState(71, '66'), hookState(70, '77')],
    });
    expect(accesses(item)).toEqual([['0a', '01', '77']]);
  });
});

describe.skipIf(sharedDir === null)('blocks of ../shared', () => {
  const streams = `${sharedDir}/streams`;
  const paths = (sharedDir ? (readdirSync(streams, { recursive: true }) as string[]) : [])
    .filter((path) => /^(blocks|blockstreams).*\.blk(\.gz|\.zstd)?$/.test(path))
    .sort();
  const open = async (path: string) => {
    const wire = readFileSync(`${streams}/${path}`);
    const file = readBlockFile(path, await inflateFile(path, wire, MAX_INFLATED_BYTES));
    return readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), wire.length);
  };

  it('are all translated: each creation has its id', async () => {
    let count = 0;
    for (const path of paths) {
      const { items } = await open(path);
      for (const [index, { type, record, consensusTimestamp }] of items.entries()) {
        const { receipt } = record;
        if (type === 11) expect(number(receipt?.accountID?.accountNum)).toBeGreaterThan(0);
        if (type === 17) expect(number(receipt?.fileID?.fileNum)).toBeGreaterThan(0);
        if (type === 24) expect(number(receipt?.topicID?.topicNum)).toBeGreaterThan(0);
        if (type === 29) expect(number(receipt?.tokenID?.tokenNum)).toBeGreaterThan(0);
        if (index > 0) expect(consensusTimestamp).toBeGreaterThan(at(items, index - 1).consensusTimestamp);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(3_000);
  });

  it('have running hashes that follow from the messages, one after another', async () => {
    const before = new Map<bigint, { readonly sequence: number; readonly hash: Uint8Array }>();
    let followed = 0;
    for (const path of paths.filter((path) => path.includes('0.78-tss-schnorr'))) {
      for (const item of (await open(path)).items) {
        const message = item.type === 27 ? item.body.consensusSubmitMessage : null;
        const { topicSequenceNumber, topicRunningHash } = item.record.receipt ?? {};
        if (!message || !topicRunningHash) continue;
        const id = message.topicID;
        const name = encodeEntityId(
          longToBigInt(id?.shardNum),
          longToBigInt(id?.realmNum),
          longToBigInt(id?.topicNum),
        );
        const sequence = number(topicSequenceNumber);
        const previous = sequence === 1 ? { sequence: 0, hash: Buffer.alloc(48) } : before.get(name);
        if (previous) {
          expect(sequence).toBe(previous.sequence + 1);
          expect(hex(topicRunningHash)).toBe(hex(runningHash(previous.hash, item, sequence)));
          followed += 1;
        }
        before.set(name, { sequence, hash: topicRunningHash });
      }
    }
    expect(followed).toBeGreaterThan(15);
  });
});

/**
 * Computes version 3 of a topic's running hash: SHA-384 of a stream as Java serializes it (two arrays of bytes, and
 * numbers between them). Source: consensus service of the network's software.
 */
function runningHash(previous: Uint8Array, item: Item, sequence: number): Buffer {
  const message = item.body.consensusSubmitMessage;
  const payer = item.body.transactionID?.accountID;
  const id = message?.topicID;
  const parties = [
    payer?.shardNum,
    payer?.realmNum,
    payer?.accountNum,
    id?.shardNum,
    id?.realmNum,
    id?.topicNum,
  ];
  const numbers = Buffer.alloc(8 * 9 + 4);
  let position = numbers.writeBigInt64BE(3n);
  for (const value of parties) position = numbers.writeBigInt64BE(longToBigInt(value), position);
  position = numbers.writeBigInt64BE(item.consensusTimestamp / 1_000_000_000n, position);
  position = numbers.writeInt32BE(Number(item.consensusTimestamp % 1_000_000_000n), position);
  numbers.writeBigInt64BE(BigInt(sequence), position);
  const header = 'aced0005' + '7572' + '00025b42' + 'acf317f8060854e0' + '020000' + '7870' + '00000030';
  const digest = createHash('sha384')
    .update(message?.message ?? Buffer.alloc(0))
    .digest();
  return createHash('sha384')
    .update(Buffer.from(header, 'hex'))
    .update(previous)
    .update(Buffer.from([0x77, numbers.length]))
    .update(numbers)
    .update(Buffer.from('7571007e000000000030', 'hex'))
    .update(digest)
    .digest();
}
