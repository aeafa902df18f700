import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import { sql } from '../../store/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import { notFound } from '../query/problem.ts';
import { route } from '../route/route.ts';
import { JOIN_ENTITY, SCHEDULE_FIELDS } from './schedule.json.ts';

const { afterPrefix, NUMERIC_ENTITY, strict } = LOOKUP.types;

/** Nanoseconds after its expiration at which a schedule certainly can no longer be executed. */
const GRACE_NS = 60n * 1000n * NANOS_PER_MILLISECOND;
/** Lifetime of a schedule without its own expiration (30 minutes), plus the grace period, in nanoseconds. */
const LIFETIME_NS = 31n * 60n * 1000n * NANOS_PER_MILLISECOND;
/** Maximum age in caches of an answer that is final, and of an answer that may change. */
const FINAL_AGE_SECONDS = 3600;
const OPEN_AGE_SECONDS = 1;

/** GET /schedules/{scheduleId}: one scheduled transaction. */
export const getSchedule = route({
  path: '/api/v1/schedules/{scheduleId}',
  dialect: LOOKUP,
  maxAgeSeconds: OPEN_AGE_SECONDS,
  // The maximum age of the answer depends on the clock.
  cached: false,
  tag: 'schedules',
  summary: 'Get a schedule',
  description: 'A schedule with its transaction, as base64, and the signatures collected so far.',
  queryFirst: true,
  pathParameters: {
    scheduleId: {
      type: afterPrefix(strict(NUMERIC_ENTITY)),
      name: 'scheduleid',
      description: 'Id of the schedule.',
    },
  },
  parameters: {},
  schema: objectSchema(SCHEDULE_FIELDS),
  async answer({ pathValues: { scheduleId } }, { lookup, clock }) {
    const { selected, write } = objectWriter(SCHEDULE_FIELDS);
    const [row] = await lookup(
      sql`select ${selected}, coalesce(e.deleted, false) or c.executed_timestamp is not null,
          c.expiration_time, c.consensus_timestamp
        from schedule c ${JOIN_ENTITY} where c.schedule_id = ${scheduleId}`,
    );
    if (row === undefined) throw notFound();
    const [done, expiration, created] = row.slice(-3);
    // An expiration may be the maximum int64, so the sum is not computed in SQL.
    const end = expiration ? BigInt(expiration) + GRACE_NS : BigInt(created ?? 0) + LIFETIME_NS;
    const expired = end <= BigInt(clock()) * NANOS_PER_MILLISECOND;
    return {
      body: write(row),
      maxAgeSeconds: done === 't' || expired ? FINAL_AGE_SECONDS : OPEN_AGE_SECONDS,
    };
  },
});
