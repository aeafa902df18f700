import { join, sql } from '../../access/sql.ts';
import { NANOS_PER_MILLISECOND } from '../../kernel/timestamp.ts';
import { LOOKUP } from '../../query/dialects/lookup.ts';
import { notFound } from '../../query/problem.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { route } from '../route/route.ts';
import { JOIN_ENTITY, SCHEDULE_FIELDS } from './schedule.json.ts';

const { afterPrefix, NUMERIC_ENTITY, strict } = LOOKUP.types;

/** How long after its expiration a schedule can surely no longer be executed. */
const GRACE = 60n * 1000n * NANOS_PER_MILLISECOND;
/** How long one without an expiration of its own lives (30 minutes), and the grace. */
const LIFETIME = 31n * 60n * 1000n * NANOS_PER_MILLISECOND;
/** Seconds for which an answer may be kept that changes no more, and one that may. */
const FINAL_AGE = 3600;
const OPEN_AGE = 1;

/** GET /schedules/{scheduleId}: one scheduled transaction. */
export const getSchedule = route({
  path: '/api/v1/schedules/{scheduleId}',
  dialect: LOOKUP,
  maxAge: OPEN_AGE,
  // How long others may keep it depends on the clock.
  cached: false,
  tag: 'schedules',
  summary: 'Get a schedule',
  description: 'The transaction that it holds, as base64, and the signatures collected so far.',
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
  async answer({ pathValues: { scheduleId } }, { lookUp, clock }) {
    const { columns, write } = objectWriter(SCHEDULE_FIELDS);
    const [row] = await lookUp(
      sql`select ${join([...columns])}, coalesce(e.deleted, false) or c.executed_timestamp is not null,
          c.expiration_time, c.consensus_timestamp
        from schedule c ${JOIN_ENTITY} where c.schedule_id = ${scheduleId}`,
    );
    if (row === undefined) throw notFound();
    const [done, expiration, created] = row.slice(-3);
    // The latest expiration there can be is the end of int64: nothing is added to it in SQL.
    const end = expiration ? BigInt(expiration) + GRACE : BigInt(created ?? 0) + LIFETIME;
    const expired = end <= BigInt(clock()) * NANOS_PER_MILLISECOND;
    return { body: write(row), maxAge: done === 't' || expired ? FINAL_AGE : OPEN_AGE };
  },
});
