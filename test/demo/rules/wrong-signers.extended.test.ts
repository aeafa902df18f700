import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Draft, signDraft } from '../../../packages/network-simulator/src/ledger/draft.ts';
import {
  accountId,
  contractId,
  long,
  scheduleId,
  tokenId,
} from '../../../packages/network-simulator/src/ledger/ids.ts';
import { newAccount } from '../../../packages/network-simulator/src/ledger/new-account.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { TYPES } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { tries } from '../../effort.ts';
import { randomBody } from './random-body.ts';
import { KEY, World } from './world.ts';

/**
 * Mallory signs every transaction. The balances and fields of others must not change, whether a transaction is sent, in
 * a batch or scheduled, for any payer.
 */

/**
 * Types that run code and have tests of their own; a type whose hook replaces the owner's signature; the last type has
 * no schema.
 */
const EXCLUDED = new Set([
  'contractCall',
  'contractCreateInstance',
  'ethereumTransaction',
  'future',
  'clprEndpointPublication',
]);
const FIELDS = Object.keys(TYPES).filter((field) => !EXCLUDED.has(field));
/** A selection of schedulable types. */
const SCHEDULABLE = [
  'cryptoTransfer',
  'cryptoDelete',
  'cryptoUpdateAccount',
  'cryptoApproveAllowance',
  'tokenMint',
  'tokenBurn',
  'tokenWipe',
  'tokenUpdate',
  'tokenDeletion',
  'tokenAirdrop',
  'tokenFeeScheduleUpdate',
  'contractUpdateInstance',
  'contractDeleteInstance',
  'consensusDeleteTopic',
  'fileDelete',
];
const MALLORY = 1_066;
const KEYLESS = 900_000;

const w = new World();
const HOLLOW = Buffer.from('c0ffee'.padEnd(40, '3'), 'hex');
let mallory = 0;
let victims: readonly number[] = [];
let named: readonly number[] = [];

beforeAll(async () => {
  mallory = await w.account(MALLORY, { maxAutomaticTokenAssociations: -1 });
  const alice = await w.account(KEY.alice);
  const bob = await w.account(KEY.bob, { maxAutomaticTokenAssociations: -1 });
  const both = await w.done({
    cryptoCreateAccount: {
      key: {
        thresholdKey: { threshold: 2, keys: { keys: [w.key(KEY.alice), w.key(KEY.bob), w.key(MALLORY)] } },
      },
      initialBalance: long(100_000_000n),
      autoRenewPeriod: { seconds: long(7_776_000) },
    },
    signers: [KEY.alice, KEY.bob, MALLORY],
  });
  const shared = Number(both.receipt.accountID?.accountNum);
  const admin = w.key(KEY.admin);
  const keys = { kycKey: admin, freezeKey: admin, wipeKey: admin, pauseKey: admin, feeScheduleKey: admin };
  const units = await w.token(alice, { wipeKey: admin, freezeKey: admin }, [KEY.alice]);
  const nfts = await w.token(alice, { tokenType: 1, ...keys, metadataKey: admin }, [KEY.alice]);
  const metadata = [Buffer.of(1), Buffer.of(2), Buffer.of(3)];
  await w.done({ tokenMint: { token: tokenId(nfts), metadata }, signers: [KEY.admin] });
  await w.done({
    tokenAssociate: { account: accountId(mallory), tokens: [tokenId(units), tokenId(nfts)] },
    signers: [MALLORY],
  });
  const topic = await w.done({
    consensusCreateTopic: {
      adminKey: admin,
      submitKey: admin,
      autoRenewPeriod: { seconds: long(7_776_000) },
    },
    signers: [KEY.admin],
  });
  const file = await w.done({
    fileCreate: { expirationTime: w.after(7_000_000), keys: { keys: [admin] }, contents: Buffer.of(1) },
    signers: [KEY.admin],
  });
  const schedule = await w.done({
    scheduleCreate: {
      scheduledTransactionBody: {
        ...hbarTransfer([
          [alice, -5n],
          [mallory, 5n],
        ]),
      },
      adminKey: admin,
    },
    signers: [KEY.admin],
  });
  await w.done({
    cryptoTransfer: {
      transfers: {
        accountAmounts: [
          { accountID: accountId(2), amount: long(-500_000_000n) },
          { accountID: { alias: HOLLOW }, amount: long(500_000_000n) },
        ],
      },
    },
  });
  const hollow = w.ledger.resolveAlias(HOLLOW);
  // An immutable contract, for which only its code acts.
  const contract = newAccount(KEYLESS, w.at, null);
  contract.contract = true;
  w.ledger.accounts.put(KEYLESS, contract);
  w.ledger.contracts.put(KEYLESS, {
    num: KEYLESS,
    program: '',
    code: '',
    fileId: 0,
    initcodeTold: true,
    creator: 0,
    permanentRemoval: false,
    systemDeleted: false,
  });
  await w.done({
    ...hbarTransfer([
      [2, -500_000_000n],
      [KEYLESS, 500_000_000n],
    ]),
  });
  victims = [alice, bob, shared, hollow, KEYLESS];
  named = [
    ...victims,
    mallory,
    units,
    nfts,
    Number(topic.receipt.topicID?.topicNum),
    Number(file.receipt.fileID?.fileNum),
    Number(schedule.receipt.scheduleID?.scheduleNum),
  ];
});

/** Returns a function that throws unless the victims have at least the same balances, and the same fields. */
function watch(): () => void {
  const { ledger } = w;
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)));
  const entities = (): unknown => {
    const accounts = victims.map((num) => {
      const { balance, balanceAtDayStart, balanceDay, usedAutoAssociations, stakedToMe, ...rest } =
        ledger.accounts.need(num);
      return rest;
    });
    const tokens = [...ledger.tokens.values()].filter(({ num }) => named.includes(num));
    const topics = [...ledger.topics.values()].filter(({ num }) => named.includes(num));
    const files = [...ledger.files.values()].filter(({ num }) => num > 1_000);
    const schedules = [...ledger.schedules.values()].filter(({ num }) => named.includes(num));
    const allowances = [ledger.cryptoAllowances, ledger.tokenAllowances, ledger.nftAllowances].map((table) =>
      [...(table.values() as Iterable<{ readonly owner: number }>)].filter(({ owner }) =>
        victims.includes(owner),
      ),
    );
    const hooks = [...ledger.hooks.values()].filter(({ owner }) => victims.includes(owner));
    return plain({ accounts, tokens, topics, files, schedules, allowances, hooks });
  };
  const holdings = (): readonly bigint[] => [
    ...victims.map((num) => ledger.accounts.need(num).balance),
    ...victims.flatMap((num) =>
      [...ledger.tokens.keys].map((token) => ledger.relation(num, token)?.balance ?? 0n),
    ),
  ];
  const [before, held] = [entities(), holdings()];
  return () => {
    expect(entities()).toEqual(before);
    const now = holdings();
    expect(held.filter((amount, i) => (now[i] ?? 0n) < amount)).toEqual([]);
  };
}

type Submission = 'sent' | 'batch' | 'scheduled';

/** Returns transactions of Mallory, signed only by her. */
function drafts(submission: Submission, field: string, seed: number, payer: number): Draft[] {
  const random = new Random(seed);
  const keys = [...Object.values(KEY), MALLORY].map((ref) => w.key(ref));
  const data = { [field]: randomBody({ random, nums: named, keys }, field) };
  const common = { maxFee: 10_000_000_000n, signers: [MALLORY], unsigned: true } as const;
  if (submission === 'sent') return [{ ...common, data, payer }];
  if (submission === 'batch') {
    const batchKey = w.key(MALLORY);
    const inner = signDraft(w.ledger, { ...common, data, payer, extra: { batchKey } }, w.at, 0, false, true);
    return [{ ...common, data: { atomicBatch: { transactions: [inner.signedBytes] } }, payer: mallory }];
  }
  const scheduleCreate = {
    scheduledTransactionBody: { ...data, transactionFee: long(10_000_000_000n) },
    payerAccountID: accountId(payer),
  };
  const next = w.ledger.counter.nextEntity;
  return [
    { ...common, data: { scheduleCreate }, payer: mallory },
    { ...common, data: { scheduleSign: { scheduleID: scheduleId(next) } }, payer: mallory },
  ];
}

test('without the right signatures no balance of others moves', async () => {
  const statuses = new Set<string>();
  const run = async (submission: Submission, field: string, seed: number, at: number): Promise<void> => {
    const unchanged = watch();
    const end = w.ledger.journal.begin();
    try {
      const payer = [...victims, mallory][at % (victims.length + 1)] ?? mallory;
      for (const draft of drafts(submission, field, seed, payer)) {
        for (const { status } of await w.submit(draft)) statuses.add(Status[status] ?? '');
      }
      unchanged();
    } finally {
      end(false);
    }
  };
  const number = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  const property = fc.oneof(
    fc.tuple(fc.constantFrom<Submission>('sent', 'batch'), fc.constantFrom(...FIELDS), number, number),
    fc.tuple(fc.constant<Submission>('scheduled'), fc.constantFrom(...SCHEDULABLE), number, number),
  );
  await fc.assert(
    fc.asyncProperty(property, (args) => run(...args)),
    { numRuns: tries(600) },
  );
  expect(statuses).toContain('INVALID_PAYER_SIGNATURE');
  expect(statuses.size).toBeGreaterThan(20);
});

test('a payer without a signature pays nothing, in a batch or by a schedule', async () => {
  for (const payer of victims) {
    const unchanged = watch();
    const gift = hbarTransfer([
      [mallory, -1n],
      [2, 1n],
    ]);
    const batchKey = w.key(MALLORY);
    const draft = { data: gift, payer, unsigned: true, signers: [MALLORY], extra: { batchKey } };
    const inner = signDraft(w.ledger, draft, w.at, 0, false, true);
    const batch = { atomicBatch: { transactions: [inner.signedBytes] } };
    const { status, items } = await w.tried({ ...batch, payer: mallory }, unchanged);
    const code = payer === KEYLESS ? 'PAYER_ACCOUNT_NOT_FOUND' : 'INNER_TRANSACTION_FAILED';
    expect(Status[status]).toBe(code);
    if (payer !== KEYLESS)
      expect(items.map((item) => Status[item.status])).toContain('INVALID_PAYER_SIGNATURE');
    for (const scheduledTransactionBody of [
      { ...gift, transactionFee: long(100_000_000n) },
      {
        contractCall: { contractID: contractId(KEYLESS), gas: long(100_000) },
        transactionFee: long(100_000_000n),
      },
    ]) {
      const scheduleCreate = { scheduledTransactionBody, payerAccountID: accountId(payer) };
      const sent = await w.tried({ scheduleCreate, payer: mallory }, unchanged);
      expect([payer, Status[sent.status], sent.items.length]).toEqual([payer, 'SUCCESS', 1]);
    }
  }
});
