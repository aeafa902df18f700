import { printEntityId } from '@tain/ledger/entity-id';
import { printTimestamp } from '@tain/ledger/timestamp';
import { MalformedError } from '@tain/ledger/wire-reader';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { count as counted, type Progress } from '../../kernel/progress.ts';
import type { Database } from '../../store/connections/database.ts';
import { CopyBuffer } from '../../store/copy/copy.ts';
import { copyRows } from '../../store/copy/send-copy.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { AddressBooks, StoredAddressBook } from '../verify/address-books.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import { NodeStakes } from '../verify/node-stakes.ts';
import type { BalanceInstant } from './find-balances.ts';
import { type BalanceSeed, seedBalances } from './seed-balances.ts';
import { type VerifiedBalances, verifyBalances } from './verify-balances.ts';

export interface BalanceImport {
  readonly database: Database;
  /** Store of the files. */
  readonly store: ObjectStore;
  readonly instants: readonly BalanceInstant[];
  readonly addressBooks: AddressBooks;
  readonly ratio: ConsensusRatio;
  readonly shard: bigint;
  /**
   * Returns the offset in nanoseconds from the time of a balance file to that of its content; 0 for nearly all files.
   */
  readonly timeOffset: (consensusTimestamp: bigint) => number;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface BalanceSummary {
  readonly files: number;
  readonly accounts: number;
}

/**
 * Verifies and stores balance files, oldest first, each in one transaction; skips those that are already stored. If the
 * stored stream begins in the middle of history, its balances begin with the last file before it. Throws the
 * `StreamFileError` of the first refused file; earlier files stay stored.
 */
export async function importBalances(options: BalanceImport): Promise<BalanceSummary> {
  const { database, store, addressBooks, ratio, shard, log, clock, signal } = options;
  let files = 0;
  let accounts = 0;
  let protobufSince = await selectFirstProtobuf(database);
  for (const [done, instant] of options.instants.entries()) {
    signal.throwIfAborted();
    const facts = (): string[] => [`${counted(accounts)} balances`];
    const total = options.instants.length;
    options.onProgress?.({ step: 'balance files', done, total, unit: 'files', facts });
    const book = addressBooks.at(instant.instant);
    const weights = new NodeStakes(await selectStakes(database, instant.instant)).weights(book);
    const trust = { book, weights, ratio, protobufSince, shard };
    const verified = await verifyBalances(store, instant, trust, signal);
    const timeOffset = options.timeOffset(verified.file.consensusTimestamp);
    const count = await storeBalances(database, verified, { timeOffset, clock });
    if (verified.format === 'pb') protobufSince ??= instant.instant;
    if (count === null) continue;
    files += 1;
    accounts += count;
  }
  const seed = await seedStored(database);
  if (seed) {
    const file = printTimestamp(seed.consensusTimestamp);
    log.info(
      { file, accounts: seed.accounts },
      'Initial balances were set from a balance file of the network',
    );
  }
  return { files, accounts };
}

/** Sets initial balances when the stream is already stored. */
async function seedStored(database: Database): Promise<BalanceSeed | null> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const seed = await seedBalances(client, null);
    await client.query('commit');
    client.release();
    return seed;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true);
    throw error;
  }
}

/** Returns the time (nanoseconds) of the network's first stored protobuf balance file; null without one. */
async function selectFirstProtobuf(database: Database): Promise<bigint | null> {
  const { rows } = await database.pool.query<{ first: string | null }>(
    `select min(consensus_timestamp)::text as first from account_balance_file
     where not synthetic and name ~ '\\.pb(\\.gz)?$'`,
  );
  const first = rows[0]?.first ?? null;
  return first === null ? null : BigInt(first);
}

/** Returns the stakes in force at an instant. Without a stake update every node has the same weight. */
async function selectStakes(
  database: Database,
  instant: bigint,
): Promise<{ nodeId: bigint; stake: bigint }[]> {
  const { rows } = await database.pool.query<{ node: string; stake: string }>(
    `select node_id::text as node, stake::text as stake
     from node_stake
     where consensus_timestamp = (
       select max(consensus_timestamp)
       from node_stake
       where consensus_timestamp <= $1
     )`,
    [instant.toString()],
  );
  return rows.map(({ node, stake }) => ({ nodeId: BigInt(node), stake: BigInt(stake) }));
}

/** Returns all address books of the database, because balance files may be older than the last book. */
export async function selectAddressBooks(database: Database): Promise<StoredAddressBook[]> {
  const { rows } = await database.pool.query<{ start: string; file: string; data: Buffer }>(
    `select start_consensus_timestamp::text as start, file_id::text as file, file_data as data
     from address_book
     order by start_consensus_timestamp`,
  );
  return rows.map(({ start, file, data }) => ({
    startConsensusTimestamp: BigInt(start),
    fileId: BigInt(file),
    fileData: data,
  }));
}

const ACCOUNT_COLUMNS = { consensus_timestamp: 'int8', balance: 'int8', account_id: 'int8' } as const;
const TOKEN_COLUMNS = {
  consensus_timestamp: 'int8',
  account_id: 'int8',
  balance: 'int8',
  token_id: 'int8',
} as const;
/** Bytes of rows that are collected before they are sent. */
const SEND_BYTES = 4 * 1024 * 1024;

/**
 * Stores a balance file in one transaction, unless balances of its instant are already stored. Times are those of the
 * content; `timeOffset` (nanoseconds) is stored with them. Returns the number of stored accounts, or null when they
 * were already there. Throws `StreamFileError`, and stores nothing, when the file does not match its format.
 */
async function storeBalances(
  database: Database,
  { name, fileHash, file }: VerifiedBalances,
  options: { readonly timeOffset: number; readonly clock: Clock },
): Promise<number | null> {
  const at = file.consensusTimestamp;
  const start = options.clock();
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select tain.ensure_balance_partitions($1)', [at.toString()]);
    const known = await client.query('select from account_balance_file where consensus_timestamp = $1', [
      at.toString(),
    ]);
    if (known.rowCount) {
      await client.query('rollback');
      client.release();
      return null;
    }
    const count = await copyBalances(client, file);
    await client.query(
      `insert into account_balance_file (consensus_timestamp, name, file_hash, count, load_start, load_end,
         time_offset, synthetic)
       values ($1, $2, $3, $4, $5, $6, $7, false)`,
      [at.toString(), name, fileHash.toString('hex'), count, start, options.clock(), options.timeOffset],
    );
    await client.query('commit');
    client.release();
    return count;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true);
    if (!(error instanceof MalformedError)) throw error;
    throw new StreamFileError('malformed', name, null, error.message, { cause: error });
  }
}

async function copyBalances(client: pg.PoolClient, file: VerifiedBalances['file']): Promise<number> {
  const consensus_timestamp = file.consensusTimestamp;
  const seen = new Set<bigint>();
  let accounts = new CopyBuffer(ACCOUNT_COLUMNS);
  let tokens = new CopyBuffer(TOKEN_COLUMNS);
  for (const { accountId, balance, tokens: held } of file.accounts) {
    if (seen.has(accountId)) throw new MalformedError(`account ${printEntityId(accountId)} occurs twice`);
    seen.add(accountId);
    accounts.add({ consensus_timestamp, balance, account_id: accountId });
    const units = new Map(held.map((token) => [token.tokenId, token.balance]));
    for (const [token_id, amount] of units) {
      tokens.add({ consensus_timestamp, account_id: accountId, balance: amount, token_id });
    }
    if (accounts.size + tokens.size < SEND_BYTES) continue;
    await copyRows(client, 'account_balance', accounts);
    await copyRows(client, 'token_balance', tokens);
    accounts = new CopyBuffer(ACCOUNT_COLUMNS);
    tokens = new CopyBuffer(TOKEN_COLUMNS);
  }
  await copyRows(client, 'account_balance', accounts);
  await copyRows(client, 'token_balance', tokens);
  return seen.size;
}
