import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { NODE_ACCOUNTS } from '../../../packages/network-simulator/src/ledger/draft.ts';
import { accountId, long, tokenId } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { bodyStatus, TYPES } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { tries } from '../../effort.ts';
import { randomBody } from './random-body.ts';
import { KEY, World } from './world.ts';

/** Fields that run code, which have tests of their own, and fields without a schema, because no proto has them. */
const EXCLUDED = new Set([
  'contractCall',
  'contractCreateInstance',
  'ethereumTransaction',
  'future',
  'clprEndpointPublication',
]);
const FIELDS = Object.keys(TYPES).filter((field) => !EXCLUDED.has(field));

const w = new World();
const nums: number[] = [0, 2, 98, 111, 112, 800, 9_999_999];

beforeAll(async () => {
  const alice = await w.account(KEY.alice);
  const bob = await w.account(KEY.bob, { maxAutomaticTokenAssociations: -1 });
  const admin = w.key(KEY.admin);
  const fees = [
    { fixedFee: { amount: long(3) }, feeCollectorAccountId: accountId(bob) },
    {
      fractionalFee: { fractionalAmount: { numerator: long(1), denominator: long(3) } },
      feeCollectorAccountId: accountId(alice),
    },
  ];
  const keys = { kycKey: admin, freezeKey: admin, wipeKey: admin, pauseKey: admin, feeScheduleKey: admin };
  const units = await w.token(alice, { customFees: fees }, [KEY.alice]);
  const nfts = await w.token(alice, { tokenType: 1, ...keys, metadataKey: admin }, [KEY.alice]);
  const metadata = [Buffer.of(1), Buffer.of(2), Buffer.of(3)];
  await w.done({ tokenMint: { token: tokenId(nfts), metadata }, signers: [KEY.admin] });
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
  const transfer = hbarTransfer([
    [alice, -5n],
    [bob, 5n],
  ]);
  const schedule = await w.done({ scheduleCreate: { scheduledTransactionBody: { ...transfer } } });
  nums.push(alice, bob, units, nfts, Number(topic.receipt.topicID?.topicNum));
  nums.push(Number(file.receipt.fileID?.fileNum), Number(schedule.receipt.scheduleID?.scheduleNum));
});

test('any body is answered, and creates or destroys no tinybar', async () => {
  const statuses = new Set<string>();
  const keys = Object.values(KEY).map((ref) => w.key(ref));
  const run = async (field: string, seed: number, isSigned: boolean, payer: number): Promise<void> => {
    const random = new Random(seed);
    const data = { [field]: randomBody({ random, nums, keys }, field) };
    const signers = isSigned ? Object.values(KEY) : [];
    const { status } = await w.tried({ ...data, payer, signers });
    // The node refuses before consensus what the ledger refuses by itself, with the same status.
    const decoded = proto.TransactionBody.decode(proto.TransactionBody.encode(data).finish());
    const faulty = bodyStatus(field, decoded);
    // Other payers may lack the fee or the signature, which come first.
    if (faulty !== Status.OK && payer === 2) expect([field, status]).toEqual([field, faulty]);
    statuses.add(Status[status] ?? '');
    expect(status).not.toBe(Status.FAIL_INVALID);
  };
  const payers = [2, 50, 55, NODE_ACCOUNTS[0]];
  const property = fc.asyncProperty(
    fc.constantFrom(...FIELDS),
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    fc.boolean(),
    fc.constantFrom(...payers),
    run,
  );
  await fc.assert(property, { numRuns: tries(150) });
  // Shows that the bodies reach more than the first checks.
  expect(statuses.size).toBeGreaterThan(10);
});
