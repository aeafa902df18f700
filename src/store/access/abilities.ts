import type { Select } from '../connections/select.ts';
import { FALSE, formed, join, raw, type Sql, sql } from '../sql.ts';
import { either } from './gather-or-scan.ts';

/** Table whose presence shows each ability. A database of the public mirror node has none of these tables. */
const TABLES = {
  /** Searches accounts and holders by their current balance. */
  balanceIndex: 'tain.balance_index',
  /** Balance snapshots are stored in partitions whose names follow from the time. */
  snapshotPartitions: 'tain.migration',
  /** Records the retained part of the history. */
  retention: 'tain.kept',
  /** Stores which nodes signed the stored blocks. */
  signatures: 'tain.signature_day',
} as const;

/** Index whose presence shows each ability. */
const INDEXES = {
  /** Searches tokens by a prefix of their symbol or name. */
  tokenTerms: 'tain__token_name_term',
  /** Searches topics and contracts by a prefix of their memo. */
  memoTerms: 'tain__entity_contract_memo',
  /** Lists the transfers of a token by time. */
  tokenTransfers: 'tain__transaction_nft_token',
  /** Lists the transfers of an account by time. */
  accountTransfers: 'tain__transaction_nft_several_time',
} as const;

type Ability = keyof typeof TABLES | keyof typeof INDEXES;

/**
 * Abilities of a database. They are read once, because only a migration changes them, and a migration ends the readers.
 */
export type Abilities = Readonly<Record<Ability, boolean>>;

/** A condition that also holds only where partitions are read under their own names. */
export const ifReadsPartitions = formed((condition: Sql) => condition);

/** Reads the abilities of a database. */
export async function selectAbilities(select: Select): Promise<Abilities> {
  const tables = Object.entries(TABLES).map(([name, table]) => {
    const exists = raw(`to_regclass('${table}') is not null`);
    return name === 'snapshotPartitions' ? ifReadsPartitions(exists) : exists;
  });
  // Sessions that read a distributed database do not find the index by its name alone.
  const indexes = Object.values(INDEXES).map((index) =>
    raw(`exists (select from pg_class where relname = '${index}')`),
  );
  const names = [...Object.keys(TABLES), ...Object.keys(INDEXES)];
  const exist = [...tables, ...indexes];
  const [row] = await select(sql`select ${join(exist)}`);
  return Object.fromEntries(names.map((name, at) => [name, row?.[at] === 't'])) as Abilities;
}

/** A table of schema `tain` that may be distributed, as a FROM item. */
export const ownTable = formed((name: string) => raw(`tain.${name}`));

/** Condition that the balance index has the balances of the last block. The ingest updates the index while it runs. */
const INDEX_IS_CURRENT = sql`exists (select from ${ownTable('balance_index')} where is_current)`;

/** Selects whether a database has a current balance index: one row, with one column. */
export function selectIndexIsCurrent({ balanceIndex }: Abilities): Sql {
  return sql`select ${balanceIndex ? INDEX_IS_CURRENT : FALSE}`;
}

/** A SELECT by the balance index, if the database has it and it is current; otherwise `scan`. */
export function byBalanceIndex({ balanceIndex }: Abilities, indexed: () => Sql, scan: Sql): Sql {
  return balanceIndex ? either(INDEX_IS_CURRENT, indexed(), scan) : scan;
}
