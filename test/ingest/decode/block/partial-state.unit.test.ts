import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { readTopics } from '@tain/verify/state-changes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialStateOf } from '../../../../src/ingest/decode/block/initial-state.ts';
import { StateValue } from '../../../../src/ingest/decode/block/state-value.ts';
import type { Item } from '../../../../src/ingest/decode/item.ts';
import {
  accesses,
  account,
  accountState,
  at,
  byIndex,
  byKey,
  codeState,
  contract,
  hex,
  long,
  number,
  only,
  partial,
  slotKey,
  slotState,
  token,
  tokenState,
  topic,
  topicState,
  translate,
  update,
  usage,
  word,
} from './given.ts';

const tokenKey = (num: number) => ({ tokenIdKey: proto.TokenID.encode(token(num)).finish() });
/** Returns a partial token without its id, as networks write it. */
const supplyOnly = (num: number, totalSupply: number) =>
  partial(
    update(tokenKey(num), { tokenValue: proto.Token.encode({ totalSupply: long(totalSupply) }).finish() }),
  );
const tokenLeaves = (num: number, ...cleared: number[]) =>
  partial(update(tokenKey(num), { tokenValue: proto.Token.encode({ name: 'new' }).finish() }), ...cleared);
const topicKey = (num: number) => ({ topicIdKey: proto.TopicID.encode(topic(num)).finish() });
const topicOnly = (num: number, value: proto.ITopic) =>
  partial(update(topicKey(num), { topicValue: proto.Topic.encode(value).finish() }));
const supplyOf = ({ record }: Item) =>
  record.receipt?.newTotalSupply === undefined ? null : number(record.receipt.newTotalSupply);

describe('the id of a partial value', () => {
  const node = (id: number) => Buffer.from([8, id]);

  it('is that of its key', () => {
    const mint = { body: { tokenMint: { token: token(50), amount: long(5) } } };
    expect(supplyOf(only({ at: 1, ...mint, changes: [supplyOnly(50, 105), supplyOnly(51, 7)] }))).toBe(105);

    const message = { body: { consensusSubmitMessage: { topicID: topic(30) } } };
    const changes = [topicOnly(30, { sequenceNumber: long(4), runningHash: Buffer.alloc(48, 4) })];
    const { receipt } = only({ at: 1, ...message, changes }).record;
    expect([number(receipt?.topicSequenceNumber), hex(receipt?.topicRunningHash)]).toEqual([
      4,
      '04'.repeat(48),
    ]);

    const outputs = [{ accountCreate: { createdAccountId: proto.AccountID.encode(account(1234)).finish() } }];
    const body = { cryptoCreateAccount: { delegationAddress: Buffer.alloc(20, 7) } };
    const accountKey = { accountIdKey: proto.AccountID.encode(account(1234)).finish() };
    const value = { accountValue: proto.Account.encode({ ethereumNonce: long(1) }).finish() };
    const nonce = [
      update(accountKey, { accountValue: proto.Account.encode({ memo: 'm' }).finish() }),
      partial(update(accountKey, value)),
    ];
    expect(only({ at: 1, body, outputs, changes: nonce }).blockFacts?.delegationNonce).toBe(1n);
  });

  it('is not a creation: the value of a created key is complete', () => {
    const created = (body: proto.ITransactionBody, ...changes: stream.IStateChange[]) => {
      const { topicID, tokenID, fileID, nodeId } = only({ at: 1, body, changes }).record.receipt ?? {};
      const id = topicID?.topicNum ?? tokenID?.tokenNum ?? fileID?.fileNum ?? nodeId;
      return id === undefined ? null : number(id);
    };
    expect(
      created({ consensusCreateTopic: {} }, topicState(11, 0, Buffer.alloc(48)), topicOnly(99, {})),
    ).toBe(11);
    expect(created({ tokenCreation: {} }, tokenLeaves(99), tokenState(12, 0), supplyOnly(12, 3))).toBe(12);
    const nodeChange = (id: number) =>
      update({ entityNumberKey: id === 0 ? Buffer.alloc(0) : node(id) }, { nodeValue: node(id) });
    const accountOnly = { nodeValue: Buffer.from([18, 0]) };
    expect(
      created({ nodeCreate: {} }, nodeChange(3), partial(update({ entityNumberKey: node(9) }, accountOnly))),
    ).toBe(3);
    expect(
      created({ nodeCreate: {} }, partial(update({ entityNumberKey: node(9) }, accountOnly))),
    ).toBeNull();
    expect(created({ nodeCreate: {} }, nodeChange(0))).toBe(0);
  });
});

describe('a field that a partial value lacks', () => {
  it('is its former value, for any last transaction of the block', () => {
    const mint = (amount: number) => ({ tokenMint: { token: token(50), amount: long(amount) } });
    const burn = (amount: number) => ({ tokenBurn: { token: token(50), amount: long(amount) } });
    const items = translate(
      { at: 1, body: mint(5), changes: [supplyOnly(50, 105)] },
      { at: 2, body: { atomicBatch: {} }, changes: [tokenLeaves(50)] },
      { at: 3, parent: 2, body: mint(4) },
      { at: 4, parent: 2, body: burn(4) },
      { at: 5, body: mint(1), changes: [supplyOnly(50, 106)] },
      { at: 6, body: mint(0), changes: [tokenLeaves(50)] },
      { at: 7, body: burn(106), changes: [tokenLeaves(50, 5)] },
    );
    expect(items.map(supplyOf)).toEqual([105, null, 109, 105, 106, 106, 0]);
    expect(supplyOf(only({ at: 1, body: mint(0), changes: [tokenLeaves(50)] }))).toBeNull();
  });

  it('is empty if its number is among the cleared ones', () => {
    const wipe = { tokenWipe: { token: token(50), amount: long(3) } };
    expect(supplyOf(only({ at: 1, body: wipe, changes: [tokenLeaves(50, 1, 5)] }))).toBe(0);
  });

  it('is read from an earlier change of the same key in the same state', () => {
    const message = { body: { consensusSubmitMessage: { topicID: topic(30) } } };
    const whole = topicState(30, 4, Buffer.alloc(48, 4));
    const later = topicOnly(30, { memo: 'new' });
    const { receipt } = only({ at: 1, ...message, changes: [whole, later] }).record;
    expect(number(receipt?.topicSequenceNumber)).toBe(4);
    const unknown = only({ at: 1, ...message, changes: [later] }).record.receipt;
    expect(unknown?.topicSequenceNumber).toBeUndefined();
    expect(unknown?.topicRunningHash).toBeUndefined();
  });

  it('is the amount of a pending airdrop by which it grew', () => {
    const airdrop = (amount: number) => ({
      tokenAirdrop: {
        tokenTransfers: [
          {
            token: token(9),
            transfers: [
              { accountID: account(1), amount: long(-amount) },
              { accountID: account(2), amount: long(amount) },
            ],
          },
        ],
      },
    });
    const id = { senderId: account(1), receiverId: account(2), fungibleTokenType: token(9) };
    const key = { pendingAirdropIdKey: proto.PendingAirdropId.encode(id).finish() };
    const state = (value: proto.IAccountPendingAirdrop, ...cleared: number[]) =>
      partial(
        update(key, { accountPendingAirdropValue: proto.AccountPendingAirdrop.encode(value).finish() }),
        ...cleared,
      );
    const of = (...changes: stream.IStateChange[]) => {
      const { record, blockFacts } = only({ at: 1, body: airdrop(5), changes });
      const [pending] = record.newPendingAirdrops ?? [];
      const amount = pending?.pendingAirdropValue?.amount;
      return [amount === undefined ? null : number(amount), blockFacts?.airdropGrowth[0]];
    };
    expect(of(state({ pendingAirdropValue: { amount: long(12).toUnsigned() } }))).toEqual([12, null]);
    expect(of(state({ nextAirdrop: id }))).toEqual([null, { by: 5n, existed: true }]);
    expect(of()).toEqual([null, { by: 5n, existed: false }]);
    expect(of(state({}, 1))).toEqual([0, null]);
  });

  it('is the address of an account that becomes a contract', () => {
    const result = { contractId: contract(77), gasUsed: long(1).toUnsigned() };
    const creation = {
      body: { contractCreateInstance: {} },
      outputs: [
        { contractCreate: { evmTransactionResult: proto.EvmTransactionResult.encode(result).finish() } },
      ],
    };
    const facts = (...changes: stream.IStateChange[]) => {
      const { record, blockFacts } = only({ at: 1, ...creation, changes });
      return [hex(record.contractCreateResult?.evmAddress?.value), blockFacts?.lacksAddress];
    };
    const alias = Buffer.alloc(20, 9);
    const becomes = partial(accountState({ accountId: account(77), smartContract: true }));
    expect(facts(accountState({ accountId: account(77), alias }))).toEqual([hex(alias), false]);
    expect(facts(accountState({ accountId: account(77) }))).toEqual(['', false]);
    expect(facts(accountState({ accountId: account(77), alias }), becomes)).toEqual([hex(alias), false]);
    expect(facts(becomes)).toEqual(['', true]);
  });

  it('is neither empty code nor a new contract', () => {
    const key = { contractIdKey: proto.ContractID.encode(contract(78)).finish() };
    const call = {
      body: { contractCall: {} },
      outputs: [
        {
          contractCall: {
            evmTransactionResult: proto.EvmTransactionResult.encode({ contractId: contract(77) }).finish(),
          },
        },
      ],
    };
    const same = partial(update(key, { bytecodeValue: Buffer.alloc(0) }));
    const { record } = only({ at: 1, ...call, changes: [same, codeState(79, '6001')] });
    expect(record.contractCallResult?.createdContractIDs?.map((id) => number(id.contractNum))).toEqual([79]);
    const creation = {
      body: { contractCreateInstance: {} },
      outputs: [
        {
          contractCreate: {
            evmTransactionResult: proto.EvmTransactionResult.encode({ contractId: contract(78) }).finish(),
          },
        },
      ],
    };
    expect(only({ at: 1, ...creation, changes: [same] }).sidecars).toEqual([]);
    expect(
      only({ at: 1, ...creation, changes: [codeState(78, '6001'), same] }).sidecars[0]?.bytecode,
    ).toMatchObject({
      runtimeBytecode: Buffer.from('6001', 'hex'),
    });
  });
});

describe('the value of a partial slot', () => {
  const call = { body: { contractCall: {} } };
  const slot = (key: string, value: proto.ISlotValue, ...cleared: number[]) =>
    partial(update(slotKey(50, key), { slotValueValue: proto.SlotValue.encode(value).finish() }), ...cleared);
  const pointers = (key: string) => slot(key, { nextKey: word('0f') });

  it('is the written one, zero if it is cleared, and otherwise its former value', () => {
    const item = only({
      at: 1,
      ...call,
      traces: [usage(50, [byIndex(0, '01'), byIndex(1, '02'), byIndex(2, '03')])],
      changes: [slot('0a', { value: word('11') }), slot('0b', { nextKey: word('0f') }, 1), pointers('0c')],
    });
    expect(accesses(item)).toEqual([
      ['0a', '01', '11'],
      ['0b', '02', ''],
      ['0c', '03', '03'],
    ]);
  });

  it('is the value before the first transaction of a family', () => {
    const [, ...items] = translate(
      { at: 1, body: { atomicBatch: {} }, changes: [pointers('0a')] },
      { at: 2, parent: 1, ...call, traces: [usage(50, [byIndex(0, '01')], ['0a'])] },
      { at: 3, parent: 1, ...call, traces: [usage(50, [byKey('0a', '02')])] },
      { at: 4, parent: 1, ...call, traces: [usage(50, [byIndex(0, '02')], ['0a'])] },
    );
    expect(items.map(accesses)).toEqual([[['0a', '01', '02']], [['0a', '02', null]], [['0a', '02', '01']]]);
  });

  it('has its index among the written ones, unless it is identical', () => {
    const identical = { mapUpdate: { ...pointers('0a').mapUpdate, identical: true } };
    const item = only({
      at: 1,
      ...call,
      traces: [usage(50, [byIndex(0, '01')])],
      changes: [identical, slotState(50, '0b', '22')],
    });
    expect(accesses(item)).toEqual([['0b', '01', '22']]);
  });
});

describe('the state of genesis', () => {
  const read = (...stateChanges: stream.IStateChange[]) =>
    initialStateOf(
      [{ kind: 7, content: Buffer.from(stream.StateChanges.encode({ stateChanges }).finish()) }],
      100n,
    );

  it('takes ids from keys, and merges the parts of a value', () => {
    const whole = accountState({ accountId: account(5), tinybarBalance: long(10), memo: 'old' });
    const value = { accountValue: proto.Account.encode({ tinybarBalance: long(20) }).finish() };
    const later = partial(update(whole.mapUpdate?.key ?? {}, value), 6);
    const state = read(whole, later, codeState(7, '6001'));
    const [found] = state?.accounts ?? [];
    expect(state?.accounts).toHaveLength(1);
    expect(number(found?.account.accountId?.accountNum)).toBe(5);
    expect(number(found?.account.tinybarBalance)).toBe(20);
    expect(found?.account.memo).toBe('');
    expect(state?.leftOut).toBe(0);
  });

  it('omits and counts a partly known value', () => {
    const value = { accountValue: proto.Account.encode({ memo: 'm' }).finish() };
    const state = read(partial(update({ accountIdKey: proto.AccountID.encode(account(5)).finish() }, value)));
    expect(state).toMatchObject({ accounts: [], files: [], codes: [], leftOut: 1 });
  });
});

describe('a proof', () => {
  const topics = (...stateChanges: stream.IStateChange[]) => {
    const found = readTopics(
      stream.StateChanges.encode({
        stateChanges: stateChanges.map((change) => ({ stateId: 21, ...change })),
      }).finish(),
    );
    return [...found].map(([id, { sequenceNumber, runningHash }]) => [
      id,
      Number(sequenceNumber),
      hex(runningHash),
    ]);
  };

  it('identifies a topic by its key, and ignores an absent number or hash', () => {
    const position = { sequenceNumber: long(4), runningHash: Buffer.from('ab', 'hex') };
    expect(topics(topicOnly(30, position))).toEqual([['0.0.30', 4, 'ab']]);
    expect(
      topics(
        topicOnly(30, { sequenceNumber: long(4) }),
        topicOnly(31, { runningHash: position.runningHash }),
      ),
    ).toEqual([]);
    expect(topics(topicState(30, 4, position.runningHash), topicOnly(30, { memo: 'm' }))).toEqual([]);
    expect(topics(topicState(30, 0, Buffer.alloc(0)))).toEqual([['0.0.30', 0, '']]);
  });
});

describe('a value of several changes', () => {
  const FIELDS = ['alias', 'memo', 'ethereumNonce', 'receiverSigRequired', 'tinybarBalance'] as const;
  const values = fc.record(
    {
      alias: fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
      memo: fc.string({ maxLength: 3 }),
      ethereumNonce: fc.integer({ min: 0, max: 3 }).map(long),
      receiverSigRequired: fc.boolean(),
      tinybarBalance: fc.integer({ min: 0, max: 3 }).map(long),
    },
    { requiredKeys: [] },
  );
  const numberOf = { alias: 2, memo: 6, ethereumNonce: 23, receiverSigRequired: 13, tinybarBalance: 5 };
  const change = fc.record({
    isPartial: fc.boolean(),
    value: values,
    cleared: fc.uniqueArray(fc.constantFrom(...FIELDS)),
  });

  it('is the newest of each field, like in a naive reader', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const known = new Map<string, unknown>();
        let value: StateValue | null = null;
        for (const { isPartial, value: fields, cleared } of changes) {
          const gone = isPartial ? cleared.filter((name) => !(name in fields)) : [];
          const flags = { partial: isPartial, clearedFields: gone.map((name) => numberOf[name]) };
          const bytes = proto.Account.encode(fields).finish();
          if (value) value.add(flags, bytes);
          else value = new StateValue(flags, bytes);
          for (const name of FIELDS) {
            if (name in fields) known.set(name, plain(fields[name]));
            else if (!isPartial || gone.includes(name)) known.set(name, plain(proto.Account.prototype[name]));
          }
        }
        for (const name of FIELDS) {
          const found = value?.field({ message: proto.Account, name, number: numberOf[name] });
          expect([name, found === undefined ? undefined : plain(found)]).toEqual([name, known.get(name)]);
        }
        expect(value?.whole() === null).toBe(changes.every(({ isPartial }) => isPartial));
        expect(value?.existed).toBe(at(changes, 0).isPartial);
      }),
    );
  });

  const plain = (value: unknown) => (value instanceof Uint8Array ? hex(value) : String(value));
});
