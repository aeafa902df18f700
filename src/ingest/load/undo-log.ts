import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Undo log of the ingest of a local network: row triggers record each change of a row while the network may return to an
 * earlier block. A transaction that sets `tain.undo` is recorded, all others are not, so that writers other than the
 * ingest pay for the evaluation of a condition only.
 *
 * A record has the places (`ctid`) of the old and the new version of a row, and the old version as text. Undoing removes
 * the rows at all new places, and stores those old versions again that were not themselves new. That is exact for every
 * table, also for one without a key, because all changes are recorded: a row at a recorded place is a later version.
 *
 * Undoing gives the restored rows new places, for which earlier positions need records, too. It replaces the undone
 * records by one move for each restored row: `origin` is the position of the record that made the row, or 0 if the row is older than
 * the log. A further move of the row replaces the first, so that the log does not grow with the number of returns.
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
    old text,
    origin bigint
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

/** `origin` of a move until `settle_moves`. */
const NEW_MOVE = -1;

/**
 * Gives each new move after a position its origin, and removes the row's earlier move. The record that made a row is the last one
 * with its place.
 */
const SETTLE_FUNCTION_SQL = `
  create or replace function tain.settle_moves(after bigint) returns void language sql
    set enable_hashjoin = on set enable_seqscan = on as $$
    with maker as (
      select n.position as moved, max(u.position) as position
      from tain.undo_log n
      left join tain.undo_log u on u.relation = n.relation and u.made = n.gone and u.position <= after
      where n.position > after and n.origin = ${NEW_MOVE} group by n.position
    ), replaced as (
      delete from tain.undo_log u using maker where u.position = maker.position and u.origin is not null
      returning u.position, u.origin
    )
    update tain.undo_log n set origin = coalesce(replaced.origin, maker.position, 0)
    from maker left join replaced using (position) where n.position = maker.moved
  $$`;

/**
 * Undoes the changes after a position, and stores the number of returns, whose row may itself be undone. Columns that
 * PostgreSQL computes are left to it. Not recorded by triggers: the function writes the moves itself. Rows are inserted, and
 * their places returned, in the order of the query.
 */
const UNDO_FUNCTION_SQL = `
  create or replace function tain.undo_changes(after bigint, returns bigint) returns void language plpgsql
    set enable_hashjoin = on set enable_seqscan = on set tain.undo = 'off' as $$
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
        'with undone as (
           select position, made, gone, old, origin from tain.undo_log
           where position > $1 and position <= $2 and relation = $3
         ), back as (
           select g.gone, g.old, g.origin, row_number() over (order by g.position) as number
           from undone g left join (
             select made, min(position) as first from undone where made is not null group by made
           ) m on m.made = g.gone and m.first < g.position
           where g.gone is not null and case when g.origin is null then m.made is null else g.origin <= $1 end
         ), restored as (
           insert into %1$s (%2$s) overriding system value
           select %2$s from (select (back.old::%1$s).* from back order by back.number) ordered
           returning ctid
         ), placed as (
           select ctid as made, row_number() over () as number from restored
         )
         insert into tain.undo_log (relation, made, gone, old, origin)
         select $3, made, gone, old, coalesce(origin, ${NEW_MOVE}) from back join placed using (number)', one, names)
        using after, last, one;
    end loop;
    delete from tain.undo_log where position > after and position <= last;
    perform tain.settle_moves(coalesce(last, 0));
    last := (select max(position) from tain.undo_log);
    with known as (
      select tableoid, ctid, f::text as old from tain.first_block f
    ), counted as (
      update tain.first_block set returns = undo_changes.returns returning ctid
    )
    insert into tain.undo_log (relation, made, gone, old, origin)
    select known.tableoid, counted.ctid, known.ctid, known.old, ${NEW_MOVE} from known, counted;
    perform tain.settle_moves(coalesce(last, 0));
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

/** Statements that create the log and its functions. Those before the functions replace the log of an earlier release. */
const STATEMENTS = [
  LOG_SQL,
  'alter table tain.undo_log add column if not exists origin bigint',
  'drop function if exists tain.undo_changes(bigint)',
  RECORD_FUNCTION_SQL,
  SETTLE_FUNCTION_SQL,
  UNDO_FUNCTION_SQL,
];

/**
 * Creates what the undo log needs and the database lacks, in the open transaction, and empties the log. Records of an
 * earlier process are of no use, because its network's snapshots ended with it.
 */
export async function prepareUndoLog(writer: Queryable): Promise<void> {
  for (const statement of STATEMENTS) await writer.query(statement);
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

/** Undoes all changes after a position, and stores the number of returns. The earlier positions remain valid. */
export async function undoChanges(writer: Queryable, after: bigint, returns: bigint): Promise<void> {
  await writer.query('select tain.undo_changes($1, $2)', [after.toString(), returns.toString()]);
}

/** Returns the number of times that the database went back. Its row may itself be undone. */
export async function selectReturns(writer: Queryable): Promise<bigint> {
  const { rows } = await writer.query<{ returns: string }>('select returns::text from tain.first_block');
  return BigInt(rows[0]?.returns ?? 0);
}
