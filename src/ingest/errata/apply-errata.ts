import { longToBigInt } from '@tain/ledger/long';
import type pg from 'pg';
import type { Database } from '../../store/connections/database.ts';
import { copyRows } from '../../store/copy/send-copy.ts';
import type { AppendOnlyTable } from '../../store/schema/append-only-tables.ts';
import { ensureTimePartitions, type Queryable } from '../../store/writer/writer.ts';
import type { Item } from '../decode/item.ts';
import type { BlockParts } from '../records/apply-block.ts';
import { BatchBuilder } from '../records/batch.ts';
import type { RecordOptions } from '../records/context.ts';
import { accountIdOf, tokenIdOf } from '../records/ids.ts';
import type { Errata } from './read-errata.ts';

/** First and last time (nanoseconds) of the balance files whose content is that of 53 ns later. */
const LATE_FROM = 1_658_420_100_626_004_000n;
const LATE_TO = 1_666_368_000_880_378_770n;
const LATE_BY = 53;
const EARLY_BY = -1;

/** Tables whose rows belong to the stream instead of a transaction. */
const BLOCK_TABLES: ReadonlySet<AppendOnlyTable> = new Set(['record_file', 'sidecar_file']);

export interface ErrataOptions {
  readonly database: Database;
  readonly records: RecordOptions;
  /** Bounds of the consensus times (nanoseconds) of the transactions to add; null: no bound. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  /** Prevents other ingests from writing until the transaction ends. */
  readonly lock?: (client: Queryable) => Promise<void>;
}

/** Returns the offset in nanoseconds from the time of a balance file to that of its content. */
export function balanceOffset(errata: Errata | null, consensusTimestamp: bigint): number {
  if (!errata) return 0;
  if (errata.earlyBalances.has(consensusTimestamp)) return EARLY_BY;
  return consensusTimestamp >= LATE_FROM && consensusTimestamp <= LATE_TO ? LATE_BY : 0;
}

/** Number of rows that errata added to a database. */
export interface ErrataSummary {
  readonly transactions: number;
  /** Number of transfers added to transactions that were stored without them. */
  readonly tokenTransfers: number;
}

/**
 * Applies errata to a database, in one transaction. Adds missing transactions, marked as errata and without any effect
 * on entities and balances; adds the token transfers of existing ones (of February 2023, with result FAIL_INVALID,
 * which were once stored without them); and records the offsets of balance files. A second run changes nothing.
 */
export async function applyErrata(errata: Errata, options: ErrataOptions): Promise<ErrataSummary> {
  const { database, from, to } = options;
  const missing = errata.missing.filter(
    ({ consensusTimestamp: at }) => (from === null || at >= from) && (to === null || at <= to),
  );
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await options.lock?.(client);
    const absent = await withoutStored(client, missing);
    for (const { consensusTimestamp: at } of missing) await ensureTimePartitions(client, at, at);
    for (const item of absent) await addItem(client, item, options.records);
    await markAsErrata(client, absent);
    const tokenTransfers = await addTokenTransfers(client, missing);
    await noteOffsets(client, errata);
    await client.query('commit');
    client.release();
    return { transactions: absent.length, tokenTransfers };
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true);
    throw error;
  }
}

async function withoutStored(client: pg.ClientBase, items: readonly Item[]): Promise<Item[]> {
  const { rows } = await client.query<{ at: string }>(
    'select consensus_timestamp::text as at from transaction where consensus_timestamp = any($1)',
    [items.map(({ consensusTimestamp }) => consensusTimestamp.toString())],
  );
  const known = new Set(rows.map(({ at }) => BigInt(at)));
  return [...byTime(items).values()].filter(({ consensusTimestamp: at }) => !known.has(at));
}

/** Returns transactions by time, without duplicates: two files may contain the same one. */
function byTime(items: readonly Item[]): Map<bigint, Item> {
  return new Map(items.map((item) => [item.consensusTimestamp, item]));
}

/** Adds the rows of one transaction; leaves changes of entities and balances out. */
async function addItem(client: pg.ClientBase, item: Item, records: RecordOptions): Promise<void> {
  // On mainnet the builder drops transfers of failed transactions, which are spurious in the stream of that time. Those
  // of errata are real.
  const builder = new BatchBuilder({ ...records, mainnet: false }, () => undefined);
  const batch = builder.begin(null);
  await builder.add(batch, blockOf(item), { start: 0, end: () => 0 });
  for (const [table, rows] of batch.appended) {
    if (!BLOCK_TABLES.has(table)) await copyRows(client, table, rows);
  }
}

/** Returns a block of one item, in the form that the builder accepts. */
function blockOf(item: Item): BlockParts {
  const none = new Uint8Array();
  return {
    block: {
      name: '',
      version: 2,
      hapiVersion: null,
      softwareVersion: null,
      consensusStart: item.consensusTimestamp,
      consensusEnd: item.consensusTimestamp,
      hashes: {
        record: { hash: none, previousHash: none, fileHash: none, metadataHash: null },
        root: null,
      },
      number: null,
      rounds: null,
      size: 0,
      items: [item],
      sidecars: [],
      unrecognized: [],
    },
    number: 0n,
    numberShift: 0n,
    signatures: [],
    proof: { kind: 'chain' },
    ledgers: [],
    addressBooks: { books: [], fileData: [] },
  };
}

async function markAsErrata(client: pg.ClientBase, items: readonly Item[]): Promise<void> {
  const times = items.map(({ consensusTimestamp }) => consensusTimestamp.toString());
  for (const table of ['transaction', 'crypto_transfer']) {
    await client.query(`update ${table} set errata = 'INSERT' where consensus_timestamp = any($1)`, [times]);
  }
}

/** Adds token transfers that stored transactions lack. Returns their number. */
async function addTokenTransfers(client: pg.ClientBase, items: readonly Item[]): Promise<number> {
  const expected = [...byTime(items).values()].flatMap((item) =>
    (item.record.tokenTransferLists ?? []).flatMap(({ token, transfers: entries }) =>
      (entries ?? []).map((entry) => ({
        at: item.consensusTimestamp,
        token: tokenIdOf(token),
        account: accountIdOf(entry.accountID),
        amount: longToBigInt(entry.amount),
        payer: item.payer,
      })),
    ),
  );
  if (expected.length === 0) return 0;
  // Stored transfers are queried first, because several servers refuse an insert that reads its own table.
  const { rows } = await client.query<{ at: string; token: string; account: string }>(
    `select consensus_timestamp::text as at, token_id::text as token, account_id::text as account
     from token_transfer where consensus_timestamp = any($1)`,
    [expected.map(({ at }) => at.toString())],
  );
  const known = new Set(rows.map(({ at, token, account }) => `${at} ${token} ${account}`));
  const lacking = expected.filter(({ at, token, account }) => !known.has(`${at} ${token} ${account}`));
  if (lacking.length === 0) return 0;
  const column = (name: keyof (typeof lacking)[number]) => lacking.map((row) => row[name].toString());
  await client.query(
    `insert into token_transfer (consensus_timestamp, token_id, account_id, amount, payer_account_id,
       is_approval)
     select m.at, m.token, m.account, m.amount, m.payer, false
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
       as m (at, token, account, amount, payer)`,
    [column('at'), column('token'), column('account'), column('amount'), column('payer')],
  );
  return lacking.length;
}

async function noteOffsets(client: pg.ClientBase, { earlyBalances }: Errata): Promise<void> {
  await client.query(
    `update account_balance_file set time_offset = $2
     where consensus_timestamp = any($1) and not synthetic and time_offset <> $2`,
    [[...earlyBalances].map(String), EARLY_BY],
  );
  await client.query(
    `update account_balance_file set time_offset = $3
     where consensus_timestamp between $1 and $2 and not synthetic and time_offset = 0`,
    [LATE_FROM.toString(), LATE_TO.toString(), LATE_BY],
  );
}
