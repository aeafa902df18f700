import { TYPE } from '@tain/ledger/transaction-type';
import { isTrue } from '../access/condition.ts';
import { joinTable } from '../access/joined-rows.ts';
import { as } from '../access/lookup.ts';
import { unionAll } from '../access/merge.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { IS_OWN } from './transactions/conditions.sql.ts';
import { SUCCESSES } from './transactions/successes.sql.ts';

/**
 * Ids touched by the rows of a time span. Read once for a block, they determine which streams need no query. Each is a
 * SELECT of ids; the SELECT of transactions also has their times. The span is after the first time (nanoseconds), up to
 * and including the second. Required plan: a scan of the span along an index on the time.
 */

const SUBMIT_MESSAGE = raw(String(TYPE.consensusSubmitMessage));

function within(after: bigint, upTo: bigint): Sql {
  return sql`consensus_timestamp > ${after} and consensus_timestamp <= ${upTo}`;
}

function distinct(selects: readonly Sql[]): Sql {
  return sql`
    select distinct id
    from ${as(unionAll(selects), 's')}
    where id is not null`;
}

/**
 * Accounts that pay, have a transfer or are listed in a transaction, each with the transactions' times; some pairs
 * twice. The transactions are exactly the transactions in the list of an account.
 */
export function accountsOfTransactions(after: bigint, upTo: bigint): Sql {
  const times = within(after, upTo);
  return unionAll([
    sql`select t.payer_account_id as id, consensus_timestamp from transaction t where ${times} and t.payer_account_id is not null and ${IS_OWN}`,
    sql`select entity_id, consensus_timestamp from crypto_transfer where ${times} and entity_id is not null`,
    sql`select account_id, consensus_timestamp from token_transfer where ${times} and account_id is not null`,
    sql`select entity_id, consensus_timestamp from entity_transaction where ${times} and entity_id is not null`,
  ]);
}

/** Topics with new messages. No index has the messages of all topics by time, but one has their transactions. */
export function topicsOfMessages(after: bigint, upTo: bigint): Sql {
  return distinct([
    sql`select entity_id as id from transaction
      where ${within(after, upTo)} and type = ${SUBMIT_MESSAGE} and result in (${SUCCESSES})`,
  ]);
}

/** Contracts with a result, including synthetic ones: their ids, and their EVM addresses (lower-case hex). */
export function contractsOfResults(after: bigint, upTo: bigint): Sql {
  const times = within(after, upTo);
  return idsAndAddresses(
    distinct([
      sql`select contract_id as id from contract_result where ${times}`,
      sql`select contract_id from contract_log where ${times} and ${isTrue(sql`synthetic`)}`,
    ]),
  );
}

/** Contracts with a log: their ids, and their EVM addresses (lower-case hex). */
export function contractsOfLogs(after: bigint, upTo: bigint): Sql {
  return idsAndAddresses(
    sql`select distinct contract_id as id from contract_log where ${within(after, upTo)}`,
  );
}

/** The addresses are read with the ids because the holder of an address may change. */
function idsAndAddresses(ids: Sql): Sql {
  return sql`
    with found as materialized (${ids})
    select id::text
    from found
    where id is not null
    union all
    select encode(e.evm_address, 'hex')
    from found
    ${joinTable('entity', 'e', [sql`e.id = found.id`])}
    where e.evm_address is not null`;
}

/** Accounts that have a transfer of a fungible token. */
export function accountsOfTokenTransfers(after: bigint, upTo: bigint): Sql {
  return distinct([sql`select account_id as id from token_transfer where ${within(after, upTo)}`]);
}

/** Accounts that an NFT was transferred from or to. */
export function accountsOfNftTransfers(after: bigint, upTo: bigint): Sql {
  return distinct([
    sql`select unnest(array[
        (e->>'sender_account_id')::bigint, (e->>'receiver_account_id')::bigint
      ]) as id
      from transaction
      cross join lateral jsonb_array_elements(nft_transfer) e
      where ${within(after, upTo)} and nft_transfer is not null and jsonb_typeof(nft_transfer) = 'array'`,
  ]);
}
