import { FEE_ACCOUNT } from '@tain/ledger/network';
import { TYPE } from '@tain/ledger/transaction-type';
import { inRange, type Range } from '../../access/domain.ts';
import { sameKey } from '../../access/joined-rows.ts';
import { hasRow } from '../../access/lookup.ts';
import { all, join, raw, type Sql, sql } from '../../sql.ts';
import { SUCCESSES } from './by-name.sql.ts';
import type { TransactionSearch } from './transaction-search.ts';

/** The condition of the partial index of `crypto_transfer` on the account, as it is written there. */
export const isIndexed = (alias: 's' | 'x'): Sql => raw(`${alias}.entity_id <> ${FEE_ACCOUNT}`);

/**
 * Conditions on `transaction t` that do not depend on the participants. `not in` is written as in the indexes
 * `tain__transaction_failed…`, so that they serve it.
 */
export function ownConditions({ types, result, without }: TransactionSearch): Sql[] {
  const conditions: Sql[] = [];
  const [type] = types;
  if (types.length === 1 && type !== undefined) conditions.push(sql`t.type = ${type}`);
  else if (types.length > 1) conditions.push(sql`t.type = any(${types}::smallint[])`);
  if (result === 'success') conditions.push(sql`t.result in (${SUCCESSES})`);
  if (result === 'fail') conditions.push(sql`t.result not in (${SUCCESSES})`);
  if (without.length > 0) {
    conditions.push(sql`t.payer_account_id <> all(${without}::bigint[])`);
    // The planner estimates `is null` at one row in 200, and both conditions at so few that it reads and sorts all.
    conditions.push(
      sql`${oneOf('crypto_transfer', [sql`x.entity_id = any(${without}::bigint[])`])} is not true`,
      sql`${oneOf('token_transfer', [sql`x.account_id = any(${without}::bigint[])`])} is not true`,
    );
  }
  return conditions;
}

/**
 * True if `transaction t` has a row in a table, else null. A scalar sub-select is looked up for each transaction of
 * the scan; the planner may convert `exists` to a hash of every row of an account.
 */
export function oneOf(table: TransferTable | 'entity_transaction', conditions: readonly Sql[]): Sql {
  return hasRow(sql`${raw(table)} x`, [
    sameKey('x.consensus_timestamp', 't', 'consensus_timestamp'),
    ...conditions,
  ]);
}

type TransferTable = 'crypto_transfer' | 'token_transfer';

/** Column with the account. */
export function accountOf(table: TransferTable | 'entity_transaction', alias: 's' | 'x'): Sql {
  return raw(`${alias}.${table === 'token_transfer' ? 'account_id' : 'entity_id'}`);
}

/**
 * Condition that some account (within bounds) is payer, listed or party of a transfer in `transaction t`. Bounds are on
 * `account + 0`, which no index serves: an index of accounts would be read for all accounts within the bounds, at each
 * transaction, and the planner would choose it because it overestimates the cost of skipping the tokens in the index of
 * times.
 */
export function takesPart(search: TransactionSearch, range: Range | undefined): Sql {
  const within = (column: Sql) => (range === undefined ? [] : inRange(sql`(${column} + 0)`, range));
  const transferred = TRANSFER_TABLES.map((table) =>
    oneOf(table, [...within(accountOf(table, 'x')), ...direction(search, sql`x.amount`)]),
  );
  if (search.transfers !== undefined) return sql`(${join(transferred, ' or ')})`;
  const pays = all([...(range === undefined ? [] : inRange(sql`t.payer_account_id`, range)), IS_OWN]);
  const listed = oneOf('entity_transaction', within(sql`x.entity_id`));
  return sql`(${pays} or ${join([...transferred, listed], ' or ')})`;
}

export const TRANSFER_TABLES = ['crypto_transfer', 'token_transfer'] as const;

/** Types of child transactions that are listed as the payer's own; other children of a contract call are not. */
const ACCOUNT_TYPES = raw(`${TYPE.cryptoCreateAccount}, ${TYPE.cryptoUpdateAccount}`);
export const IS_OWN = sql`(t.nonce = 0 or t.parent_consensus_timestamp is not null or t.type in (${ACCOUNT_TYPES}))`;

/** Condition on an amount for the search's direction. */
export function direction({ transfers }: TransactionSearch, amount: Sql): Sql[] {
  if (transfers === undefined) return [];
  return [transfers === 'credit' ? sql`${amount} > 0` : sql`${amount} < 0`];
}

/**
 * Condition that the transaction of a transfer meets conditions: a lookup for each transfer of the scan. With a join
 * the planner may read and sort all transfers of the account instead.
 */
export function lookedUp(conditions: readonly Sql[]): Sql[] {
  if (conditions.length === 0) return [];
  return [
    hasRow(sql`transaction t`, [sameKey('t.consensus_timestamp', 's', 'consensus_timestamp'), ...conditions]),
  ];
}
