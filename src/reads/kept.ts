import { selectAbilities } from '../access/abilities.ts';
import { sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { later } from '../kernel/timestamp.ts';
import { KEPT_FAMILIES, type KeptFamily } from '../schema/kept-tables.ts';

/** What is kept of a family of rows. Times are consensus times in nanoseconds. */
export interface KeptRows {
  /** Rows of earlier times are gone, or may go at any moment. */
  readonly from: bigint;
  /** Since when every row is stored; null while settings leave some out. */
  readonly wholeFrom: bigint | null;
}

/** What is kept of the history. */
export interface Kept {
  readonly families: Readonly<Record<KeptFamily, KeptRows>>;
  /** The first block that was ever stored, where its row is gone. */
  readonly firstBlock: { readonly number: bigint; readonly consensusStart: bigint } | undefined;
}

const ALL: KeptRows = { from: 0n, wholeFrom: 0n };

/** What a database keeps that knows neither retention nor filters: one of the public mirror node. */
const EVERYTHING: Kept = {
  families: Object.fromEntries(KEPT_FAMILIES.map((family) => [family, ALL])) as Kept['families'],
  firstBlock: undefined,
};

/** Reads what is kept. */
export async function selectKept(select: Select): Promise<Kept> {
  const { retention } = await selectAbilities(select);
  if (!retention) return EVERYTHING;
  const rows = await select(
    sql`select k.family, k.kept_from, k.whole_from, b.index, b.consensus_start
      from tain.kept k
      left join tain.first_block b on true`,
  );
  const families = Object.fromEntries(
    rows.map(([family, from, wholeFrom]) => [
      family,
      { from: BigInt(from ?? 0), wholeFrom: wholeFrom ? BigInt(wholeFrom) : null },
    ]),
  );
  const [number, start] = rows[0]?.slice(3) ?? [];
  return {
    families: { ...EVERYTHING.families, ...families },
    firstBlock: number && start ? { number: BigInt(number), consensusStart: BigInt(start) } : undefined,
  };
}

/** From when on all rows of some families are kept; undefined while some of them are left out. */
export function wholeSince({ families }: Kept, ...wanted: readonly KeptFamily[]): bigint | undefined {
  let since = 0n;
  for (const family of wanted) {
    const { from, wholeFrom } = families[family];
    if (wholeFrom === null) return undefined;
    since = later(since, later(from, wholeFrom));
  }
  return since;
}

/** Whether all rows of some families are kept from a time on. */
export function isWholeSince(kept: Kept, time: bigint, ...families: readonly KeptFamily[]): boolean {
  const since = wholeSince(kept, ...families);
  // Where nothing is gone, neither is what was before the ledger began.
  return since !== undefined && (since === 0n || since <= time);
}
