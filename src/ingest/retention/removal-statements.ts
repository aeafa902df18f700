import { formFor } from '../../store/connections/distributed.ts';
import { type StateTable, stateKeys } from '../../store/schema/current-state-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/** Statements of the removal that differ between one server and several (Citus). */
interface RemovalStatements {
  /** Settings of a step's transaction in addition to the common ones. */
  readonly stepSettings: string;
  /** Returns a statement that removes at most $2 versions of a history table that ended before $1, which `indexed` finds. */
  readonly removeEnded: (table: string, indexed: 'range' | 'end') => string;
  /** Column `count`: estimated number of rows in the tables $1, by the statistics of their servers. */
  readonly estimateRows: string;
}

/** Condition that a version ended before $1, by what its index has. */
const ENDED = { range: 'timestamp_range << int8range($1, null)', end: 'upper(timestamp_range) <= $1' };

const ONE: RemovalStatements = {
  stepSettings: '; set local synchronous_commit = off',
  removeEnded: (table, indexed) => `delete from ${table}
       where ctid = any(array(
         select ctid
         from ${table}
         where ${ENDED[indexed]}
         limit $2))`,
  estimateRows: `select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as count from pg_class where oid = any($1::regclass[])`,
};

const SEVERAL: RemovalStatements = {
  // The coordinator's commit, which decides for all servers, must be flushed first.
  stepSettings: '',
  // `ctid` does not identify a row on several servers, so ended versions are found by their key.
  removeEnded(table, indexed) {
    const of = table.replace(/_history$/, '');
    // Stakes are derived from other rows, so their table is not one of the reducers.
    const keys: readonly string[] = of === 'entity_stake' ? ['id'] : stateKeys[of as StateTable];
    const key = [...keys, 'timestamp_range'];
    return `
    with gone as materialized (
      select ${key.join(', ')}
      from ${table}
      where ${ENDED[indexed]}
      limit $2
    )
    delete from ${table} t using gone g
    where ${key.map((name) => `t.${name} = g.${name}`).join(' and ')}`;
  },
  // One command for each server, because `run_command_on_shards` opens a connection for each shard.
  estimateRows: `select coalesce(sum(result::float8), 0) as count
         from run_command_on_all_nodes(format(
           $$select coalesce(sum(greatest(reltuples, 0)), 0)
             from unnest(%L::text[]) n join pg_class c on c.oid = to_regclass(n)$$,
           array(select shard_name(logicalrelid, shardid) from pg_dist_shard where logicalrelid = any($1::regclass[]))))
         where success`,
};

/** Returns the statements for the database of a connection. */
export function removalStatements(client: Queryable): RemovalStatements {
  return formFor(client, { one: ONE, several: SEVERAL });
}
