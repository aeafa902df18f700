import { timestampText } from '../../access/domain.ts';
import type { Sql } from '../../access/sql.ts';
import type { Schema } from '../../query/kind.ts';
import type { Field } from './field.ts';
import { computed } from './scalars.ts';

/** Fields that the Java families write in a way of their own. */

const TIMESTAMP_SCHEMA: Schema = { type: 'string', pattern: '^\\d{1,10}\\.\\d{1,9}$' };

/** JSON of PostgreSQL's text of a time; the time 0 is `"0.0"`. */
export function javaTimestampJson(nanos: string | null | undefined): string {
  if (nanos === null || nanos === undefined) return 'null';
  return nanos === '0' ? '"0.0"' : `"${timestampText(nanos)}"`;
}

/** A time in nanoseconds. */
export function javaTimestamp(column: Sql, schema: Schema = {}): Field<string | null> {
  return computed([column], (nanos) => javaTimestampJson(nanos ?? null), {
    ...TIMESTAMP_SCHEMA,
    nullable: true,
    ...schema,
  });
}

const RANGE = /^[[(](\d*),(\d*)[\])]$/;

/** `{"from","to"}` of an `int8range` of nanoseconds; an end that is open is null. */
export function javaTimestampRange(
  column: Sql,
  schema: Schema = {},
): Field<{ from: string | null; to: string | null } | null> {
  return computed(
    [column],
    (range) => {
      if (range === null || range === undefined) return 'null';
      const [, from = '', to = ''] = RANGE.exec(range) ?? [];
      return `{"from":${javaTimestampJson(from || null)},"to":${javaTimestampJson(to || null)}}`;
    },
    {
      type: 'object',
      properties: {
        from: TIMESTAMP_SCHEMA,
        to: { ...TIMESTAMP_SCHEMA, nullable: true },
      },
      required: ['from', 'to'],
      nullable: true,
      ...schema,
    },
  );
}

/** `{"from","to"}` of the day after a staking period's end; null without one. */
export function stakingPeriod(column: Sql): Field<{ from: string; to: string } | null> {
  return computed(
    [column],
    (end) => {
      if (end === null || end === undefined) return 'null';
      const from = BigInt(end) + 1n;
      return `{"from":${javaTimestampJson(String(from))},"to":${javaTimestampJson(String(from + DAY))}}`;
    },
    {
      type: 'object',
      description: 'The day that the stakes hold for.',
      properties: { from: TIMESTAMP_SCHEMA, to: TIMESTAMP_SCHEMA },
      required: ['from', 'to'],
      nullable: true,
    },
  );
}

const DAY = 86_400_000_000_000n;
