import { TYPE } from '@tain/ledger/transaction-type';
import { isTrue } from '../access/condition.ts';
import { joinTable } from '../access/joined-rows.ts';
import { as } from '../access/lookup.ts';
import { unionAll } from '../access/merge.ts';
import { join, raw, type Sql, sql } from '../sql.ts';
import { isTokenEvent } from './token-events.sql.ts';
import { SUCCESSES } from './transactions/by-name.sql.ts';
import { IS_OWN } from './transactions/conditions.sql.ts';

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

const asText = (ids: Sql) => sql`select id::text from ${as(ids, 'i')}`;

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
  return distinct([nftTransfers(NFT_ACCOUNTS, after, upTo)]);
}

/** Tokens of the ledger of which a transaction has transfers. */
export function tokensOfTransfers(after: bigint, upTo: bigint): Sql {
  return distinct([
    sql`select token_id as id from token_transfer where ${within(after, upTo)}`,
    nftTransfers(['token_id'], after, upTo),
  ]);
}

/**
 * Accounts in whose activity (`activityTimes`) a transaction is, and some others. Addresses in events are hex digits as stored
 * in topics, and the ids of those that have them as EVM addresses.
 */
export function accountsOfActivity(after: bigint, upTo: bigint): Sql {
  const times = within(after, upTo);
  return sql`
    with found as materialized (
      select distinct v.topic
      from contract_log l
      cross join lateral (values (l.topic1), (l.topic2), (l.topic3)) v(topic)
      where ${times} and ${isTokenEvent('l', (topic) => sql`${topic} is not null`)}
    )
    ${unionAll([
      asText(
        distinct([
          sql`select entity_id as id from crypto_transfer where ${times}`,
          sql`select account_id from token_transfer where ${times}`,
          nftTransfers(NFT_ACCOUNTS, after, upTo),
        ]),
      ),
      sql`select encode(topic, 'hex') from found where topic is not null`,
      sql`
    select e.id::text
    from found
    ${joinTable('entity', 'e', [sql`e.evm_address = decode(lpad(encode(found.topic, 'hex'), 40, '0'), 'hex')`])}`,
    ])}`;
}

const NFT_ACCOUNTS = ['sender_account_id', 'receiver_account_id'];

/** Ids of some members of transfers of NFTs. */
function nftTransfers(members: readonly string[], after: bigint, upTo: bigint): Sql {
  const ids = join(
    members.map((member) => sql`(e->>${raw(`'${member}'`)})::bigint`),
    ', ',
  );
  return sql`select unnest(array[${ids}]) as id
      from transaction
      cross join lateral jsonb_array_elements(nft_transfer) e
      where ${within(after, upTo)} and nft_transfer is not null and jsonb_typeof(nft_transfer) = 'array'`;
}
