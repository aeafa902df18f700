import { NANOS_PER_STAKING_PERIOD } from '@tain/ledger/staking';
import { timestampText } from '../../store/access/domain.ts';
import type { Sql } from '../../store/sql.ts';
import type { Schema } from '../query/json-schema.ts';
import type { Field } from './field.ts';
import { computed, rangeJson, rangeSchema } from './scalars.ts';

/** Times printed as `"0.0"` if they are 0, as the network dialects do. */

const TIMESTAMP_SCHEMA: Schema = { type: 'string', pattern: '^\\d{1,10}\\.\\d{1,9}$' };

/** JSON of PostgreSQL's text of a time; the time 0 is `"0.0"`. */
export function timestampOrZeroJson(nanos: string | null | undefined): string {
  if (nanos === null || nanos === undefined) return 'null';
  return nanos === '0' ? '"0.0"' : `"${timestampText(nanos)}"`;
}

/** A time in nanoseconds. */
export function timestampOrZero(column: Sql, schema: Schema = {}): Field<string | null> {
  return computed([column], (nanos) => timestampOrZeroJson(nanos ?? null), {
    ...TIMESTAMP_SCHEMA,
    nullable: true,
    ...schema,
  });
}

/** `{"from","to"}` of an `int8range` of nanoseconds; an open end is null. */
export function timestampRangeOrZero(
  column: Sql,
  schema: Schema = {},
): Field<{ from: string | null; to: string | null } | null> {
  return computed(
    [column],
    (range) => (range === null || range === undefined ? 'null' : rangeJson(range, timestampOrZeroJson)),
    { ...rangeSchema(TIMESTAMP_SCHEMA), ...schema },
  );
}

/** `{"from","to"}` of the day after a staking period's end; null without one. */
export function stakingPeriod(column: Sql): Field<{ from: string; to: string } | null> {
  return computed(
    [column],
    (end) => {
      if (end === null || end === undefined) return 'null';
      const from = BigInt(end) + 1n;
      return `{"from":${timestampOrZeroJson(String(from))},"to":${timestampOrZeroJson(String(from + NANOS_PER_STAKING_PERIOD))}}`;
    },
    {
      type: 'object',
      description: 'The day of the stakes.',
      properties: { from: TIMESTAMP_SCHEMA, to: TIMESTAMP_SCHEMA },
      required: ['from', 'to'],
      nullable: true,
    },
  );
}
