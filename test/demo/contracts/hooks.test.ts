import { proto } from '@tain/protos/hapi';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  accountId,
  contractId,
  long,
  longZero,
  tokenId,
} from '../../../packages/network-simulator/src/ledger/ids.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import { TOTAL_TINYBARS } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { ACT, GAS, HOOK_INITCODE, hookCall, METHOD } from './allowance-hook.ts';
import { deploying, type Sent, SentNetwork } from './sent-network.ts';

// Hooks of HIP-1195, executed around transfers that clients send.

const OPERATOR = 2;
const HOOKS = 365;

let network: SentNetwork;
let contract = 0;

beforeAll(async () => {
  network = await SentNetwork.start();
  const made = await network.create(HOOK_INITCODE);
  expect(made.status).toBe('SUCCESS');
  contract = made.num;
}, 120_000);

/** Creates an account with hook 1. It signs nothing later. */
async function owner(body: proto.ICryptoCreateTransactionBody = {}, signs = false): Promise<number> {
  const { ledger } = network;
  const signer = ledger.keys.refOfMessage({ ed25519: nextKey() });
  const key = keyMessage(ledger.keys, { refs: [signer], form: 'key', threshold: 1 });
  const data = {
    cryptoCreateAccount: {
      key,
      initialBalance: long(1_000_000),
      autoRenewPeriod: { seconds: long(7_776_000) },
      hookCreationDetails: [{ hookId: long(1), evmHook: { spec: { contractId: contractId(contract) } } }],
      ...body,
    },
  };
  const sent = await network.send(data, signs ? { signers: [signer] } : {});
  expect(sent.status).toBe('SUCCESS');
  return sent.record.receipt?.accountID?.accountNum?.toNumber() ?? 0;
}

let keys = 0;
const nextKey = (): Uint8Array => {
  keys += 1;
  const key = Buffer.alloc(32, 7);
  key.writeUInt32BE(keys);
  return key;
};

type Entry = Omit<proto.IAccountAmount, 'accountID' | 'amount'>;

/** Sends tinybars from an account to another one. */
function pay(from: number, to: number, tinybars: number, debit: Entry, credit: Entry = {}): Promise<Sent> {
  const accountAmounts = [
    { accountID: accountId(from), amount: long(-tinybars), ...debit },
    { accountID: accountId(to), amount: long(tinybars), ...credit },
  ];
  return network.send({ cryptoTransfer: { transfers: { accountAmounts } } });
}

const balance = (num: number): bigint => network.ledger.accounts.need(num).balance;
const slots = (num: number, id = 1): Record<string, bigint> =>
  Object.fromEntries(
    [...network.ledger.hookSlots.values()]
      .filter((row) => row.owner === num && row.hook === id)
      .map(({ key, value }) => [BigInt(`0x${key}`).toString(), value]),
  );
const ends = ({ items }: Sent): string[] => items.map(({ type, status }) => `${type} ${status}`);
const result = (sent: Sent, child = 0) => {
  const found = sent.items[child + 1]?.record.contractCallResult;
  return {
    contract: found?.contractID?.contractNum?.toNumber() ?? null,
    output: Buffer.from(found?.contractCallResult ?? []).toString('hex'),
    error: found?.errorMessage ?? '',
    gasUsed: found?.gasUsed?.toNumber() ?? 0,
  };
};
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const TRUE = word(1);

describe('a hook before a transfer of tinybars', () => {
  test('replaces the signature of its owner by agreeing', async () => {
    const from = await owner();
    const before = balance(OPERATOR);
    const sent = await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(ACT.allow) });
    expect(ends(sent)).toEqual(['cryptoTransfer SUCCESS', 'contractCall SUCCESS']);
    expect(balance(from)).toBe(999_990n);
    expect(balance(OPERATOR)).toBe(before + 10n - BigInt(sent.record.transactionFee?.toString() ?? 0));
    const [, child] = sent.items;
    expect(child?.body.contractCall).toMatchObject({ contractID: contractId(HOOKS), gas: long(GAS) });
    expect(methodOf(sent)).toBe(METHOD.allow);
    expect(child?.body.transactionID).toMatchObject({ accountID: accountId(OPERATOR), nonce: 1 });
    expect(child?.record.parentConsensusTimestamp).toEqual(sent.record.consensusTimestamp);
    expect(child?.record.receipt?.contractID).toMatchObject(contractId(HOOKS));
    expect(child?.record.transactionFee?.toNumber() ?? 0).toBe(0);
    expect(child?.record.transferList?.accountAmounts ?? []).toEqual([]);
    // The gas is that of the code alone: 21,000 and that of the input are not part of it.
    expect(result(sent)).toEqual({ contract: HOOKS, output: TRUE, error: '', gasUsed: 4_483 });
  });

  test('returns false: the transfer fails, and the call becomes REVERTED_SUCCESS', async () => {
    const from = await owner();
    const sent = await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(ACT.refuse) });
    expect(ends(sent)).toEqual([
      'cryptoTransfer REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      'contractCall REVERTED_SUCCESS',
    ]);
    expect(result(sent)).toEqual({ contract: HOOKS, output: word(0), error: '', gasUsed: 4_177 });
    expect(balance(from)).toBe(1_000_000n);
  });

  test('reverts, runs out of gas or delegates: the transfer fails, and the storage stays', async () => {
    const from = await owner();
    await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(ACT.count) });
    for (const [act, status, error, gasUsed] of [
      [ACT.revert, 'CONTRACT_REVERT_EXECUTED', `0x590a5151${word(1)}`, 6_276],
      [ACT.spin, 'INSUFFICIENT_GAS', 'INSUFFICIENT_GAS', GAS],
      [ACT.delegate, 'CONTRACT_EXECUTION_EXCEPTION', 'INVALID_OPERATION', GAS],
    ] as const) {
      const sent = await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(act) });
      expect([act, ends(sent)]).toEqual([
        act,
        ['cryptoTransfer REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK', `contractCall ${status}`],
      ]);
      expect(result(sent)).toEqual({ contract: HOOKS, output: '', error, gasUsed });
    }
    expect(slots(from)).toEqual({ 0: 1n });
    expect(balance(from)).toBe(999_990n);
  });

  test('is not called without a call, with too little gas, too often, or without an id', async () => {
    const from = await owner();
    const entry = (call: proto.IHookCall) => pay(from, OPERATOR, 10, { preTxAllowanceHook: call });
    for (const [call, status] of [
      [{ hookId: long(1) }, 'BAD_HOOK_REQUEST'],
      [{ evmHookCall: { gasLimit: long(GAS) } }, 'INVALID_HOOK_CALL'],
      [hookCall(ACT.allow, 0), 'INSUFFICIENT_GAS'],
      [hookCall(ACT.allow, 1_000), 'INSUFFICIENT_GAS'],
      [hookCall(ACT.allow, -1), 'INSUFFICIENT_GAS'],
    ] as const)
      expect(ends(await entry(call))).toEqual([`cryptoTransfer ${status}`]);
    const accountAmounts: proto.IAccountAmount[] = [{ accountID: accountId(OPERATOR), amount: long(6) }];
    for (let i = 0; i < 6; i++) {
      const each = { accountID: accountId(await owner()), amount: long(-1) };
      accountAmounts.push({ ...each, prePostTxAllowanceHook: hookCall(ACT.allow) });
    }
    const sent = await network.send({ cryptoTransfer: { transfers: { accountAmounts } } });
    expect(ends(sent)).toEqual(['cryptoTransfer TOO_MANY_HOOK_INVOCATIONS']);
  });

  test('is dispatched but not executed when it does not exist, or with gas out of range', async () => {
    const from = await owner();
    const aborted = (name: string) => `0x${Buffer.from(name).toString('hex')}`;
    for (const [call, status, error] of [
      [hookCall(ACT.allow, GAS, 99), 'HOOK_NOT_FOUND', null],
      [hookCall(ACT.allow, 20_999), 'INSUFFICIENT_GAS', aborted('INSUFFICIENT_GAS')],
      [hookCall(ACT.allow, 15_000_001), 'MAX_GAS_LIMIT_EXCEEDED', aborted('MAX_GAS_LIMIT_EXCEEDED')],
    ] as const) {
      const sent = await pay(from, OPERATOR, 10, { preTxAllowanceHook: call });
      expect(ends(sent)).toEqual([
        'cryptoTransfer REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
        `contractCall ${status}`,
      ]);
      const { contractCallResult, receipt } = sent.items[1]?.record ?? {};
      expect(receipt?.contractID ?? null).toBeNull();
      if (error === null) expect(contractCallResult ?? null).toBeNull();
      else expect(result(sent)).toEqual({ contract: null, output: '', error, gasUsed: 0 });
    }
    expect(ends(await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(ACT.allow, 21_000) }))).toEqual([
      'cryptoTransfer SUCCESS',
      'contractCall SUCCESS',
    ]);
    // Deleted hooks do not exist.
    const body = { accountIDToUpdate: accountId(from), hookIdsToDelete: [long(1)] };
    const signers = network.ledger.accounts.need(from).key?.refs ?? [];
    expect((await network.send({ cryptoUpdateAccount: body }, { signers })).status).toBe('SUCCESS');
    expect(ends(await pay(from, OPERATOR, 10, { preTxAllowanceHook: hookCall(ACT.allow) }))[1]).toBe(
      'contractCall HOOK_NOT_FOUND',
    );
  });

  test('replaces the required signature of a receiver', async () => {
    const to = await owner({ receiverSigRequired: true, initialBalance: long(0) }, true);
    expect((await pay(OPERATOR, to, 5, {})).status).toBe('INVALID_SIGNATURE');
    const refused = await pay(OPERATOR, to, 5, {}, { preTxAllowanceHook: hookCall(ACT.refuse) });
    expect(refused.status).toBe('REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK');
    expect((await pay(OPERATOR, to, 5, {}, { preTxAllowanceHook: hookCall(ACT.allow) })).status).toBe(
      'SUCCESS',
    );
    expect(balance(to)).toBe(5n);
  });
});

describe('the storage of a hook', () => {
  test('is its own, read and written in slots, with changes in the sidecars', async () => {
    const from = await owner({
      hookCreationDetails: [1, 2].map((id) => ({
        hookId: long(id),
        evmHook: { spec: { contractId: contractId(contract) } },
      })),
    });
    const first = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.count) });
    expect(stateChanges(first)).toEqual([{ contract: HOOKS, slots: [['', '', '01']] }]);
    expect(slots(from, 1)).toEqual({ 0: 1n });
    expect(slots(from, 2)).toEqual({});
    // Reads alone are not in the sidecars.
    const read = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.countedOnce) });
    expect(read.status).toBe('SUCCESS');
    expect(stateChanges(read)).toEqual([]);
    const other = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.countedOnce, GAS, 2) });
    expect(other.status).toBe('REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK');
    const cleared = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.clear) });
    expect(stateChanges(cleared)).toEqual([{ contract: HOOKS, slots: [['', '01', '']] }]);
    // A cleared slot refunds a part of the gas (EIP-3529).
    expect(result(cleared).gasUsed).toBeLessThan(result(first).gasUsed);
    expect(slots(from, 1)).toEqual({ 0: 0n });
    expect([...network.ledger.slots.values()].filter((row) => row.contract === contract)).toEqual([]);
  });

  test('can be set by its owner, and must be empty when the hook is deleted', async () => {
    const from = await owner();
    const signers = network.ledger.accounts.need(from).key?.refs ?? [];
    const deletion = {
      cryptoUpdateAccount: { accountIDToUpdate: accountId(from), hookIdsToDelete: [long(1)] },
    };
    const body = {
      hookId: { entityId: { accountId: accountId(from) }, hookId: long(1) },
      storageUpdates: [{ storageSlot: { key: Buffer.alloc(0), value: Buffer.of(1) } }],
    };
    expect((await network.send({ hookStore: body }, { signers })).status).toBe('SUCCESS');
    const sent = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.countedOnce) });
    expect(sent.status).toBe('SUCCESS');
    const status = async () => (await network.send(deletion, { signers })).status;
    expect(await status()).toBe('HOOK_DELETION_REQUIRES_ZERO_STORAGE_SLOTS');
    await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.clear) });
    expect(await status()).toBe('SUCCESS');
  });
});

describe('hooks before and after a transfer', () => {
  test('have two calls, each by its own method', async () => {
    const [from, to] = [await owner(), await owner()];
    const sent = await pay(
      from,
      to,
      10,
      { prePostTxAllowanceHook: hookCall(ACT.count) },
      { preTxAllowanceHook: hookCall(ACT.count) },
    );
    expect(ends(sent)).toEqual([
      'cryptoTransfer SUCCESS',
      'contractCall SUCCESS',
      'contractCall SUCCESS',
      'contractCall SUCCESS',
    ]);
    expect([0, 1, 2].map((child) => methodOf(sent, child))).toEqual([
      METHOD.allow,
      METHOD.allowPre,
      METHOD.allowPost,
    ]);
    expect([slots(from), slots(to)]).toEqual([{ 0: 2n }, { 0: 1n }]);
    expect([0, 1, 2].map((child) => stateChanges(sent, child)[0]?.slots)).toEqual([
      [['', '', '01']],
      [['', '', '01']],
      [['', '01', '02']],
    ]);
    expect(sent.items.map(({ at }) => at - (sent.items[0]?.at ?? 0n))).toEqual([0n, 1n, 2n, 3n]);
  });

  test('undo the transfer and all calls when the second call refuses', async () => {
    const from = await owner();
    const sent = await pay(from, OPERATOR, 10, { prePostTxAllowanceHook: hookCall(ACT.refusePost) });
    expect(ends(sent)).toEqual([
      'cryptoTransfer REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      'contractCall REVERTED_SUCCESS',
      'contractCall REVERTED_SUCCESS',
    ]);
    expect([0, 1].map((child) => stateChanges(sent, child))).toEqual([[], []]);
    expect([0, 1].map((child) => actions(sent, child).length)).toEqual([1, 1]);
    expect(slots(from)).toEqual({});
    expect(balance(from)).toBe(1_000_000n);
  });

  test('are undone when the transfer itself fails', async () => {
    const from = await owner();
    const sent = await pay(from, OPERATOR, 2_000_000, { prePostTxAllowanceHook: hookCall(ACT.count) });
    expect(ends(sent)).toEqual([
      'cryptoTransfer INSUFFICIENT_ACCOUNT_BALANCE',
      'contractCall REVERTED_SUCCESS',
    ]);
    expect(slots(from)).toEqual({});
  });
});

describe('the input of a hook', () => {
  test('names owner, offered fee, gas limit, memo, data, and the transfer in tinybars', async () => {
    const from = await owner();
    const accountAmounts = [
      { accountID: accountId(from), amount: long(-7), preTxAllowanceHook: hookCall(`${ACT.tell}c0de`) },
      { accountID: accountId(OPERATOR), amount: long(7) },
    ];
    const sent = await network.send(
      { cryptoTransfer: { transfers: { accountAmounts } } },
      { memo: 'for lunch', maxFee: 123_456_789_012n },
    );
    expect(told(sent)).toEqual({
      method: METHOD.allow,
      sender: addressOf(OPERATOR),
      self: longZero(HOOKS).toString('hex'),
      words: [
        BigInt(from),
        123_456_789_012n,
        BigInt(GAS),
        BigInt(`0x${Buffer.from('for lunch').toString('hex').padEnd(64, '0')}`),
        BigInt(`0x${`${ACT.tell}c0de`.padEnd(64, '0')}`),
        ...[2n, BigInt(from), MAX - 7n, BigInt(OPERATOR), 7n],
        // No tokens, and no custom fees.
        ...[0n, 0n, 0n],
      ],
    });
  });

  test('names units, NFTs and custom fees', async () => {
    const [from, to] = [await owner(), await owner()];
    const { units, nfts } = await tokens(from, to);
    const sent = await network.send({
      cryptoTransfer: {
        tokenTransfers: [
          {
            token: tokenId(units),
            transfers: [
              { accountID: accountId(from), amount: long(-100), preTxAllowanceHook: hookCall(ACT.tell) },
              { accountID: accountId(to), amount: long(100) },
            ],
          },
          {
            token: tokenId(nfts),
            nftTransfers: [
              {
                senderAccountID: accountId(from),
                receiverAccountID: accountId(to),
                serialNumber: long(1),
                prePostTxSenderAllowanceHook: hookCall(ACT.count),
                preTxReceiverAllowanceHook: hookCall(ACT.count),
              },
            ],
          },
        ],
      },
    });
    expect(ends(sent)).toEqual(['cryptoTransfer SUCCESS', ...Array(4).fill('contractCall SUCCESS')]);
    const [a, b, collector] = [BigInt(from), BigInt(to), BigInt(OPERATOR)];
    expect(told(sent).words.slice(5)).toEqual([
      0n,
      ...[2n, BigInt(units), 2n, a, MAX - 100n, b, 100n, 0n],
      ...[BigInt(nfts), 0n, 1n, a, b, 1n],
      // A fixed fee in tinybars of the sender, and a tenth of the units that the receiver gets.
      ...[2n, collector, 3n, a, MAX - 3n],
      ...[1n, BigInt(units), 2n, collector, 10n, b, MAX - 10n, 0n],
    ]);
    expect([1, 2, 3].map((child) => methodOf(sent, child))).toEqual([
      METHOD.allow,
      METHOD.allowPre,
      METHOD.allowPost,
    ]);
    expect([slots(from), slots(to)]).toEqual([{ 0: 2n }, { 0: 1n }]);
  });

  test('has the fee that several receivers pay, each its part', async () => {
    const [from, to] = [await owner(), await owner()];
    const { units } = await tokens(from, to);
    const third = await owner({ maxAutomaticTokenAssociations: 1 });
    const transfers = [
      { accountID: accountId(from), amount: long(-100), preTxAllowanceHook: hookCall(ACT.tell) },
      { accountID: accountId(to), amount: long(70) },
      { accountID: accountId(third), amount: long(30) },
    ];
    const sent = await network.send({
      cryptoTransfer: { tokenTransfers: [{ token: tokenId(units), transfers }] },
    });
    expect(ends(sent)).toEqual(['cryptoTransfer SUCCESS', 'contractCall SUCCESS']);
    const collector = BigInt(OPERATOR);
    const units10 = [collector, 10n, BigInt(to), MAX - 7n, BigInt(third), MAX - 3n];
    expect(told(sent).words.slice(-10)).toEqual([1n, BigInt(units), 3n, ...units10, 0n]);
  });

  test('names a contract that owns the hook by its EVM address', async () => {
    const initcode = Buffer.from(HOOK_INITCODE, 'hex');
    const hookCreationDetails = [
      { hookId: long(1), evmHook: { spec: { contractId: contractId(contract) } } },
    ];
    const made = await network.send({
      contractCreateInstance: {
        initcode,
        gas: long(5_000_000),
        autoRenewPeriod: { seconds: long(7_776_000) },
        hookCreationDetails,
      },
    });
    const num = made.record.receipt?.contractID?.contractNum?.toNumber() ?? 0;
    expect((await pay(OPERATOR, num, 100, {})).status).toBe('SUCCESS');
    expect((await pay(num, OPERATOR, 1, {})).status).toBe('INVALID_SIGNATURE');
    const sent = await pay(num, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.tell) });
    expect(ends(sent)).toEqual(['cryptoTransfer SUCCESS', 'contractCall SUCCESS']);
    const { evmAddress } = network.ledger.accounts.need(num);
    expect(told(sent).words[0]).toBe(BigInt(`0x${Buffer.from(evmAddress ?? []).toString('hex')}`));
    expect(balance(num)).toBe(99n);
  });
});

describe('the code of a hook', () => {
  test('runs with the privileges of its owner: balance, keys, and its address as sender', async () => {
    const { ledger } = network;
    const [from, payer] = [await owner(), await owner({ initialBalance: long(100_000_000_000) })];
    const signers = ledger.accounts.need(payer).key?.refs ?? [];
    const send = (act: string) => {
      const accountAmounts = [
        { accountID: accountId(from), amount: long(-10), preTxAllowanceHook: hookCall(act, 1_500_000) },
        { accountID: accountId(payer), amount: long(10) },
      ];
      return network.send({ cryptoTransfer: { transfers: { accountAmounts } } }, { payer, signers });
    };
    const paid = await send(ACT.pay);
    expect(ends(paid)).toEqual(['cryptoTransfer SUCCESS', 'contractCall SUCCESS']);
    expect(balance(from)).toBe(999_989n);
    const moved = (child: number) =>
      paid.items[child]?.record.transferList?.accountAmounts?.map((entry) => [
        entry.accountID?.accountNum?.toNumber(),
        entry.amount?.toNumber(),
      ]);
    expect(moved(1)).toEqual([
      [from, -1],
      [payer, 1],
    ]);
    expect(moved(0)).toContainEqual([from, -10]);

    const { units } = await tokens(await owner(), await owner());
    const associated = await send(`${ACT.associate}${longZero(units).toString('hex')}`);
    expect(ends(associated)).toEqual([
      'cryptoTransfer SUCCESS',
      'contractCall SUCCESS',
      'tokenAssociate SUCCESS',
    ]);
    expect(ledger.relation(from, units)?.associated).toBe(true);
    expect(associated.items[2]?.body.transactionID?.nonce).toBe(2);
    expect(associated.items[2]?.record.parentConsensusTimestamp).toEqual(
      associated.record.consensusTimestamp,
    );

    const nonce = ledger.accounts.need(from).ethereumNonce;
    const created = await send(ACT.create);
    expect(ends(created)).toEqual([
      'cryptoTransfer SUCCESS',
      'contractCall SUCCESS',
      'contractCreateInstance SUCCESS',
    ]);
    expect(ledger.accounts.need(from).ethereumNonce).toBe(nonce + 1);
    const made = created.items[2]?.record.receipt?.contractID?.contractNum?.toNumber() ?? 0;
    expect(ledger.contracts.need(made).creator).toBe(from);
    // The calls of the code are recorded as those of 0.0.365.
    expect(actions(created)).toEqual([
      { caller: `account ${payer}`, recipient: HOOKS, type: 'OP_CALL', depth: 0 },
      { caller: `contract ${HOOKS}`, recipient: made, type: 'OP_CREATE', depth: 1 },
      { caller: `contract ${HOOKS}`, recipient: made, type: 'OP_STATICCALL', depth: 1 },
    ]);
    expect(ledger.totalTinybars()).toBe(TOTAL_TINYBARS);
  });

  test('must not destroy itself or run code of others as its own, and may call itself', async () => {
    for (const [runtime, transfer, call] of [
      // SELFDESTRUCT, and CALLCODE of an address without code.
      ['30ff', 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK', 'CONTRACT_EXECUTION_EXCEPTION'],
      ['5f5f5f5f5f615af25af2', 'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK', 'CONTRACT_EXECUTION_EXCEPTION'],
      // Without input it returns 1, otherwise the word that its own address returns without input.
      ['36600c5760015f5260205ff35b60205f5f5f5f305af15060205ff3', 'SUCCESS', 'SUCCESS'],
    ] as const) {
      const { num } = await network.create(deploying(runtime));
      const hookCreationDetails = [{ hookId: long(1), evmHook: { spec: { contractId: contractId(num) } } }];
      const sent = await pay(await owner({ hookCreationDetails }), OPERATOR, 1, {
        preTxAllowanceHook: hookCall(ACT.allow),
      });
      expect([runtime, ends(sent)]).toEqual([
        runtime,
        [`cryptoTransfer ${transfer}`, `contractCall ${call}`],
      ]);
      if (call !== 'SUCCESS') expect(result(sent).error).toBe('INVALID_OPERATION');
    }
  });

  test('cannot be called from outside as a hook: no code runs', async () => {
    const { status, record } = await network.call(HOOKS, METHOD.allow, 100_000);
    expect([status, record.contractCallResult?.contractCallResult?.length]).toEqual(['SUCCESS', 0]);
  });

  test('is that of a contract without hooks, too, which does not agree', async () => {
    const counter = [...network.ledger.contracts.values()].find((row) => row.program === 'Counter')?.num ?? 0;
    const from = await owner({
      hookCreationDetails: [{ hookId: long(1), evmHook: { spec: { contractId: contractId(counter) } } }],
    });
    const sent = await pay(from, OPERATOR, 1, { preTxAllowanceHook: hookCall(ACT.allow) });
    expect(ends(sent)).toEqual([
      'cryptoTransfer REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
      'contractCall CONTRACT_REVERT_EXECUTED',
    ]);
  });
});

test('hooks are not executed in schedules', async () => {
  const from = await owner();
  const accountAmounts = [
    { accountID: accountId(from), amount: long(-7), preTxAllowanceHook: hookCall(ACT.allow) },
    { accountID: accountId(OPERATOR), amount: long(7) },
  ];
  const cryptoTransfer = { transfers: { accountAmounts } };
  const sent = await network.send({ scheduleCreate: { scheduledTransactionBody: { cryptoTransfer } } });
  expect(sent.status).toBe('HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER');
});

const MAX = 1n << 256n;
const addressOf = (num: number): string => Buffer.from(network.ledger.addressOf(num)).toString('hex');
const methodOf = ({ items }: Sent, child = 0): string =>
  Buffer.from(items[child + 1]?.body.contractCall?.functionParameters ?? []).toString('hex', 0, 4);

/** Returns the state changes in the sidecars of a child: slot, value read, and value written (undefined: only read). */
function stateChanges({ items }: Sent, child = 0) {
  return (items[child + 1]?.sidecars ?? [])
    .flatMap((sidecar) => sidecar.stateChanges?.contractStateChanges ?? [])
    .map((change) => ({
      contract: change.contractId?.contractNum?.toNumber(),
      slots: (change.storageChanges ?? []).map(({ slot, valueRead, valueWritten }) =>
        [slot, valueRead, valueWritten?.value].map((bytes) => Buffer.from(bytes ?? []).toString('hex')),
      ),
    }));
}

function actions({ items }: Sent, child = 0) {
  return (items[child + 1]?.sidecars ?? [])
    .flatMap((sidecar) => sidecar.actions?.contractActions ?? [])
    .map(({ callingAccount, callingContract, recipientContract, callOperationType, callDepth }) => ({
      caller: callingAccount
        ? `account ${callingAccount.accountNum}`
        : `contract ${callingContract?.contractNum}`,
      recipient: recipientContract?.contractNum?.toNumber() ?? null,
      type: proto.CallOperationType[callOperationType ?? 0],
      depth: callDepth ?? 0,
    }));
}

/** Returns the event with which the first call tells its input. */
function told({ items }: Sent) {
  const [log] = items[1]?.record.contractCallResult?.logInfo ?? [];
  expect(log?.contractID?.contractNum?.toNumber()).toBe(HOOKS);
  const data = Buffer.from(log?.data ?? []).toString('hex');
  const [sender = '', self = '', , , ...words] = data.match(/.{64}/g) ?? [];
  return {
    method: Buffer.from(log?.topic?.[1] ?? []).toString('hex', 0, 4),
    sender: sender.slice(24),
    self: self.slice(24),
    words: words.map((each) => BigInt(`0x${each}`)),
  };
}

/** Creates a token with fees and a token of NFTs of `from`, both associated with `to`. */
async function tokens(from: number, to: number): Promise<{ units: number; nfts: number }> {
  const { ledger } = network;
  const signers = [from, to].flatMap((num) => ledger.accounts.need(num).key?.refs ?? []);
  const collector = { feeCollectorAccountId: accountId(OPERATOR) };
  const create = async (body: proto.ITokenCreateTransactionBody): Promise<number> => {
    const tokenCreation = {
      name: 'T',
      symbol: 'T',
      treasury: accountId(OPERATOR),
      autoRenewAccount: accountId(OPERATOR),
      autoRenewPeriod: { seconds: long(7_776_000) },
      supplyKey: keyMessage(ledger.keys, { refs: signers.slice(0, 1), form: 'key', threshold: 1 }),
      ...body,
    };
    const sent = await network.send({ tokenCreation }, { signers });
    expect(sent.status).toBe('SUCCESS');
    const num = sent.record.receipt?.tokenID?.tokenNum?.toNumber() ?? 0;
    for (const account of [from, to]) {
      const tokenAssociate = { account: accountId(account), tokens: [tokenId(num)] };
      expect((await network.send({ tokenAssociate }, { signers })).status).toBe('SUCCESS');
    }
    return num;
  };
  const units = await create({
    initialSupply: long(1_000),
    customFees: [
      { ...collector, fixedFee: { amount: long(3) } },
      { ...collector, fractionalFee: { fractionalAmount: { numerator: long(1), denominator: long(10) } } },
    ],
  });
  const nfts = await create({ tokenType: proto.TokenType.NON_FUNGIBLE_UNIQUE });
  const mint = { token: tokenId(nfts), metadata: [Buffer.of(1)] };
  expect((await network.send({ tokenMint: mint }, { signers })).status).toBe('SUCCESS');
  const given = await network.send({
    cryptoTransfer: {
      tokenTransfers: [
        {
          token: tokenId(units),
          transfers: [
            { accountID: accountId(OPERATOR), amount: long(-500) },
            { accountID: accountId(from), amount: long(500) },
          ],
        },
        {
          token: tokenId(nfts),
          nftTransfers: [
            {
              senderAccountID: accountId(OPERATOR),
              receiverAccountID: accountId(from),
              serialNumber: long(1),
            },
          ],
        },
      ],
    },
  });
  expect(given.status).toBe('SUCCESS');
  return { units, nfts };
}
