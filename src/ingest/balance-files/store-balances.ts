import { printEntityId } from '@tain/ledger/entity-id';
import { MalformedError } from '@tain/ledger/wire-reader';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../store/connections/database.ts';
import { CopyBuffer } from '../../store/copy/copy.ts';
import { copyRows } from '../../store/copy/send-copy.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { VerifiedBalances } from './verify-balances.ts';

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
export async function storeBalances(
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
