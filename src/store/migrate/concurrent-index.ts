import type pg from 'pg';

/** Parts of a statement `create [unique] index NAME on TABLE …`. */
export interface IndexStatement {
  readonly unique: boolean;
  readonly name: string;
  /** Schema of the table, and so of the index. */
  readonly schema: string;
  readonly table: string;
  /** Text after the table: method, columns, condition. */
  readonly definition: string;
}

const STATEMENT =
  /^create (unique )?index ([a-z_][a-z0-9_]*)\s+on (?:([a-z_][a-z0-9_]*)\.)?([a-z_][a-z0-9_]*)\s*((?:using|\().*)$/is;
/** Maximum length of a name in bytes; PostgreSQL truncates longer ones. */
const MAX_NAME_BYTES = 63;

/**
 * Parses the statements of a migration that is built concurrently. Throws when one of them is not `create index NAME on TABLE
 * …`.
 */
export function readIndexStatements(sql: string): IndexStatement[] {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.map((statement) => {
    const [, unique, name, schema = 'public', table, definition] = STATEMENT.exec(statement) ?? [];
    if (name === undefined || table === undefined || definition === undefined) {
      throw new Error(`not a create index statement: ${statement}`);
    }
    return { unique: unique !== undefined, name, schema, table, definition };
  });
}

interface Relation {
  readonly name: string;
  readonly schema: string;
}

/**
 * Builds an index concurrently, on a partitioned table one partition after another. May be killed at any moment and called
 * again: built parts stay, and an invalid index left by a kill is dropped and rebuilt. `client` must not be in a transaction,
 * and only one session may build it. `onBuild` is called with the name of each index before it is built.
 */
export async function buildConcurrently(
  client: pg.Client,
  index: IndexStatement,
  onBuild: (name: string) => void,
): Promise<void> {
  const { name, schema, table } = index;
  const { rows } = await client.query<{ partitioned: boolean }>(
    `select relkind = 'p' as partitioned from pg_class where oid = $1::regclass`,
    [quoted({ schema, name: table })],
  );
  if (!rows[0]?.partitioned) {
    await ensureValid(client, index, { schema, name: table }, name, onBuild);
    return;
  }
  // The index of a partitioned table is valid only once each partition has its part. Later partitions are created with
  // theirs.
  if ((await selectValidity(client, { schema, name })) === null) {
    await client.query(createStatement(index, `only ${quoted({ schema, name: table })}`, name, ''));
  }
  for (const partition of await selectLacking(client, index)) {
    const part = partName(name, table, partition.name);
    await ensureValid(client, index, partition, part, onBuild);
    const child = quoted({ schema: partition.schema, name: part });
    await client.query(`alter index ${quoted({ schema, name })} attach partition ${child}`);
  }
  if ((await selectValidity(client, { schema, name })) !== true) {
    throw new Error(`index ${name} is not valid although all partitions of ${table} have it`);
  }
}

async function ensureValid(
  client: pg.Client,
  index: IndexStatement,
  table: Relation,
  name: string,
  onBuild: (name: string) => void,
): Promise<void> {
  const own = { schema: table.schema, name };
  const validity = await selectValidity(client, own);
  if (validity === true) return;
  // If the build had begun, some shards of a distributed table may lack the index.
  if (validity === false) await client.query(`drop index concurrently if exists ${quoted(own)}`);
  onBuild(name);
  await client.query(createStatement(index, quoted(table), name, 'concurrently '));
}

function createStatement(index: IndexStatement, table: string, name: string, how: string): string {
  const unique = index.unique ? 'unique ' : '';
  return `create ${unique}index ${how}${quoteName(name)} on ${table} ${index.definition}`;
}

/** Returns whether an index is valid; null when there is none. */
async function selectValidity(client: pg.Client, index: Relation): Promise<boolean | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [quoted(index)],
  );
  return rows[0]?.valid ?? null;
}

/** Returns the partitions whose part of the index is not attached yet. */
async function selectLacking(
  client: pg.Client,
  { schema, table, name }: IndexStatement,
): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select n.nspname as schema, c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
     where i.inhparent = $1::regclass and not exists (
       select from pg_inherits part join pg_index x on x.indexrelid = part.inhrelid
       where part.inhparent = $2::regclass and x.indrelid = c.oid)
     order by c.relname`,
    [quoted({ schema, name: table }), quoted({ schema, name })],
  );
  return rows;
}

/** Returns the same name at each attempt, so that the part left by a kill is found. */
function partName(index: string, table: string, partition: string): string {
  const suffix = partition.startsWith(`${table}_`) ? partition.slice(table.length) : `_${partition}`;
  const name = `${index}${suffix}`;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`the name ${name} of an index is too long`);
  return name;
}

function quoted({ schema, name }: Relation): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
