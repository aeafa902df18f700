import { randomBytes } from 'node:crypto';
import { proto } from '@tain/protos/hapi';
import type { proto as services } from '@tain/protos/services';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { satisfies } from '../../../packages/network-simulator/src/ledger/execution.ts';
import { keyMessage } from '../../../packages/network-simulator/src/ledger/key-message.ts';
import { FUNDED_ACCOUNTS } from '../../../packages/network-simulator/src/ledger/well-known.ts';
import { contractInfo } from '../../../packages/network-simulator/src/node/queries/contracts.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import {
  account,
  type ClientKey,
  ecdsaKey,
  ed25519Key,
  hbar,
  nameOf,
  OPERATOR,
  signed,
  TestClient,
  transfer,
} from './client.ts';
import { hashOf, type StillNetwork, stillNetwork } from './still-network.ts';

let still: StillNetwork;
let operator: TestClient;
beforeAll(async () => {
  still = await stillNetwork();
  operator = new TestClient(still.node, 2, ed25519Key(OPERATOR), () => still.block());
});
afterAll(() => {
  expect(still.faults).toEqual([]);
  still.remove();
});

const newEd25519 = (): ClientKey => ed25519Key(randomBytes(32).toString('hex'));
const newEcdsa = () => ecdsaKey(`01${randomBytes(31).toString('hex')}`);
const numOf = (id: { toString(): string } | null | undefined): number => Number(id?.toString());

async function createAccount(key: proto.IKey, hbars = 10): Promise<number> {
  const { status, receipt } = await operator.run({
    cryptoCreateAccount: { key, initialBalance: hbar(hbars), autoRenewPeriod: { seconds: hbar(0.0777) } },
  });
  expect(status).toBe('SUCCESS');
  return numOf(receipt.accountID?.accountNum);
}
const balance = (num: number): bigint => still.network.ledger.accounts.need(num).balance;

describe('the pre-funded accounts', () => {
  test.each(FUNDED_ACCOUNTS)('0.0.$num ($kind) can be used', async ({ num, kind, privateKey }) => {
    const key = kind === 'ed25519' ? ed25519Key(privateKey) : ecdsaKey(privateKey);
    const { evmAddress } = still.network.ledger.accounts.need(num);
    expect(evmAddress !== null).toBe(kind === 'ecdsa-alias');
    if (evmAddress !== null)
      expect(Buffer.from(evmAddress)).toEqual(Buffer.from((key as ReturnType<typeof ecdsaKey>).address));
    expect(balance(num)).toBe(1_000_000_000_000n);
    const client = new TestClient(still.node, num, key, () => still.block());
    const { status, record } = await client.run(transfer(num, 98, 5));
    expect(status).toBe('SUCCESS');
    expect(balance(num)).toBe(1_000_000_000_000n - 5n - BigInt(record.transactionFee.toString()));
  });

  test('the operator pays no fees', async () => {
    const { record } = await operator.run(transfer(2, 1002, 1));
    expect(record.transactionFee.toNumber()).toBe(0);
  });
});

test('an auto-renew account that 0.0.0 removed is that id in the info of the contract', async () => {
  const { num, privateKey } = FUNDED_ACCOUNTS[0] ?? { num: 0, privateKey: '' };
  const key = ecdsaKey(privateKey);
  const client = new TestClient(still.node, num, key, () => still.block());
  const autoRenewPeriod = { seconds: Long.fromNumber(7_776_000) };
  const { receipt } = await client.run({
    contractCreateInstance: {
      initcode: Buffer.from('600a600c600039600a6000f3602a60005260206000f3', 'hex'),
      adminKey: key.message,
      autoRenewAccountId: account(num),
      gas: Long.fromNumber(200_000),
      autoRenewPeriod,
    },
  });
  const contractID = receipt.contractID ?? {};
  const renewer = () =>
    still.node.read(async (ledger) => {
      const source = {
        ledger,
        recent: still.node.recent,
        now: still.node.now(),
        payer: 2,
        runCode: demoEngine,
      };
      const { fields } = await contractInfo.answer({ contractGetInfo: { contractID } }, source);
      const { contractInfo: info } = fields as services.IContractGetInfoResponse;
      return info?.autoRenewAccountId && numOf(info.autoRenewAccountId.accountNum);
    });
  expect(await renewer()).toBe(num);
  const update = { contractID, autoRenewAccountId: account(0) };
  expect((await client.run({ contractUpdateInstance: update })).status).toBe('SUCCESS');
  expect(await renewer()).toBe(0);
});

describe('signatures', () => {
  test('may name any prefix of the public key', async () => {
    const key = newEd25519();
    const num = await createAccount(key.message);
    const client = new TestClient(still.node, num, key, () => still.block());
    for (const prefix of [32, 6, 1, 0])
      expect((await client.run(transfer(num, 2, 1), { prefix })).status).toBe('SUCCESS');
  });

  test('are required of a new key when it is introduced', async () => {
    const admin = newEcdsa();
    const create = {
      consensusCreateTopic: { adminKey: admin.message, autoRenewPeriod: { seconds: hbar(0.0777) } },
    };
    const before = still.network.ledger.foreignKeys.size;
    expect((await operator.run(create)).status).toBe('INVALID_SIGNATURE');
    expect(still.network.ledger.foreignKeys.size).toBe(before);
    expect((await operator.run(create, { keys: [operator.key, admin] })).status).toBe('SUCCESS');
    expect(still.network.ledger.foreignKeys.size).toBe(before + 1);
  });

  test('satisfy nested lists and thresholds', async () => {
    const [a, b, c, d] = [newEd25519(), newEcdsa(), newEd25519(), newEd25519()];
    const key: proto.IKey = {
      thresholdKey: {
        threshold: 2,
        keys: {
          keys: [
            a.message,
            { keyList: { keys: [b.message, c.message] } },
            { thresholdKey: { threshold: 1, keys: { keys: [c.message, d.message] } } },
          ],
        },
      },
    };
    const num = await createAccount(key);
    const stored = still.network.ledger.accounts.need(num).key;
    const sign = (keys: readonly ClientKey[]): Promise<string> =>
      operator.code(transfer(num, 2, 1), { payer: num, keys });
    expect(await sign([a])).toBe('INVALID_SIGNATURE');
    expect(await sign([b, c])).toBe('OK');
    expect(await sign([a, b])).toBe('INVALID_SIGNATURE');
    expect(await sign([a, d])).toBe('OK');
    expect(await sign([c])).toBe('INVALID_SIGNATURE');
    await still.block();
    expect(satisfies(stored, new Set(stored?.refs))).toBe(true);
    const expected = keyMessage(
      still.network.ledger.keys,
      stored ?? { refs: [], form: 'list', threshold: 0 },
    );
    expect(Buffer.from(proto.Key.encode(expected).finish())).toEqual(
      Buffer.from(proto.Key.encode(key).finish()),
    );
  });

  test('by a foreign key do not count', async () => {
    const num = await createAccount(newEd25519().message);
    expect((await operator.run(transfer(num, 2, 1))).status).toBe('INVALID_SIGNATURE');
    expect(balance(num)).toBe(1_000_000_000n);
  });
});

describe('a hollow account', () => {
  test('is created by a transfer to an address and gets its key when it signs', async () => {
    const key = newEcdsa();
    const { status, children } = await operator.run(transfer(2, key.address, 500_000_000));
    expect([status, children.length]).toEqual(['SUCCESS', 1]);
    const num = numOf(children[0]?.receipt?.accountID?.accountNum);
    expect(still.network.ledger.accounts.need(num)).toMatchObject({ hollow: true, key: null });
    const stranger = newEcdsa();
    expect(await operator.code(transfer(num, 2, 1), { payer: num, keys: [stranger] })).toBe(
      'INVALID_SIGNATURE',
    );
    const own = await operator.run(transfer(num, 2, 1), { payer: num, keys: [key] });
    expect(own.status).toBe('SUCCESS');
    expect(own.children).toHaveLength(1);
    expect(still.network.ledger.accounts.need(num).hollow).toBe(false);
    expect((await operator.run(transfer(num, 2, 1), { payer: num, keys: [key] })).children).toHaveLength(0);
  });

  test('also gets its key when it signs for another payer', async () => {
    const key = newEcdsa();
    const { children } = await operator.run(transfer(2, key.address, 500_000_000));
    const num = numOf(children[0]?.receipt?.accountID?.accountNum);
    const { status } = await operator.run(transfer(num, 2, 1), { keys: [operator.key, key] });
    expect([status, still.network.ledger.accounts.need(num).hollow]).toEqual(['SUCCESS', false]);
  });
});

describe('several signers', () => {
  test('complete a schedule one after the other', async () => {
    const key = newEd25519();
    const num = await createAccount(key.message);
    const { status, receipt } = await operator.run({
      scheduleCreate: {
        scheduledTransactionBody: {
          transactionFee: hbar(1),
          cryptoTransfer: transfer(num, 2, 7).cryptoTransfer ?? null,
        },
      },
    });
    expect(status).toBe('SUCCESS');
    const sign = { scheduleSign: { scheduleID: receipt.scheduleID ?? null } };
    expect((await operator.run(sign)).status).toBe('NO_NEW_VALID_SIGNATURES');
    expect((await operator.run(sign, { keys: [operator.key, key] })).status).toBe('SUCCESS');
    expect(balance(num)).toBe(1_000_000_000n - 7n);
    const scheduled = await operator.ended(receipt.scheduledTransactionID ?? {});
    expect(scheduled.status).toBe('SUCCESS');
  });

  test('sign the parts of a batch, each its own', async () => {
    const [key, batchKey] = [newEd25519(), newEd25519()];
    const num = await createAccount(key.message);
    const inner = (keys: readonly ClientKey[]): Uint8Array => {
      const { bytes } = operator.make(transfer(num, 2, 3), {
        payer: num,
        keys,
        body: { nodeAccountID: account(0), batchKey: batchKey.message },
      });
      return proto.Transaction.decode(bytes).signedTransactionBytes ?? new Uint8Array();
    };
    const keys = [operator.key, batchKey];
    const unsigned = await operator.run({ atomicBatch: { transactions: [inner([key])] } });
    expect(unsigned.status).toBe('INVALID_SIGNATURE');
    const alone = await operator.run(transfer(2, num, 3), { keys, body: { batchKey: batchKey.message } });
    expect(alone.status).toBe('BATCH_KEY_SET_ON_NON_INNER_TRANSACTION');
    const good = await operator.run(
      { atomicBatch: { transactions: [inner([key]), inner([key])] } },
      { keys },
    );
    expect(good.status).toBe('SUCCESS');
    const after = balance(num);
    const bad = await operator.run(
      { atomicBatch: { transactions: [inner([key]), inner([newEd25519()])] } },
      { keys },
    );
    expect(bad.status).toBe('INNER_TRANSACTION_FAILED');
    expect(balance(num)).toBeLessThanOrEqual(after);
    expect(balance(num)).toBeGreaterThan(after - 10_000_000n);
  });

  test('pay for their own transactions of a batch', async () => {
    const [key, batchKey] = [newEd25519(), newEd25519()];
    const num = await createAccount(key.message);
    const inner = (
      data: proto.ITransactionBody,
      keys: readonly ClientKey[],
      id = operator.id(num),
    ): Uint8Array => {
      const body = { transactionID: id, nodeAccountID: account(0), batchKey: batchKey.message };
      const { bytes } = operator.make(data, { keys, body });
      return proto.Transaction.decode(bytes).signedTransactionBytes ?? new Uint8Array();
    };
    const batch = async (...transactions: readonly Uint8Array[]) => {
      const ended = await operator.run(
        { atomicBatch: { transactions: [...transactions] } },
        { keys: [operator.key, batchKey] },
      );
      const statuses = transactions.map((bytes) => {
        const { transactionID } = proto.TransactionBody.decode(
          proto.SignedTransaction.decode(bytes).bodyBytes,
        );
        const found = still.node.recent.find(transactionID ?? {});
        const last = found?.duplicates.at(-1) ?? found?.record;
        return nameOf(proto.TransactionRecord.decode(last ?? new Uint8Array()).receipt?.status ?? 0);
      });
      return [ended.status, ...statuses];
    };
    const before = balance(num);
    const message = { cryptoUpdateAccount: { accountIDToUpdate: account(num), memo: { value: 'x' } } };
    expect(await batch(inner(message, [newEd25519()]))).toEqual([
      'INNER_TRANSACTION_FAILED',
      'INVALID_PAYER_SIGNATURE',
    ]);
    // A type that only nodes send, or an id that a client cannot use.
    const publication = { ledgerIdPublication: { ledgerId: Buffer.of(1) } };
    expect(await batch(inner(publication, [key]))).toEqual(['INNER_TRANSACTION_FAILED', 'NOT_SUPPORTED']);
    const scheduled = { ...operator.id(num), scheduled: true };
    expect(await batch(inner(message, [key], scheduled))).toEqual([
      'INNER_TRANSACTION_FAILED',
      'TRANSACTION_ID_FIELD_NOT_ALLOWED',
    ]);
    expect(balance(num)).toBe(before);
    // An executed transaction is not executed again.
    const payment = inner(transfer(num, 2, 3), [key]);
    expect(await batch(payment)).toEqual(['SUCCESS', 'SUCCESS']);
    const paid = balance(num);
    expect(await batch(payment)).toEqual(['INNER_TRANSACTION_FAILED', 'DUPLICATE_TRANSACTION']);
    still.pass(130);
    expect(await batch(payment)).toEqual(['INNER_TRANSACTION_FAILED', 'TRANSACTION_EXPIRED']);
    expect(balance(num)).toBe(paid);
  });
});

describe('receipts', () => {
  test('appear once the block is on the disk, and expire after three minutes', async () => {
    const { id, bytes } = operator.make(transfer(2, 1002, 1));
    await operator.submit(bytes);
    expect(still.node.recent.find(id)?.record).toBeNull();
    await still.block();
    expect((await operator.ended(id)).status).toBe('SUCCESS');
    still.pass(170);
    await operator.run(transfer(2, 1002, 1));
    expect(still.node.recent.has(id)).toBe(true);
    still.pass(10);
    await operator.run(transfer(2, 1002, 1));
    expect(still.node.recent.has(id)).toBe(false);
  });
});

describe('entities of other accounts', () => {
  test('is not used by generated traffic', async () => {
    const key = newEd25519();
    const num = await createAccount(key.message, 1_000);
    const common = { autoRenewPeriod: { seconds: hbar(0.0777) } };
    const topic = await operator.run({ consensusCreateTopic: { ...common } });
    const token = await operator.run({
      tokenCreation: {
        name: 'own',
        symbol: 'OWN',
        treasury: account(2),
        autoRenewAccount: account(2),
        initialSupply: Long.fromNumber(1000),
        ...common,
      },
    });
    expect([topic.status, token.status]).toEqual(['SUCCESS', 'SUCCESS']);
    const { ledger } = still.network;
    const mine = (): unknown => [
      ...[num, ...FUNDED_ACCOUNTS.map((one) => one.num)].map((one) => ({ ...ledger.accounts.need(one) })),
      { ...ledger.topics.need(numOf(topic.receipt.topicID?.topicNum)) },
      { ...ledger.tokens.need(numOf(token.receipt.tokenID?.tokenNum)) },
    ];
    const before = mine();
    const made = ledger.counts.size;
    for (let i = 0; i < 10; i++) await still.block({ own: 120 });
    expect(ledger.counts.size).toBeGreaterThan(made);
    expect(mine()).toEqual(before);
  });
});

describe('hostile bytes', () => {
  test('change nothing and cause no failure', async () => {
    const templates = [
      operator.make(transfer(2, 1002, 1)).bytes,
      operator.make({ cryptoCreateAccount: { key: newEcdsa().message, memo: 'x' } }).bytes,
      operator.make({ ethereumTransaction: { ethereumData: randomBytes(120) } }).bytes,
      operator.make({ atomicBatch: { transactions: [] } }).bytes,
    ];
    const before = hashOf(still.network);
    const codes = new Map<string, number>();
    for (let i = 0; i < 10_000; i++) {
      const bytes =
        i % 2 === 0 ? randomBytes(i % 300) : mutated(templates[i % templates.length] ?? new Uint8Array());
      const name = nameOf((await still.node.submit(bytes)).code);
      codes.set(name, (codes.get(name) ?? 0) + 1);
    }
    expect(hashOf(still.network)).toBe(before);
    expect(still.faults).toEqual([]);
    expect(codes.size).toBeGreaterThan(5);
    expect((await operator.run(transfer(2, 1002, 1))).status).toBe('SUCCESS');
  });

  test('with valid signatures end in a refusal or a record, not in an error', async () => {
    // A valid frame around empty data, which most types refuse before consensus.
    let taken = 0;
    const refusals = new Set<string>();
    for (let field = 7; field < 82; field++) {
      const id = operator.id();
      const frame: proto.ITransactionBody = {
        transactionID: id,
        nodeAccountID: account(3),
        transactionFee: hbar(50),
        transactionValidDuration: { seconds: Long.fromNumber(120) },
      };
      const tag = (field << 3) | 2;
      const head = field < 16 ? [tag] : [(tag & 0x7f) | 0x80, tag >> 7];
      const bytes = Buffer.concat([proto.TransactionBody.encode(frame).finish(), Buffer.of(...head, 0)]);
      const { code } = await still.node.submit(signed(bytes, [operator.key]));
      if (code !== proto.ResponseCodeEnum.OK) {
        refusals.add(nameOf(code));
        continue;
      }
      taken++;
      await still.block();
      expect((await operator.ended(id)).status).not.toBe('FAIL_INVALID');
    }
    expect(taken).toBeGreaterThan(5);
    expect(refusals.size).toBeGreaterThan(10);
    expect(refusals).not.toContain('FAIL_INVALID');
    expect(still.faults).toEqual([]);
  });
});

/** Changes, removes or duplicates a few bytes. */
function mutated(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  const pick = (): number => randomBytes(4).readUInt32BE() % copy.length;
  const kind = pick() % 3;
  if (kind === 0) return copy.subarray(0, pick());
  if (kind === 1) return Buffer.concat([copy.subarray(0, pick()), copy.subarray(pick())]);
  for (let i = 0; i <= pick() % 4; i++) copy[pick()] = pick();
  return copy;
}
