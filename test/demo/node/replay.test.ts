import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FUNDED_ACCOUNTS } from '../../../packages/network-simulator/src/ledger/well-known.ts';
import { tries } from '../../effort.ts';
import { signed as signedByWallet, Wallet } from '../contracts/sent-network.ts';
import { account, ecdsaKey, ed25519Key, nameOf, TestClient, transfer } from './client.ts';
import { type StillNetwork, stillNetwork } from './still-network.ts';

// No transaction is executed twice, whatever happens to the clocks of the network and of senders.

const SECOND = 1_000_000_000n;
const PAYER = 1002;
const WALLET = 1012;
const PRICE = 900n * 10n ** 9n;

let still: StillNetwork;
let client: TestClient;
let wallet: Wallet;
const batchKey = ed25519Key('33'.repeat(32));
const keyOf = (num: number): string => FUNDED_ACCOUNTS.find((one) => one.num === num)?.privateKey ?? '';

beforeAll(async () => {
  still = await stillNetwork();
  client = new TestClient(still.node, PAYER, ecdsaKey(keyOf(PAYER)));
  wallet = new Wallet(keyOf(WALLET));
});
afterAll(() => still?.remove());

/** Seconds by which the network's clock is ahead. */
let ahead = 0;
/** Nanoseconds that make starts of validity unique. */
let unique = 0n;

/** Returns the start of a validity that began some seconds ago by the senders' clock. */
function startOf(secondsAgo: number): proto.ITimestamp {
  const at = still.node.now() - BigInt(ahead + secondsAgo) * SECOND - (unique++ % SECOND);
  return { seconds: Long.fromString(String(at / SECOND)), nanos: Number(at % SECOND) };
}

type Kind = 'transfer' | 'ethereum' | 'batch';

/** Returns the bytes of new transactions: two batches with the same part, or one transaction. */
function newTransactions(kind: Kind, secondsAgo: number, duration: number): Uint8Array[] {
  const body = (more: proto.ITransactionBody = {}): proto.ITransactionBody => ({
    transactionID: { accountID: account(PAYER), transactionValidStart: startOf(secondsAgo) },
    transactionValidDuration: { seconds: Long.fromNumber(duration) },
    ...more,
  });
  if (kind === 'ethereum') {
    const nonce = BigInt(still.network.ledger.accounts.need(WALLET).ethereumNonce);
    const to = Buffer.alloc(20, 0x44);
    const ethereumData = signedByWallet(wallet, { nonce, to, value: 10n ** 10n, gasPrice: PRICE });
    return [client.make({ ethereumTransaction: { ethereumData } }, { body: body() }).bytes];
  }
  const part = client.make(transfer(PAYER, 1003, 1), {
    body: body(kind === 'transfer' ? {} : { nodeAccountID: account(0), batchKey: batchKey.message }),
  }).bytes;
  if (kind !== 'batch') return [part];
  const inner = proto.Transaction.decode(part).signedTransactionBytes ?? new Uint8Array();
  const batch = (): Uint8Array =>
    client.make({ atomicBatch: { transactions: [inner] } }, { keys: [client.key, batchKey], body: body() })
      .bytes;
  return [batch(), batch()];
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        step: fc.constant('send' as const),
        kind: fc.constantFrom<Kind>('transfer', 'ethereum', 'batch'),
        secondsAgo: fc.integer({ min: 0, max: 20 }),
        duration: fc.constantFrom(30, 120, 180),
      }),
    },
    { weight: 4, arbitrary: fc.record({ step: fc.constant('repeat' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ step: fc.constant('block' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        step: fc.constant('ahead' as const),
        seconds: fc.constantFrom(1, 100, 190, 400, 86_400),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ step: fc.constant('pass' as const), seconds: fc.constantFrom(1, 60, 170, 190) }),
    },
    // The machine's clock is set back.
    {
      weight: 1,
      arbitrary: fc.record({ step: fc.constant('back' as const), seconds: fc.constantFrom(5, 100, 200) }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('restart' as const) }) },
  ),
  { minLength: 20, maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** Bytes of all transactions of a run, and the codes with which they were answered. */
let sent: Uint8Array[] = [];
let codes: string[] = [];
/** Whether the senders' clock went back in a run, after which new transactions may be refused. */
let wentBack = false;

async function submit(bytes: Uint8Array): Promise<string> {
  const code = nameOf((await still.node.submit(bytes)).code);
  codes.push(code);
  return code;
}

async function take(one: Step): Promise<void> {
  switch (one.step) {
    case 'send': {
      const made = newTransactions(one.kind, one.secondsAgo, one.duration);
      sent.push(...made);
      for (const bytes of made) {
        const code = await submit(bytes);
        if (!wentBack) expect(code).toBe('OK');
      }
      return;
    }
    case 'repeat': {
      const bytes = sent[one.which % sent.length];
      if (bytes !== undefined) await submit(bytes);
      return;
    }
    case 'block':
      await still.block();
      return;
    case 'ahead':
      ahead += one.seconds;
      return still.setAhead(one.seconds);
    case 'pass':
      return still.pass(one.seconds);
    case 'back':
      ahead += one.seconds;
      wentBack = true;
      return still.setBack(one.seconds);
    case 'restart':
      return still.restart();
  }
}

/** Returns how often each transaction id, and each Ethereum transaction, was executed. */
function executions(): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { items } of still.blocks) {
    for (const item of items) {
      const { transactionID: id, receipt, ethereumHash } = proto.TransactionRecord.decode(item.record);
      if (receipt?.status !== proto.ResponseCodeEnum.SUCCESS || id?.nonce) continue;
      count(
        `${id?.accountID?.accountNum}:${id?.transactionValidStart?.seconds}.${id?.transactionValidStart?.nanos}`,
      );
      if (ethereumHash?.length) count(Buffer.from(ethereumHash).toString('hex'));
    }
  }
  return counts;
}

test('a transaction is not executed again after the network was set ahead', async () => {
  const [bytes = new Uint8Array()] = newTransactions('transfer', 1, 120);
  expect(await submit(bytes)).toBe('OK');
  await still.block();
  for (let i = 0; i < 3; i++) {
    ahead += 400;
    still.setAhead(400);
    // Another block writes the file of recent transactions.
    for (const other of newTransactions('transfer', 1, 120)) expect(await submit(other)).toBe('OK');
    await still.block();
    expect(await submit(bytes)).toBe('DUPLICATE_TRANSACTION');
    await still.restart();
    expect(await submit(bytes)).toBe('DUPLICATE_TRANSACTION');
  }
});

test('a forgotten transaction stays refused when the clock is set back, also after a restart', async () => {
  const all: Uint8Array[] = [];
  for (let i = 0; i < 3; i++) {
    const [bytes = new Uint8Array()] = newTransactions('transfer', 1, 180);
    expect(await submit(bytes)).toBe('OK');
    await still.block();
    all.push(bytes);
    still.pass(200);
  }
  ahead += 590;
  still.setBack(590);
  const answers = async (): Promise<string[]> => {
    const given: string[] = [];
    for (const bytes of all) given.push(await submit(bytes));
    return given;
  };
  const expected = ['TRANSACTION_EXPIRED', 'INVALID_TRANSACTION_START', 'INVALID_TRANSACTION_START'];
  expect(await answers()).toEqual(expected);
  await still.restart();
  expect(await answers()).toEqual(expected);
  still.pass(2_000);
});

test('no order of sends, repeats, blocks, restarts and clock changes executes a transaction twice', async () => {
  const executed = new Set<string>();
  const answered = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      // Both clocks are past what earlier runs sent.
      still.pass(2_000);
      sent = [];
      codes = [];
      wentBack = false;
      still.blocks.length = 0;
      for (const one of run) await take(one);
      await still.block();
      const counts = executions();
      for (const [key, count] of counts) {
        expect(count, key).toBe(1);
        executed.add(key);
      }
      for (const code of codes) answered.add(code);
    }),
    { numRuns: tries(40) },
  );
  expect(still.faults).toEqual([]);
  expect(executed.size).toBeGreaterThan(50);
  expect([...answered]).toEqual(
    expect.arrayContaining(['OK', 'DUPLICATE_TRANSACTION', 'TRANSACTION_EXPIRED']),
  );
});
