import { selectAbilities } from '../access/abilities.ts';
import { sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { later } from '../kernel/timestamp.ts';
import { SNAPSHOT_INTERVAL } from '../ledger/balance-snapshots.ts';
import { KEPT_FAMILIES, type KeptFamily } from '../schema/kept-tables.ts';

/** What is kept of a family of rows. Times are consensus times in nanoseconds. */
export interface KeptRows {
  /** Rows of earlier times are gone, may go at any moment, or were never read. */
  readonly from: bigint;
  /** Since when every row is stored; null while settings leave some out. */
  readonly wholeFrom: bigint | null;
}

/** Start of a database that begins in the middle of the network's history. */
export interface Start {
  /** Consensus start of its first block, in nanoseconds. What is older is known only as far as later blocks tell it. */
  readonly at: bigint;
  /** Whether balances began with a balance file of the network: those of older accounts are then known, too. */
  readonly hasBalances: boolean;
}

/** What is kept of the history. */
export interface Kept {
  readonly families: Readonly<Record<KeptFamily, KeptRows>>;
  /** The first block that was ever stored; undefined before it, and in a database of the public mirror node. */
  readonly firstBlock: { readonly number: bigint; readonly consensusStart: bigint } | undefined;
  /** Undefined where the first block that was ever stored is the network's first. */
  readonly start: Start | undefined;
}

const ALL: KeptRows = { from: 0n, wholeFrom: 0n };

/** What a database keeps that knows neither retention nor filters: one of the public mirror node. */
const EVERYTHING: Kept = {
  families: Object.fromEntries(KEPT_FAMILIES.map((family) => [family, ALL])) as Kept['families'],
  firstBlock: undefined,
  start: undefined,
};

/** Whether nothing is stored yet, so that the first block may come, and tell where the database begins. */
export function isBeforeFirstBlock(kept: Kept): boolean {
  return kept !== EVERYTHING && kept.firstBlock === undefined;
}

/** Reads what is kept. */
export async function selectKept(select: Select): Promise<Kept> {
  const { retention } = await selectAbilities(select);
  if (!retention) return EVERYTHING;
  const rows = await select(
    sql`select k.family, k.kept_from, k.whole_from, b.index, b.consensus_start, b.is_genesis,
        s.consensus_timestamp >= b.consensus_start - ${SNAPSHOT_INTERVAL}
      from tain.kept k
      left join tain.first_block b on true
      left join tain.balance_seed s on true`,
  );
  const [number, consensusStart, isGenesis, hasBalances] = rows[0]?.slice(3) ?? [];
  const firstBlock =
    number && consensusStart ? { number: BigInt(number), consensusStart: BigInt(consensusStart) } : undefined;
  const start =
    firstBlock !== undefined && isGenesis === 'f'
      ? { at: firstBlock.consensusStart, hasBalances: hasBalances === 't' }
      : undefined;
  const families = Object.fromEntries(
    rows.map(([family, from, wholeFrom]) => [
      family,
      { from: later(BigInt(from ?? 0), start?.at ?? 0n), wholeFrom: wholeFrom ? BigInt(wholeFrom) : null },
    ]),
  );
  return { families: { ...EVERYTHING.families, ...families }, firstBlock, start };
}

/** As if the network had begun with the first stored block: for comparisons of what is stored, which is whole from there. */
export function sinceFirstBlock(kept: Kept): Kept {
  const { start } = kept;
  if (start === undefined) return kept;
  const families = Object.fromEntries(
    KEPT_FAMILIES.map((family) => {
      const { from, wholeFrom } = kept.families[family];
      return [family, { from: from === start.at ? 0n : from, wholeFrom }];
    }),
  );
  return { ...kept, families: families as Kept['families'] };
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
