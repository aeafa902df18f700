import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamItem } from '../../../packages/network-simulator/src/ledger/recorded-item.ts';
import { NetworkNode } from '../../../packages/network-simulator/src/node/network-node.ts';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { kindOf } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { demoEngine } from '../../../src/app/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { entityTable } from '../oracle/entity-rows.ts';
import { ledgerTables } from '../oracle/ledger-tables.ts';
import { type Column, compareRows, type Row, readColumns, readRows } from '../oracle/rows.ts';
import { type Model, versionsOf } from '../oracle/state-tables.ts';
import { Stream } from '../oracle/stream.ts';
import {
  cryptoTransferRows,
  signatureRows,
  tokenTransferRows,
  transactionRows,
} from '../oracle/transaction-rows.ts';
import { account, type ClientKey, ecdsaKey, ed25519Key, hbar, TestClient, transfer } from './client.ts';

/** What clients sent at random, signed by code of the test: a mirror's rows against the records and the ledger. */
const SEED = process.env.TAIN_SENT_SEED ?? '1';
const SENT = 150;
const SECOND = 1_000_000_000n;
const BLOCK = { own: 0, span: SECOND };

let draws = 0;
const draw = (): number =>
  createHash('sha256').update(`${SEED} ${draws++}`).digest().readUInt32BE() / 2 ** 32;
const below = (limit: number): number => Math.floor(draw() * limit);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const secret = (): string => createHash('sha256').update(`key ${SEED} ${draws++}`).digest('hex');
const newKey = (): ClientKey => (draw() < 0.5 ? ed25519Key(secret()) : ecdsaKey(secret()));
const numOf = (id: { toString(): string } | null | undefined): number => Number(id?.toString() ?? 0);
const long = (value: number): Long => Long.fromNumber(value);

interface Owned {
  readonly num: number;
  readonly key: ClientKey;
}

let dir = '';
let stored: TestDatabase;
let model: Model;
let columns: Map<string, Column[]>;
const statuses = new Map<string, number>();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-sent-'));
  const population = { accounts: 20, tokens: 1, topics: 1, contracts: 1 };
  const stream = await DemoStream.open({
    dir,
    seed: 3,
    tps: 1,
    population,
    signInner: false,
    history: true,
    runCode: demoEngine,
  });
  const { network } = stream;
  const told = new Stream();
  let items: StreamItem[] = [];
  network.ledger.onTransaction = (made) => items.push(...made);
  const write: DemoStream['write'] = async (wish) => {
    const { nextNumber: number, nextStart: start } = network.progress;
    items = [];
    await stream.write(wish);
    told.add({ number, start, items }, (field) => kindOf(field).number);
  };
  while (network.progress.phase !== 'steady') await write();
  const faults: unknown[] = [];
  const node = new NetworkNode({
    runCode: demoEngine,
    now: () => network.progress.nextStart + SECOND / 2n,
    log: { warn: ({ err }: { err?: unknown }) => void faults.push(err) },
  });
  await node.attach({ network, write, commit: () => stream.commit() }, dir);
  node.ready();
  await sendAtRandom(new TestClient(node, undefined, undefined, () => node.makeBlock(BLOCK)));
  expect(faults).toEqual([]);
  await stream.close();
  told.learnNames(network.ledger.accounts.values());
  model = { ledger: network.ledger, stream: told };
  stored = await createTestDatabase();
  await ingestFolder({ database: stored.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
  columns = await readColumns(stored.database.pool);
}, 600_000);

afterAll(async () => {
  await stored?.drop();
  rmSync(dir, { recursive: true, force: true });
});

/** Random requests of clients, most of them right. */
async function sendAtRandom(client: TestClient): Promise<void> {
  const owner: Owned = { num: client.payer, key: client.key };
  const accounts: Owned[] = [owner];
  const tokens: { num: number; supply: Owned }[] = [];
  const topics: { num: number; key: ClientKey | null }[] = [];
  const renew = { autoRenewPeriod: { seconds: long(7_776_000) } };
  const create = async (): Promise<void> => {
    const key = newKey();
    const message: proto.IKey =
      draw() < 0.3
        ? { thresholdKey: { threshold: 1, keys: { keys: [key.message, newKey().message] } } }
        : key.message;
    const { receipt } = await send(
      {
        cryptoCreateAccount: {
          key: message,
          initialBalance: hbar(50),
          maxAutomaticTokenAssociations: pick([0, -1, 3]),
          ...renew,
        },
      },
      [owner],
    );
    if (receipt.accountID) accounts.push({ num: numOf(receipt.accountID.accountNum), key });
  };
  const send = async (data: proto.ITransactionBody, signers: readonly Owned[]) => {
    const payer = draw() < 0.7 ? owner : pick(accounts);
    const all = new Map([payer, ...signers].map((one) => [one.num, one.key]));
    // Now and then somebody forgets to sign.
    if (draw() < 0.05) for (const { num } of signers) if (num !== payer.num) all.delete(num);
    const ended = await client.run(data, { payer: payer.num, keys: [...all.values()] });
    statuses.set(ended.status, (statuses.get(ended.status) ?? 0) + 1);
    return ended;
  };
  const acts: readonly (() => Promise<unknown>)[] = [
    create,
    () => {
      const [from, to] = [pick(accounts), pick(accounts)];
      return send(transfer(from.num, to.num, below(200_000_000)), [from]);
    },
    () => send(transfer(owner.num, Buffer.from(secret(), 'hex').subarray(0, 20), 100_000_000), [owner]),
    () => {
      const one = pick(accounts.slice(1));
      const memo = { value: `memo ${below(1000)}` };
      return send({ cryptoUpdateAccount: { accountIDToUpdate: account(one.num), memo } }, [one]);
    },
    async () => {
      const key = draw() < 0.5 ? newKey() : null;
      const { receipt } = await send(
        { consensusCreateTopic: { memo: 'sent', ...(key && { submitKey: key.message }), ...renew } },
        [],
      );
      if (receipt.topicID) topics.push({ num: numOf(receipt.topicID.topicNum), key });
    },
    () => {
      const topic = pick(topics);
      const consensusSubmitMessage = {
        topicID: { topicNum: long(topic?.num ?? 1) },
        message: Buffer.from(secret()),
      };
      return send({ consensusSubmitMessage }, topic?.key ? [{ num: -1, key: topic.key }] : []);
    },
    async () => {
      const treasury = pick(accounts);
      const { receipt } = await send(
        {
          tokenCreation: {
            name: 'sent',
            symbol: 'SENT',
            treasury: account(treasury.num),
            autoRenewAccount: account(treasury.num),
            initialSupply: long(below(10_000)),
            supplyKey: treasury.key.message,
            ...renew,
          },
        },
        [treasury],
      );
      if (receipt.tokenID) tokens.push({ num: numOf(receipt.tokenID.tokenNum), supply: treasury });
    },
    () => {
      const [one, token] = [pick(accounts), pick(tokens)];
      return send(
        { tokenAssociate: { account: account(one.num), tokens: [{ tokenNum: long(token?.num ?? 5) }] } },
        [one],
      );
    },
    () => {
      const [to, token] = [pick(accounts), pick(tokens)];
      if (token === undefined) return create();
      const amount = 1 + below(50);
      const transfers = [
        { accountID: account(token.supply.num), amount: long(-amount) },
        { accountID: account(to.num), amount: long(amount) },
      ];
      return send(
        { cryptoTransfer: { tokenTransfers: [{ token: { tokenNum: long(token.num) }, transfers }] } },
        [token.supply],
      );
    },
    () => {
      const token = pick(tokens);
      if (token === undefined) return create();
      return send({ tokenMint: { token: { tokenNum: long(token.num) }, amount: long(1 + below(500)) } }, [
        token.supply,
      ]);
    },
    () => {
      const [one, spender] = [pick(accounts.slice(1)), pick(accounts)];
      const allowance = {
        owner: account(one.num),
        spender: account(spender.num),
        amount: long(below(1_000_000)),
      };
      return send({ cryptoApproveAllowance: { cryptoAllowances: [allowance] } }, [one]);
    },
    () =>
      send(
        {
          fileCreate: {
            keys: { keys: [owner.key.message] },
            contents: Buffer.from(secret()),
            expirationTime: { seconds: long(1_790_000_000) },
          },
        },
        [owner],
      ),
    () => send({ utilPrng: { range: below(100) } }, []),
  ];
  for (let i = 0; i < 3; i++) await create();
  for (let i = 0; i < SENT; i++) await pick(acts)();
}

test(`clients' random transactions succeed and fail in many ways (seed ${SEED})`, () => {
  expect(statuses.get('SUCCESS')).toBeGreaterThan(SENT / 2);
  expect(statuses.size).toBeGreaterThan(2);
  expect(statuses.has('FAIL_INVALID')).toBe(false);
});

test(`rows of what was sent are what its records say (seed ${SEED})`, async () => {
  const { ledger, stream } = model;
  const time = 'consensus_timestamp';
  const plain: Readonly<Record<string, readonly [key: readonly string[], rows: Row[]]>> = {
    transaction: [[time], transactionRows(stream, ledger)],
    crypto_transfer: [[time, 'entity_id'], cryptoTransferRows(stream)],
    token_transfer: [[time, 'token_id', 'account_id'], tokenTransferRows(stream, ledger)],
    transaction_signature: [[time, 'public_key_prefix'], signatureRows(stream)],
  };
  const wrong: Record<string, unknown> = {};
  for (const [name, [key, rows]] of Object.entries(plain)) {
    const actual = await readRows(stored.database.pool, `"${name}" t`, columns.get(name) ?? []);
    const result = compareRows(actual, rows, key);
    if (result.differences.length > 0) wrong[name] = result;
  }
  expect(wrong).toEqual({});
});

test(`the state that they lead to is that of the ledger (seed ${SEED})`, async () => {
  const wrong: Record<string, unknown> = {};
  for (const table of [entityTable(model), ...ledgerTables(model)]) {
    const list = (columns.get(table.name) ?? []).filter(({ name }) => name !== 'timestamp_range');
    const expected = [...versionsOf(table).values()].flatMap((versions): Row[] =>
      versions.slice(-1).map(({ row }) => row),
    );
    const actual = await readRows(stored.database.pool, `"${table.name}" t`, list, table.instead);
    const result = compareRows(actual, expected, table.key);
    if (result.differences.length > 0) wrong[table.name] = result;
  }
  expect(wrong).toEqual({});
});
