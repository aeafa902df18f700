import { printTimestamp } from '@tain/ledger/timestamp';
import { Failure } from '../../kernel/failure.ts';
import { numOf, realmOf, shardOf } from '../../store/schema/packed-id.ts';
import { raw } from '../../store/sql.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { logReplacement } from '../derived/changed-keys.ts';

/** The balance file from which initial balances come. */
export interface BalanceSeed {
  /** Nanoseconds. */
  readonly consensusTimestamp: bigint;
  readonly accounts: number;
}

/**
 * Sets initial balances from a balance file of the network when the stream begins in the middle of history: each
 * account and token association gets the balance of the last file before the stream's first transaction, plus its
 * transfers since. Accounts of the file that the stream has not mentioned yet are created, of unknown type, from time 0
 * on; accounts created between file and stream stay unknown. Done once, on a connection with an open transaction. The
 * result does not depend on which of file and stream is stored first. `firstAt`: consensus time of the first
 * transaction stored or about to be, in nanoseconds; null: that of the database. Returns null when there is nothing to
 * do.
 */
export async function seedBalances(client: Queryable, firstAt: bigint | null): Promise<BalanceSeed | null> {
  const { rows } = await client.query<{ at: string; from: string; until: string }>(
    `select f.consensus_timestamp::text as at, (f.consensus_timestamp + f.time_offset)::text as from,
       coalesce(
         (select max(consensus_end) from record_file),
         f.consensus_timestamp + f.time_offset
       )::text as until
     from account_balance_file f
     where not f.synthetic and not exists (select from tain.balance_seed)
       and f.consensus_timestamp + f.time_offset
         < coalesce(
           $1,
           (select consensus_start from tain.first_block),
           (select min(consensus_start) from record_file))
     order by f.consensus_timestamp desc limit 1`,
    [firstAt === null ? null : firstAt.toString()],
  );
  const file = rows[0];
  if (!file) return null;
  if (firstAt === null && !(await hasAllTransfers(client))) {
    throw new Failure(
      'database',
      `Balances cannot begin with the file of ${printTimestamp(BigInt(file.at))}: later transfers are not retained. Import the file before the stream.`,
    );
  }
  const accounts = await client.query(ACCOUNTS_SQL, [file.at, file.from, file.until]);
  await client.query(TOKENS_SQL, [file.at, file.from, file.until]);
  await logReplacement(client, file.until);
  await client.query('insert into tain.balance_seed (consensus_timestamp, accounts) values ($1, $2)', [
    file.at,
    accounts.rowCount,
  ]);
  return { consensusTimestamp: BigInt(file.at), accounts: accounts.rowCount ?? 0 };
}

/** Returns whether every transfer is stored: retention removed none, and settings left none out. */
async function hasAllTransfers(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from tain.kept where family = 'transactions' and kept_from = 0 and whole_from = 0",
  );
  return rowCount === 1;
}

const ID = raw('id');

/**
 * $1 time of the file, $2 time of its content, $3 end of the stored stream. Errata may be later than $3; they do not
 * count.
 */
const ACCOUNTS_SQL = `
with held as (
  select account_id as id, balance
  from account_balance
  where consensus_timestamp = $1
), moved as (
  select entity_id as id, sum(amount) as amount
  from crypto_transfer
  where consensus_timestamp > $2 and consensus_timestamp <= $3 and errata is null and entity_id <> 0
  group by entity_id
)
insert into entity as e (balance, balance_timestamp, deleted, id, num, realm, shard, timestamp_range)
select balance + coalesce(amount, 0), $3, false, id,
  ${numOf(ID).text}, ${realmOf(ID).text}, ${shardOf(ID).text}, '[0,)'
from held
left join moved using (id)
on conflict (id) do update
set balance = excluded.balance,
  balance_timestamp = greatest(e.balance_timestamp, excluded.balance_timestamp)`;

/**
 * Parameters: those of `ACCOUNTS_SQL`. Each NFT counts as one; NFT transfers are stored in the rows of their
 * transactions.
 */
const TOKENS_SQL = `
with moves as (
  select account_id, token_id, amount
  from token_transfer
  where consensus_timestamp > $2 and consensus_timestamp <= $3
    and consensus_timestamp not in (
      select consensus_timestamp
      from transaction
      where errata is not null
    )
  union all
  select party.account_id, n.token_id, party.amount
  from transaction t
  cross join lateral jsonb_to_recordset(t.nft_transfer)
    as n (receiver_account_id bigint, sender_account_id bigint, serial_number bigint, token_id bigint)
  cross join lateral (
    values (n.receiver_account_id, 1), (n.sender_account_id, -1)
  ) as party (account_id, amount)
  where t.consensus_timestamp > $2 and t.consensus_timestamp <= $3 and t.errata is null
    and t.nft_transfer is not null and n.serial_number > 0 and party.account_id is not null
), moved as (
  select account_id, token_id, sum(amount) as amount
  from moves
  group by account_id, token_id
)
insert into token_account as a (account_id, associated, balance, balance_timestamp, created_timestamp,
  timestamp_range, token_id)
select account_id, true, h.balance + coalesce(amount, 0), $3, 0, '[0,)', token_id
from token_balance h
left join moved m using (account_id, token_id)
where h.consensus_timestamp = $1
on conflict (account_id, token_id) do update
set balance = case when a.associated then excluded.balance else 0 end,
  balance_timestamp = greatest(a.balance_timestamp, excluded.balance_timestamp)`;
