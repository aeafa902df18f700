import { SNAPSHOT_INTERVAL_NS } from '@tain/ledger/balance-snapshots';
import { later } from '@tain/ledger/timestamp';
import { selectAbilities } from '../access/abilities.ts';
import type { Select } from '../connections/select.ts';
import { RETENTION_FAMILIES, type RetentionFamily } from '../schema/kept-tables.ts';
import { sql } from '../sql.ts';

/** Retained part of a family of rows. Times are consensus times in nanoseconds. */
export interface RetainedRows {
  /** Start of the retained rows. Earlier rows are removed, may be removed at any moment, or were never read. */
  readonly from: bigint;
  /** Time since which every row is stored; null while settings exclude some. */
  readonly wholeFrom: bigint | null;
}

/** Start of a database that begins in the middle of the network's history. */
export interface Start {
  /** Consensus start of its first block, in nanoseconds. Earlier state is known only as far as later blocks contain it. */
  readonly at: bigint;
  /** Whether balances began with a balance file of the network, so that those of older accounts are known, too. */
  readonly hasBalances: boolean;
}

/** Retained part of the history. */
export interface RetainedHistory {
  readonly families: Readonly<Record<RetentionFamily, RetainedRows>>;
  /** The first block ever stored; undefined before it, and in a database of the public mirror node. */
  readonly firstBlock: { readonly number: bigint; readonly consensusStart: bigint } | undefined;
  /** Undefined when the first block ever stored is the network's first. */
  readonly start: Start | undefined;
}

const ALL: RetainedRows = { from: 0n, wholeFrom: 0n };

/** Contents of a database without retention or filters, such as one of the public mirror node. */
const EVERYTHING: RetainedHistory = {
  families: Object.fromEntries(
    RETENTION_FAMILIES.map((family) => [family, ALL]),
  ) as RetainedHistory['families'],
  firstBlock: undefined,
  start: undefined,
};

/** Returns whether no block is stored yet, so that the first block may still determine where the database begins. */
export function isBeforeFirstBlock(retained: RetainedHistory): boolean {
  return retained !== EVERYTHING && retained.firstBlock === undefined;
}

/** Reads which part of the history is retained. */
export async function selectRetained(select: Select): Promise<RetainedHistory> {
  const { retention } = await selectAbilities(select);
  if (!retention) return EVERYTHING;
  const rows = await select(
    sql`select k.family, k.kept_from, k.whole_from, b.index, b.consensus_start, b.is_genesis,
        s.consensus_timestamp >= b.consensus_start - ${SNAPSHOT_INTERVAL_NS}
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

/**
 * Returns the retained history as if the network had begun with the first stored block: for comparisons among stored
 * rows, which are complete from there.
 */
export function sinceFirstBlock(retained: RetainedHistory): RetainedHistory {
  const { start } = retained;
  if (start === undefined) return retained;
  const families = Object.fromEntries(
    RETENTION_FAMILIES.map((family) => {
      const { from, wholeFrom } = retained.families[family];
      return [family, { from: from === start.at ? 0n : from, wholeFrom }];
    }),
  );
  return { ...retained, families: families as RetainedHistory['families'] };
}

/** Returns the time since which all rows of some families are retained; undefined while some of them are excluded. */
export function wholeSince(
  { families }: RetainedHistory,
  ...names: readonly RetentionFamily[]
): bigint | undefined {
  let since = 0n;
  for (const family of names) {
    const { from, wholeFrom } = families[family];
    if (wholeFrom === null) return undefined;
    since = later(since, later(from, wholeFrom));
  }
  return since;
}

/** Returns whether all rows of some families are retained since a time. */
export function isWholeSince(
  retained: RetainedHistory,
  time: bigint,
  ...families: readonly RetentionFamily[]
): boolean {
  const since = wholeSince(retained, ...families);
  // If no row was removed, the history is also complete at times before the ledger's beginning.
  return since !== undefined && (since === 0n || since <= time);
}
