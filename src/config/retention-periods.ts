import { contradiction, type Periods } from '../ingest/retention/policy.ts';
import { Failure } from '../kernel/failure.ts';
import { RETENTION_FAMILIES, type RetentionFamily } from '../store/schema/kept-tables.ts';

/**
 * Returns the retention period of each family of rows, in nanoseconds; null: for ever. Throws `Failure` when a family
 * would be retained longer than another one whose rows it names.
 */
export function retentionPeriods(
  overall: bigint | null,
  single: ReadonlyMap<RetentionFamily, bigint | null> | null,
): Periods {
  const periods = Object.fromEntries(
    RETENTION_FAMILIES.map((family) => {
      const own = single?.get(family);
      return [family, own === undefined ? overall : own];
    }),
  ) as Periods;
  const [family, named] = contradiction(periods) ?? [];
  if (family === undefined) return periods;
  throw new Failure(
    'usage',
    `Settings TAIN_RETENTION and TAIN_RETENTION_OF must not retain ${family} longer than ${named}, whose rows they refer to.`,
  );
}
