import type { Select } from '../db/connections/select.ts';
import { either } from './either.ts';
import { onSeveral } from './forms.ts';
import { ownTable } from './own-table.ts';
import { FALSE, join, raw, type Sql, sql } from './sql.ts';

/** What one database can do and another cannot, with the table that it takes: one of a public mirror node has none of ours. */
const TABLES = {
  /** Finds accounts and holders by their present balance. */
  balanceIndex: 'tain.balance_index',
  /** Its balance snapshots are in partitions whose names follow from the time. */
  snapshotPartitions: 'tain.migration',
  /** Tells what is kept of the history. */
  retention: 'tain.kept',
  /** Tells who signed stored blocks. */
  signatures: 'tain.signature_day',
} as const;

type Ability = keyof typeof TABLES;

/** What a database can do. It is asked once: what it can do changes only with a migration, and that ends the readers. */
export type Abilities = Readonly<Record<Ability, boolean>>;

/** Asks a database what it can do. */
export async function selectAbilities(select: Select): Promise<Abilities> {
  const names = Object.keys(TABLES) as Ability[];
  const exist = names.map((name) => {
    const exists = raw(`to_regclass('${TABLES[name]}') is not null`);
    // Partitions that are made later are not among the tables that a distributed database is read through.
    return name === 'snapshotPartitions' ? onSeveral(exists, () => FALSE) : exists;
  });
  const [row] = await select(sql`select ${join(exist)}`);
  return Object.fromEntries(names.map((name, at) => [name, row?.[at] === 't'])) as Abilities;
}

/** Whether the balance index has the balances of the last block: it is made beside the ingest. */
const INDEX_IS_CURRENT = sql`exists (select from ${ownTable('balance_index')} where is_current)`;

/** A SELECT along the balance index, where the database has it and while it is current; else the scan in its place. */
export function byBalanceIndex({ balanceIndex }: Abilities, indexed: () => Sql, scan: Sql): Sql {
  return balanceIndex ? either(INDEX_IS_CURRENT, indexed(), scan) : scan;
}
