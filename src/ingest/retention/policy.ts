import type { Network } from '../../ledger/network.ts';
import { KEPT_FAMILIES, type KeptFamily, NAMED_FAMILY } from '../../schema/kept-tables.ts';

/** How long rows are kept, in nanoseconds of consensus time before the last block; null: for ever. */
export type Periods = Readonly<Record<KeptFamily, bigint | null>>;

/** How the retention job removes rows. */
export interface RetentionPolicy extends Network {
  readonly periods: Periods;
  /** Milliseconds between a rise of `kept_from` and the removal: longer than any answer takes. */
  readonly grace: number;
  /** Where rows are looked for key by key, or version by version: nanoseconds by which `kept_from` rises at least. */
  readonly rise: bigint;
}

/** Why periods cannot be kept: a family would outlive one whose rows it names. Undefined if they can. */
export function contradiction(periods: Periods): readonly [KeptFamily, KeptFamily] | undefined {
  for (const family of KEPT_FAMILIES) {
    const named = NAMED_FAMILY[family];
    const longest = named && periods[named];
    if (named === undefined || longest === null || longest === undefined) continue;
    const own = periods[family];
    if (own === null || own > longest) return [family, named];
  }
  return undefined;
}

/** Whether anything is ever removed. */
export function removesAny(periods: Periods): boolean {
  return Object.values(periods).some((period) => period !== null);
}
