import type { Network } from '@tain/ledger/network';
import {
  REFERENCED_FAMILY,
  RETENTION_FAMILIES,
  type RetentionFamily,
} from '../../store/schema/kept-tables.ts';

/** Retention periods, in nanoseconds of consensus time before the last block; null: for ever. */
export type Periods = Readonly<Record<RetentionFamily, bigint | null>>;

/** Policy by which the retention job removes rows. */
export interface RetentionPolicy extends Network {
  readonly periods: Periods;
  /** Milliseconds between a rise of `kept_from` and the removal, longer than any response takes. */
  readonly graceMs: number;
  /** Minimum rise of `kept_from` in nanoseconds, for tables that are scanned by key, or by version. */
  readonly rise: bigint;
}

/**
 * Returns a family that would be retained longer than a family whose rows its own rows name, and that family. Undefined
 * if there is none.
 */
export function contradiction(periods: Periods): readonly [RetentionFamily, RetentionFamily] | undefined {
  for (const family of RETENTION_FAMILIES) {
    const named = REFERENCED_FAMILY[family];
    const max = named && periods[named];
    if (named === undefined || max === null || max === undefined) continue;
    const own = periods[family];
    if (own === null || own > max) return [family, named];
  }
  return undefined;
}

/** Returns whether the policy ever removes rows. */
export function removesAny(periods: Periods): boolean {
  return Object.values(periods).some((period) => period !== null);
}
