import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../../store/reads/block-mark.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/** A process with the role ingest, as it reports itself. */
export interface IngestProcess {
  readonly instance: string;
  /** Host and process id. */
  readonly name: string;
  readonly state: 'writing' | 'standby';
  readonly since: Date;
  /** Seconds since its last heartbeat, by the database's clock. */
  readonly silentFor: number;
  /** Number of the last block received from its source, for the writer. */
  readonly taken: bigint | null;
  /** Number of a block that its source has and the writer has not received, for a standby. */
  readonly ahead: bigint | null;
}

/** Report of a process about itself. */
export type ProcessReport = Pick<IngestProcess, 'instance' | 'name' | 'state' | 'taken' | 'ahead'> & {
  readonly since: Date;
};

export type HandoverReason = 'asked' | 'source';

/** Seconds without a heartbeat after which a process does not count. */
export const SILENT_AFTER_SECONDS = 10;
/** Seconds in which only the successor may take the role. */
const HANDOVER_SECONDS = 20;
/** Minimum seconds between two handovers because of a source, so that the role does not alternate. */
const HOLD_SECONDS = 60;

/** Stores a heartbeat, and removes the rows of processes that ended long ago. */
export async function reportProcess(client: Queryable, report: ProcessReport): Promise<void> {
  const { instance, name, state, since, taken, ahead } = report;
  await client.query(
    `with gone as (delete from tain.ingest_process where seen_at < clock_timestamp() - interval '1 day')
     insert into tain.ingest_process as p (instance, name, state, since, seen_at, taken, ahead, ahead_since)
     values ($1, $2, $3, $4, clock_timestamp(), $5, $6, case when $6::bigint is not null then clock_timestamp() end)
     on conflict (instance) do update set state = excluded.state, since = excluded.since, seen_at = excluded.seen_at,
       taken = excluded.taken, ahead = excluded.ahead,
       ahead_since = case when excluded.ahead is not null then coalesce(p.ahead_since, excluded.ahead_since) end`,
    [instance, name, state, since, taken?.toString() ?? null, ahead?.toString() ?? null],
  );
}

/**
 * Makes earlier writers silent, because this process has the role: a killed one would be shown as a second writer until
 * its last heartbeat is too old. A process that lives reports itself again.
 */
export async function silenceOthers(client: Queryable, instance: string): Promise<void> {
  await client.query(
    `update tain.ingest_process
     set seen_at = least(seen_at, clock_timestamp() - make_interval(secs => ${SILENT_AFTER_SECONDS}))
     where state = 'writing' and instance <> $1`,
    [instance],
  );
}

/** Removes the row of a process that ends. */
export async function forgetProcess(client: Queryable, instance: string): Promise<void> {
  await client.query('delete from tain.ingest_process where instance = $1', [instance]);
}

/** Returns all processes of the last day: first the writer, then the standbys, the longest-standing first. */
export async function selectProcesses(client: Queryable): Promise<IngestProcess[]> {
  const { rows } = await client.query<
    Omit<IngestProcess, 'taken' | 'ahead'> & { taken: string | null; ahead: string | null }
  >(
    `select instance, name, state, since, taken::text, ahead::text,
            extract(epoch from clock_timestamp() - seen_at)::float8 as "silentFor"
     from tain.ingest_process order by state desc, since, instance`,
  );
  return rows.map(({ taken, ahead, ...rest }) => ({
    ...rest,
    taken: taken === null ? null : BigInt(taken),
    ahead: ahead === null ? null : BigInt(ahead),
  }));
}

/** Returns the last stored block. */
export async function selectStored(client: Queryable): Promise<BlockMark | null> {
  const { rows } = await client.query<{ consensus_end: string; index: string }>(LAST_BLOCK_SQL);
  const [last] = rows;
  return last === undefined ? null : markOf([last.consensus_end, last.index]);
}

/**
 * Makes a process the next writer: the present one releases the role, and no other process takes it in the meantime. A
 * handover because of a source is refused when the writer has received block `ahead`, or soon after another handover;
 * then returns false.
 */
export async function beginHandover(
  client: Queryable,
  successor: string,
  reason: HandoverReason,
  ahead: bigint | null = null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into tain.ingest_handover as h (successor, reason, begun_at, until)
     select $1, $2, clock_timestamp(), clock_timestamp() + make_interval(secs => ${HANDOVER_SECONDS})
     where $2 = 'asked' or exists (
       select from tain.ingest_process
       where state = 'writing' and seen_at > clock_timestamp() - make_interval(secs => ${SILENT_AFTER_SECONDS})
         and coalesce(taken, -1) < $3)
     on conflict (one) do update
     set successor = excluded.successor, reason = excluded.reason, begun_at = excluded.begun_at, until = excluded.until
     where h.until < clock_timestamp() and (
       excluded.reason = 'asked' or h.begun_at < clock_timestamp() - make_interval(secs => ${HOLD_SECONDS}))`,
    [successor, reason, ahead?.toString() ?? null],
  );
  return rowCount === 1;
}

/** Ends a handover, because the successor has the role: others may take it again when it ends. */
export async function endHandover(client: Queryable, successor: string): Promise<void> {
  await client.query(
    'update tain.ingest_handover set until = clock_timestamp() where successor = $1 and until > clock_timestamp()',
    [successor],
  );
}
