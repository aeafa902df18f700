import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../../src/store/connections/database.ts';
import { type Cluster, NODES } from './cluster.ts';
import { onNode, urlOf } from './distributed-database.ts';
import { copyRows } from './reading.ts';

/**
 * A database with the layout of the public mirror's second schema: only the tables of the ledger, distributed over
 * several servers, and partitioned if they grow with time. Where its migrations (`db/migration/v2`, 0.160) and those of
 * its first schema create the same columns, the columns of Tain's schema are used.
 */

/**
 * Placement of a table's rows: distributed by a column, a reference table, or on the coordinator alone; and the column of the
 * time by which they are partitioned.
 */
interface Placement {
  readonly by: string | 'everywhere' | null;
  readonly time?: string;
}

const TIME = 'consensus_timestamp';
const by = (column: string): Placement => ({ by: column });
const over = (column: string): Placement => ({ by: column, time: TIME });

/** Tables without an entry are only on the coordinator: address books, nodes, stakes of the network, sidecars. */
const PLACEMENTS: Readonly<Record<string, Placement>> = {
  account_balance: over('account_id'),
  account_balance_file: by('everywhere'),
  assessed_custom_fee: over('payer_account_id'),
  contract: by('id'),
  contract_action: over('payer_account_id'),
  contract_log: over('contract_id'),
  contract_result: over('contract_id'),
  contract_state: by('contract_id'),
  contract_state_change: over('contract_id'),
  contract_transaction: over('entity_id'),
  contract_transaction_hash: by('hash'),
  crypto_allowance: by('owner'),
  crypto_allowance_history: by('owner'),
  crypto_transfer: over('payer_account_id'),
  custom_fee: by('entity_id'),
  custom_fee_history: by('entity_id'),
  entity: by('id'),
  entity_history: by('id'),
  entity_stake: by('id'),
  entity_stake_history: by('id'),
  entity_transaction: over('entity_id'),
  ethereum_transaction: over('payer_account_id'),
  file_data: by('entity_id'),
  hook: by('owner_id'),
  hook_history: by('owner_id'),
  hook_storage: by('owner_id'),
  hook_storage_change: over('owner_id'),
  nft: by('token_id'),
  nft_allowance: by('owner'),
  nft_allowance_history: by('owner'),
  nft_history: by('token_id'),
  prng: by('payer_account_id'),
  record_file: { by: null, time: 'consensus_end' },
  schedule: by('schedule_id'),
  staking_reward_transfer: over('account_id'),
  token: by('token_id'),
  token_account: by('account_id'),
  token_account_history: by('account_id'),
  token_airdrop: by('receiver_account_id'),
  token_airdrop_history: by('receiver_account_id'),
  token_allowance: by('owner'),
  token_allowance_history: by('owner'),
  token_balance: over('account_id'),
  token_history: by('token_id'),
  token_transfer: over('payer_account_id'),
  topic: by('id'),
  topic_history: by('id'),
  topic_message: over('topic_id'),
  topic_message_lookup: by('topic_id'),
  transaction: over('payer_account_id'),
  transaction_hash: over('hash'),
  transaction_signature: by('entity_id'),
};

/** Tables of the first schema that the second lacks. */
const ABSENT: ReadonlySet<string> = new Set(['non_fee_transfer']);
/** Additional columns. */
const FURTHER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  account_balance_file: ['node_id bigint'],
  record_file: ['node_id bigint'],
};
const WITHOUT_KEY: ReadonlySet<string> = new Set(['transaction', 'file_data']);
const OWN_INDEXES: Readonly<Record<string, readonly string[]>> = {
  transaction: [
    '(consensus_timestamp)',
    '(payer_account_id, consensus_timestamp)',
    '(valid_start_ns, payer_account_id)',
    '(type, consensus_timestamp)',
  ],
  // Rows have the first 32 bytes of a hash, and the remaining bytes in another column.
  transaction_hash: ['using hash (hash)'],
};

/** A table of the first schema. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[] | null;
  /** Suffix of the table's name in the name of each index. */
  readonly indexes: readonly string[];
}

/** Columns of domains have their base types here, in all tables. */
const TABLES = `
  select c.relname as name,
    (select array_agg(format('%I %s%s%s', attname, format_type(
        case t.typtype when 'd' then t.typbasetype else atttypid end, case t.typtype when 'd' then t.typtypmod else atttypmod end),
        case when attnotnull then ' not null' end, ' default ' || pg_get_expr(adbin, adrelid)) order by attnum)
      from pg_attribute a join pg_type t on t.oid = atttypid left join pg_attrdef d on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select array_agg(attname::text order by attnum) from pg_index i join pg_attribute on attrelid = indexrelid
      where indrelid = c.oid and indisprimary) as key,
    (select coalesce(array_agg(substring(pg_get_indexdef(indexrelid) from ' (USING .*)$') order by indexrelid), '{}') from pg_index i
      join pg_class x on x.oid = indexrelid where indrelid = c.oid and not indisprimary and x.relname not like 'tain\\_\\_%') as indexes
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by 1`;

/** Types of the columns, as they are declared. */
const TYPES = `
  select format('create type %I as enum (%s)', typname, string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as text
  from pg_type join pg_enum on enumtypid = pg_type.oid where typnamespace = 'public'::regnamespace group by typname`;

/** Returns the key, which includes the columns of distribution and partitioning. */
function keyOf({ name, key }: Table, { by, time }: Placement): readonly string[] | null {
  if (key === null || WITHOUT_KEY.has(name)) return null;
  const further = [by === 'everywhere' ? null : by, time ?? null].filter((column) => column !== null);
  return [...new Set([...key, ...further])];
}

/** Returns the table with which all others with the same distribution column are colocated. It is created first. */
const companionOf = (column: string): string => (column === 'hash' ? 'transaction_hash' : 'entity');

function statementsFor(table: Table, bounds: readonly bigint[]): string[] {
  const { name, columns, indexes } = table;
  const placement = PLACEMENTS[name] ?? { by: null };
  const { by, time } = placement;
  const key = keyOf(table, placement);
  const lines = [
    ...columns,
    ...(FURTHER_COLUMNS[name] ?? []),
    ...(key === null ? [] : [`primary key (${key.join(', ')})`]),
  ];
  const parted = time === undefined ? '' : ` partition by range (${time})`;
  const statements = [
    `create table ${name} (${lines.join(', ')})${parted}`,
    ...(OWN_INDEXES[name] ?? indexes).map((index) => `create index on ${name} ${index}`),
  ];
  if (time !== undefined) {
    for (const [n, from] of [0n, ...bounds].entries()) {
      const to = bounds[n] ?? 'maxvalue';
      statements.push(`create table ${name}_p${n} partition of ${name} for values from (${from}) to (${to})`);
    }
  }
  if (by === 'everywhere') statements.push(`select create_reference_table('${name}')`);
  else if (by !== null) {
    const companion = companionOf(by);
    const other = companion === name ? 'none' : companion;
    statements.push(`select create_distributed_table('${name}', '${by}', colocate_with => '${other}')`);
  }
  return statements;
}

export interface SecondSchema {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates an empty database with that layout and with partitions that end at `bounds` (nanoseconds), and copies the
 * rows of a database of Tain. Returns its address.
 */
export async function makeSecondSchema(
  cluster: Cluster,
  from: ConnectionTarget,
  bounds: readonly bigint[],
): Promise<SecondSchema> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  for (const node of NODES) {
    await onNode(cluster, node, 'postgres', `create database ${name} template template0 encoding 'UTF8'`);
    await onNode(cluster, node, name, 'create extension citus');
  }
  const address = (node: number) => `'127.0.0.1', ${cluster.port + node}`;
  await onNode(cluster, 0, name, `select citus_set_coordinator_host(${address(0)})`);
  for (const node of NODES.slice(1))
    await onNode(cluster, 0, name, `select citus_add_node(${address(node)})`);

  const source = new pg.Client(connectionConfig(from));
  await source.connect();
  const types = (await source.query<{ text: string }>(TYPES)).rows.map(({ text }) => text);
  const all = (await source.query<Table>(TABLES)).rows;
  await source.end();
  const tables = all.filter((table) => !ABSENT.has(table.name));
  const isFirst = (table: Table) => table.name === companionOf(PLACEMENTS[table.name]?.by ?? '');
  const statements = [
    'create extension if not exists btree_gist',
    'create extension if not exists pg_trgm',
    'set citus.shard_count = 2',
    `set citus.multi_shard_modify_mode = 'sequential'`,
    ...types,
    ...[...tables.filter(isFirst), ...tables.filter((table) => !isFirst(table))].flatMap((table) =>
      statementsFor(table, bounds),
    ),
  ];
  const client = new pg.Client({ connectionString: urlOf(cluster, name) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
  const has = new Set(tables.map((table) => table.name));
  await copyRows(from, urlOf(cluster, name), { has: (table) => has.has(table) });
  return {
    name,
    url: urlOf(cluster, name),
    async drop() {
      for (const node of NODES) await onNode(cluster, node, 'postgres', `drop database ${name} with (force)`);
    },
  };
}
