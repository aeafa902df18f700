import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Undo log of the ingest of a local network: row triggers record each change of a row while the network may return to an
 * earlier block. A transaction that sets `tain.undo` is recorded, all others are not, so that writers other than the
 * ingest pay for the evaluation of a condition only.
 *
 * A record has the places (`ctid`) of the old and the new version of a row, and the old version as text. Undoing removes
 * the rows at all new places, and stores those old versions again that were not themselves new. That is exact for every
 * table, also for one without a key, because all changes are recorded: a row at a recorded place is a later version.
 */

/** Tables of schema `tain` that processes write, not the stored stream. */
const OPERATIONAL_TABLES = `'^(api_|ingest_|rpc_|status_|block_node_health$|kept$|migration$|network$|partitioned_table$|repeatable_migration$|retention$|undo_log$|unseen_outage$)'`;

/** Begins the recording of a transaction. */
export const RECORD_SQL = `set local tain.undo = 'on'`;

const LOG_SQL = `
  create unlogged table if not exists tain.undo_log (
    position bigint generated always as identity primary key,
    relation regclass not null,
    made tid,
    gone tid,
    old text
  )`;

const RECORD_FUNCTION_SQL = `
  create or replace function tain.record_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into tain.undo_log (relation, made) values (tg_relid, new.ctid);
    elsif tg_op = 'UPDATE' then
      insert into tain.undo_log (relation, made, gone, old) values (tg_relid, new.ctid, old.ctid, old::text);
    elsif tg_op = 'DELETE' then
      insert into tain.undo_log (relation, gone, old) values (tg_relid, old.ctid, old::text);
    else
      execute format('insert into tain.undo_log (relation, gone, old) select tableoid, ctid, t::text from %s t',
        tg_relid::regclass);
    end if;
    return null;
  end $$`;

/** Undoes the changes after a position, newest places first. Columns that PostgreSQL computes are left to it. */
const UNDO_FUNCTION_SQL = `
  create or replace function tain.undo_changes(after bigint) returns void language plpgsql
    set enable_hashjoin = on set enable_seqscan = on as $$
  declare
    last bigint := (select max(position) from tain.undo_log);
    one regclass;
    names text;
  begin
    for one in select distinct relation from tain.undo_log where position > after and position <= last loop
      execute format(
        'delete from %s where ctid = any (array(select made from tain.undo_log
           where position > $1 and position <= $2 and relation = $3 and made is not null))', one)
        using after, last, one;
      select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
        where attrelid = one and attnum > 0 and not attisdropped and attgenerated = '';
      execute format(
        'insert into %1$s (%2$s) overriding system value
         select %2$s from (
           select (g.old::%1$s).* from tain.undo_log g left join (
             select made, min(position) as first from tain.undo_log
             where position > $1 and position <= $2 and relation = $3 and made is not null group by made
           ) m on m.made = g.gone and m.first < g.position
           where g.position > $1 and g.position <= $2 and g.relation = $3 and g.gone is not null and m.made is null
         ) restored', one, names)
        using after, last, one;
    end loop;
  end $$`;

/** Selects the statements that create the missing triggers. A partitioned table's are created for its partitions, too. */
const MISSING_TRIGGERS_SQL = `
  select format('create trigger %I %s on %s for each %s when (current_setting(''tain.undo'', true) = ''on'')
                 execute function tain.record_change()', t.name, t.event, c.oid::regclass, t.each) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join (values
    ('tain__record_change', 'after insert or update or delete', 'row'),
    ('tain__record_truncate', 'before truncate', 'statement')) as t (name, event, each)
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = 'public' or (n.nspname = 'tain' and c.relname !~ ${OPERATIONAL_TABLES}))
    and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = t.name)`;

/**
 * Creates what the undo log needs and the database lacks, in the open transaction, and empties the log. Records of an
 * earlier process are of no use, because its network's snapshots ended with it.
 */
export async function prepareUndoLog(writer: Queryable): Promise<void> {
  for (const statement of [LOG_SQL, RECORD_FUNCTION_SQL, UNDO_FUNCTION_SQL]) await writer.query(statement);
  const { rows } = await writer.query<{ statement: string }>(MISSING_TRIGGERS_SQL);
  for (const { statement } of rows) await writer.query(statement);
  await emptyUndoLog(writer);
}

export async function emptyUndoLog(writer: Queryable): Promise<void> {
  await writer.query('truncate tain.undo_log');
}

/** Returns the position after the last record. */
export async function selectUndoPosition(writer: Queryable): Promise<bigint> {
  const { rows } = await writer.query<{ last: string }>(
    'select coalesce(max(position), 0)::text as last from tain.undo_log',
  );
  return BigInt(rows[0]?.last ?? 0);
}

/** Undoes all changes after a position. In a transaction that is recorded, the earlier positions remain valid. */
export async function undoChanges(writer: Queryable, after: bigint): Promise<void> {
  await writer.query('select tain.undo_changes($1)', [after.toString()]);
}

/** Returns the number of times that the database went back. Its row may itself be undone. */
export async function selectReturns(writer: Queryable): Promise<bigint> {
  const { rows } = await writer.query<{ returns: string }>('select returns::text from tain.first_block');
  return BigInt(rows[0]?.returns ?? 0);
}

export async function storeReturns(writer: Queryable, returns: bigint): Promise<void> {
  await writer.query('update tain.first_block set returns = $1', [returns.toString()]);
}
