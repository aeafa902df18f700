import type pg from 'pg';
import { printEntityId } from '../../kernel/entity-id.ts';
import { Differences, LIMIT, TOTAL } from './difference.ts';
import type { KeptSince } from './kept-since.ts';
import type { StoredSchema } from './stored-schema.ts';

/*
 * Storage of contracts and hooks against its changes. The newest change of each slot is kept for ever, so the present value
 * follows from the rows alone, whatever retention removed.
 */

/** A table of present values, and the one of its changes. */
export interface Storage {
  readonly table: 'contract_state' | 'hook_storage';
  readonly changes: string;
  readonly key: readonly string[];
  /** A SELECT of what each slot must be by its newest change: key, `value`, `at`, `since` (the oldest
   * change that is kept), and `deleted` where there is such a column. */
  readonly expected: string;
  /** Columns that are compared, with the expression of what they must be (of `x`). */
  readonly columns: Readonly<Record<string, string>>;
}

const PADDED = "decode(lpad(encode(slot, 'hex'), 64, '0'), 'hex')";

export const STORAGES: readonly Storage[] = [
  {
    table: 'contract_state',
    changes: 'contract_state_change',
    key: ['contract_id', 'slot'],
    // A migration tells what was there; what a transaction only read changes nothing.
    expected: `
      select distinct on (contract_id, slot) contract_id, ${PADDED} as slot,
        coalesce(value_written, value_read) as value, consensus_timestamp as at,
        min(consensus_timestamp) over (partition by contract_id, slot) as since
      from contract_state_change
      where consensus_timestamp <= $1 and (value_written is not null or migration)
      order by contract_id, slot, consensus_timestamp desc`,
    columns: { value: 'x.value', modified_timestamp: 'x.at' },
  },
  {
    table: 'hook_storage',
    changes: 'hook_storage_change',
    key: ['owner_id', 'hook_id', 'key'],
    expected: `
      select distinct on (owner_id, hook_id, key) owner_id, hook_id, key,
        coalesce(value_written, '') as value, deleted, consensus_timestamp as at,
        consensus_timestamp as since
      from hook_storage_change
      where consensus_timestamp <= $1 and (value_written is not null or deleted)
      order by owner_id, hook_id, key, consensus_timestamp desc`,
    columns: { value: 'x.value', modified_timestamp: 'x.at', deleted: 'x.deleted' },
  },
];

interface Row {
  readonly key: string[];
  readonly at: string;
  readonly column: string;
  readonly expected: string | null;
  readonly found: string | null;
  readonly total: string;
}

/** Compares present storage, as of the last block, which ends at `at`. */
export async function compareStorage(
  client: pg.ClientBase,
  schema: StoredSchema,
  kept: KeptSince,
  at: bigint,
): Promise<Differences> {
  const differences = new Differences();
  for (const storage of STORAGES) {
    const family = storage.table === 'contract_state' ? 'contracts' : 'history';
    // Settings leave changes out, or what was before the stored stream is not known.
    if (kept.isPart(family) || !schema.hasTable(storage.table) || !schema.hasTable(storage.changes)) continue;
    const { rows } = await client.query<Row>(storageSql(storage), [at.toString()]);
    differences.addRows(rows, (row) => {
      const [id = '0', ...rest] = row.key;
      const subject = `${row.column} of ${storage.table} ${printEntityId(BigInt(id))}/${rest.join('/')}`;
      return {
        at: BigInt(row.at),
        table: storage.table,
        column: row.column,
        subject,
        expected: row.expected ?? 'none',
        found: row.found ?? 'none',
      };
    });
  }
  return differences;
}

function storageSql({ table, key, expected, columns }: Storage): string {
  const names = key.join(', ');
  const same = key.map((name) => `x.${name} = s.${name}`).join(' and ');
  const keys = key.map((name) => `coalesce(x.${name}, s.${name})::text`).join(', ');
  const each = Object.entries(columns).map(
    ([column, value]) => `('${column}', ${value}::text, s.${column}::text)`,
  );
  return `
with x as (
  select distinct on (${names}) *
  from (${expected}) e
  order by ${names}, at desc
), compared as (
  select array[${keys}] as key, greatest(x.at, least(s.modified_timestamp, $1)) as at, x.at is null as is_extra, c.*
  from x
  full join ${table} s on ${same}
  cross join lateral (
    values ${each.join(', ')}, ('created_timestamp', null, case when s.created_timestamp > s.modified_timestamp then s.created_timestamp::text end)
  ) c ("column", expected, found)
)
select key, at::text, "column", left(expected, 40) as expected, left(found, 40) as found, ${TOTAL}
from compared
where expected is distinct from found
order by compared.at ${LIMIT}`;
}
