import {
  REFERENCED_FAMILY,
  RETENTION_FAMILIES,
  type RetentionFamily,
} from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { stepBalances } from './balances.ts';
import { stepHistory } from './history.ts';
import { clearPartitions, isOfPartitions, selectPartitions, takePartitions } from './partitions.ts';
import type { RetentionPolicy } from './policy.ts';
import { IDLE, type Removing, type Step, selectPass } from './removal.ts';
import { stepSlice } from './slices.ts';
import { stepTopics } from './topics.ts';

/**
 * Retention job: removes rows older than the policy's periods, by the stream's own time, a few in each step.
 *
 * The job is separate from the derived-state jobs (`derived/job.ts`). Those see the state of one instant, which
 * requires the ingest's own transactions. Retention needs no instant, and on its own connection it delays no block. It
 * has the same form: all of its state is in the database, each step is a transaction, and after a kill it continues
 * from there.
 */

/**
 * Order of the removal. Families with rows that other rows name come last, so that no row is shown without the rows
 * that it names.
 */
const ORDER: readonly RetentionFamily[] = [...RETENTION_FAMILIES].reverse();

interface RetainedStart {
  readonly family: RetentionFamily;
  readonly from: string;
  readonly last: string | null;
}

/**
 * Runs one step of one family, in the open transaction. `sweep`: also reads rows below those removed before. `rows`:
 * maximum number of rows, or of transactions with their rows.
 */
export async function stepFamily(
  client: Queryable,
  policy: RetentionPolicy,
  family: RetentionFamily,
  rows: number,
  sweep: boolean,
): Promise<Step> {
  const { rows: found } = await client.query<RetainedStart>(
    `select family, kept_from::text as from,
       (select consensus_end from record_file order by consensus_end desc limit 1)::text as last
     from tain.kept`,
  );
  const period = policy.periods[family];
  const last = found[0]?.last;
  if (!last) return IDLE;
  const retainedFrom = new Map(found.map((row) => [row.family, BigInt(row.from)]));
  const pass = await selectPass(client, family, BigInt(last), policy.graceMs);
  // A pass is completed even after the setting was removed, because the rows are already reported as removed to
  // readers.
  if (period === null && pass === undefined) return IDLE;
  const removing: Removing = {
    last: BigInt(last),
    cutoff: earliest([
      BigInt(last) - (period ?? BigInt(last)),
      ...RETENTION_FAMILIES.filter((other) => REFERENCED_FAMILY[other] === family).map(
        (other) => retainedFrom.get(other) ?? 0n,
      ),
    ]),
    retainedFrom: retainedFrom.get(family) ?? 0n,
    rows,
  };
  if (isOfPartitions(pass)) return clearPartitions(client, family, pass, rows);
  const partitions = pass === undefined ? await selectPartitions(client, family) : undefined;
  if (partitions !== undefined) return takePartitions(client, family, partitions, removing);
  switch (family) {
    case 'topics':
      return stepTopics(client, removing, pass, policy.rise);
    case 'balances':
      return stepBalances(client, policy, removing, pass);
    case 'history':
      return stepHistory(client, removing, pass, policy.rise);
    default:
      return stepSlice(client, family, removing, sweep);
  }
}

/** Returns the families of a policy, in the order in which their rows are removed. */
export function familiesInOrder(): readonly RetentionFamily[] {
  return ORDER;
}

function earliest(times: readonly bigint[]): bigint {
  return times.reduce((least, time) => (time < least ? time : least));
}

/**
 * Records the families of rows that the ingest stores only in part from now on, before it stores anything. Requests
 * that need all rows of such a family are refused. A family that is stored completely again is complete from the next
 * block on.
 */
export async function notePartialFamilies(
  client: Queryable,
  inPart: ReadonlySet<RetentionFamily>,
): Promise<void> {
  const [partly, whole] = [true, false].map((isPart) =>
    RETENTION_FAMILIES.filter((family) => inPart.has(family) === isPart),
  );
  // This is a separate query, because some tables are on one server and others on several. No block is stored in the
  // meantime.
  const { rows } = await client.query<{ next: string }>(
    'select (consensus_end + 1)::text as next from record_file order by consensus_end desc limit 1',
  );
  await client.query(
    `update tain.kept
     set whole_from = case when family = any($1) then null else $3::bigint end
     where family = any($1) and whole_from is not null or family = any($2) and whole_from is null`,
    [partly, whole, rows[0]?.next ?? '0'],
  );
}
