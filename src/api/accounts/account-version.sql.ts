import { newestOfVersions } from '../../access/newest-version.ts';
import type { Range } from '../../access/range.ts';
import { all, join, raw, type Sql, sql } from '../../access/sql.ts';
import { leftJoinTable } from '../../access/table-join.ts';

/** Columns of an entity's version that an account's answer needs. */
const ENTITY_COLUMNS = [
  'alias',
  'auto_renew_period',
  'balance',
  'balance_timestamp',
  'created_timestamp',
  'decline_reward',
  'delegation_address',
  'deleted',
  'ethereum_nonce',
  'evm_address',
  'expiration_timestamp',
  'id',
  'key',
  'max_automatic_token_associations',
  'memo',
  'num',
  'receiver_sig_required',
  'staked_account_id',
  'staked_node_id',
  'stake_period_start',
  'timestamp_range',
  'type',
];

const STAKE_COLUMNS = ['end_stake_period', 'id', 'pending_reward', 'timestamp_range'];

/**
 * Conditions on a version's validity: it overlaps the times, and contains none of the excluded ones. Ranges of
 * validity include their begin and exclude their end.
 */
function overlaps({ lower, upper, except }: Range): Sql[] {
  return [
    ...(upper === undefined ? [] : [sql`lower(timestamp_range) <= ${upper}`]),
    ...(lower === undefined ? [] : [sql`(upper_inf(timestamp_range) or upper(timestamp_range) > ${lower})`]),
    ...except.map((time) => sql`not timestamp_range @> ${time}::bigint`),
  ];
}

/** The newest version within times, from a table and its history, as a sub-select of at most one row. */
function newestVersion(table: string, columns: readonly string[], conditions: readonly Sql[]): Sql {
  return sql`(${newestOfVersions({
    table,
    alias: 'e',
    select: join(columns.map((column) => raw(column))),
    where: conditions,
  })})`;
}

/** FROM items: the newest version of an account within times as `e`, and of its stake as `es`. */
export function accountVersion(id: bigint, times: Range, further: readonly Sql[]): Sql {
  const own = [sql`e.id = ${id}`, ...overlaps(times)];
  return sql`${newestVersion('entity', ENTITY_COLUMNS, [...own, ...further])} e
    left join ${newestVersion('entity_stake', STAKE_COLUMNS, own)} es on true`;
}

/** FROM items: the current version of an account as `e`, and its stake as `es`. */
export function presentAccount(id: bigint, further: readonly Sql[]): Sql {
  return sql`(
      select e.*
      from entity e
      where ${all([sql`e.id = ${id}`, ...further])}
    ) e
    ${leftJoinTable('entity_stake es', [sql`es.id = e.id`])}`;
}
