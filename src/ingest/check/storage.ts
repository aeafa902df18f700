import { printEntityId } from '@tain/ledger/entity-id';
import type pg from 'pg';
import { CONTRACT_SLOTS, HOOK_SLOTS, type SlotTables } from '../../store/schema/slots.ts';
import { Differences, LIMIT, TOTAL } from './difference.ts';
import type { RetainedSince } from './retained-since.ts';
import type { StoredSchema } from './stored-schema.ts';

// Compares the storage of contracts and hooks with its changes. Retention preserves the newest change that set a
// slot, so the present value follows from the rows alone.

/** Derivation of present slots from their changes. */
export interface Storage extends SlotTables {
  /** Compared columns, each with its expression on a change `c`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns of the key with another form in changes than in present slots, with the expression. */
  readonly keyAs: Readonly<Record<string, string>>;
  /** Condition on change `c`, which set the slot: the slot was created by it. `own`: window of such changes of the slot. */
  readonly begins: string;
}

export const STORAGES: readonly Storage[] = [
  {
    ...CONTRACT_SLOTS,
    columns: {
      value: 'coalesce(c.value_written, c.value_read)',
      modified_timestamp: 'c.consensus_timestamp',
    },
    // Changes have a slot without its leading zeros, or with some of them.
    keyAs: { slot: "decode(lpad(encode(c.slot, 'hex'), 64, '0'), 'hex')" },
    begins: 'row_number() over own = 1',
  },
  {
    ...HOOK_SLOTS,
    columns: {
      value: "coalesce(c.value_written, '')",
      modified_timestamp: 'c.consensus_timestamp',
      deleted: 'c.deleted',
    },
    keyAs: {},
    // A slot that is written after it was cleared begins again.
    begins: 'lag(c.deleted) over own is null or (lag(c.deleted) over own and not c.deleted)',
  },
];

/**
 * Returns FROM item `x`: for each slot the newest change that set it, with its time as `at`, and the time since which
 * the slot exists; `at` is null when there are only reads. Values: `storageValues`.
 */
export function newestSql({ changes, key, keyAs, columns, begins, isSet }: Storage): string {
  const names = key.join(', ');
  const expressions = key.map((name) => keyAs[name] ?? `c.${name}`);
  // Changes of one slot may have it in several forms.
  const slot = expressions.join(', ');
  const keys = key.map((name, i) => `${expressions[i]} as ${name}`);
  const values = Object.entries(columns).map(([column, value]) => `${value} as ${column}`);
  return `(
    select distinct on (${names}) *, case when is_set then changed_at end as at
    from (
      select ${[...keys, ...values].join(', ')}, c.consensus_timestamp as changed_at, is_set,
        max(c.consensus_timestamp) filter (where is_set and begins) over (partition by ${slot}) as since
      from (
        select c.*, ${isSet('c')} as is_set, ${begins} as begins
        from ${changes} c
        where c.consensus_timestamp <= $1 and c.consensus_timestamp >= $2
        window own as (partition by ${slot}, ${isSet('c')} order by c.consensus_timestamp)
      ) c
    ) e
    order by ${names}, is_set desc, changed_at desc
  ) x`;
}

/**
 * Condition on change `x` and the present slot that it is joined to: the changes determine the slot. A slot without a
 * change that set it should not exist, but this is unknown if settings once left changes out. Former releases of
 * retention removed the change that set a slot if a later one only read it.
 */
export const IS_DETERMINED =
  '(x.at is not null or $2::bigint = 0 and (x.changed_at is null or $3::bigint = 0))';

/**
 * Returns the values of `newestSql` and `IS_DETERMINED`; null while settings leave changes out. `upTo`: consensus time.
 */
export function storageValues({ family }: Storage, retained: RetainedSince, upTo: bigint): string[] | null {
  const { from, wholeFrom } = retained.of(family);
  return wholeFrom === null ? null : [upTo, wholeFrom, from].map(String);
}

/** Returns whether all changes are stored, so that they also determine since when a slot exists. */
export function areWhole([, wholeFrom, from]: readonly string[]): boolean {
  return wholeFrom === '0' && from === '0';
}

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
  retained: RetainedSince,
  at: bigint,
): Promise<Differences> {
  const differences = new Differences();
  for (const storage of STORAGES) {
    const values = storageValues(storage, retained, at);
    if (values === null || !schema.hasTable(storage.present) || !schema.hasTable(storage.changes)) continue;
    const { rows } = await client.query<Row>(storageSql(storage, areWhole(values)), values);
    differences.addRows(rows, (row) => {
      const [id = '0', ...rest] = row.key;
      const subject = `${row.column} of ${storage.present} ${printEntityId(BigInt(id))}/${rest.join('/')}`;
      return {
        at: BigInt(row.at),
        table: storage.present,
        column: row.column,
        subject,
        expected: row.expected ?? 'none',
        found: row.found ?? 'none',
      };
    });
  }
  return differences;
}

function storageSql(storage: Storage, isWhole: boolean): string {
  const { present, key, columns } = storage;
  const same = key.map((name) => `x.${name} = s.${name}`).join(' and ');
  const keys = key.map((name) => `coalesce(x.${name}, s.${name})::text`).join(', ');
  const each = Object.keys(columns).map(
    (column) =>
      `('${column}', case when x.at is not null then x.${column}::text end, s.${column}::text, ${IS_DETERMINED})`,
  );
  const created = isWhole
    ? "('created_timestamp', case when x.at is not null then x.since::text end, s.created_timestamp::text, true)"
    : "('created_timestamp', null, case when s.created_timestamp > s.modified_timestamp then s.created_timestamp::text end, true)";
  return `
with compared as (
  select array[${keys}] as key, greatest(x.at, least(s.modified_timestamp, $1)) as at, c.*
  from ${newestSql(storage)}
  full join ${present} s on ${same}
  cross join lateral (
    values ${each.join(', ')},
      ${created}
  ) c ("column", expected, found, is_determined)
)
select key, at::text, "column", left(expected, 40) as expected, left(found, 40) as found, ${TOTAL}
from compared
where is_determined and expected is distinct from found
order by compared.at ${LIMIT}`;
}
