import type { Queryable } from '../../db/writer.ts';
import { beginBalanceSnapshot, continueBalanceSnapshot, keepBalances } from './balance-snapshot.ts';
import type { Closing } from './closing.ts';
import { beginEntityStakes, continueEntityStakes, keepStakeStates } from './entity-stakes.ts';
import type { RowKeys } from './slices.ts';

/** How much of what closings began is done at a time. */
export interface SliceLimits {
  /** Rows looked at by one statement. */
  readonly rows: number;
  /** Milliseconds after which no further statement is begun in one transaction. */
  readonly milliseconds: number;
  /**
   * While the stream is far behind all of it is done beside the next batch, with so many rows looked
   * at by one statement; no rows need be kept before they change then.
   */
  readonly rowsBehind?: number;
}

/** A statement takes some 20 ms: no block waits much longer than `milliseconds` for what is computed. */
export const DEFAULT_SLICES: SliceLimits = { rows: 1000, milliseconds: 100, rowsBehind: 20_000 };

const ALL: SliceLimits = { rows: 100_000, milliseconds: Number.POSITIVE_INFINITY };

/** What is under way in a database. */
export interface UnderWay {
  readonly snapshot: boolean;
  readonly stakes: boolean;
}

export const NOTHING_UNDER_WAY: UnderWay = { snapshot: false, stakes: false };

export async function selectUnderWay(client: Queryable): Promise<UnderWay> {
  const { rows } = await client.query<UnderWay>(
    `select exists (select from tain.snapshot_under_way) as snapshot,
            exists (select from tain.stakes_under_way) as stakes`,
  );
  return rows[0] ?? NOTHING_UNDER_WAY;
}

/**
 * Keeps what is under way from seeing changes after its instant: to be called before the rows of
 * `keys` change, on the connection whose transaction changes them. All statements are given at once,
 * so that those that follow may be given without waiting.
 */
export function keepRows(client: Queryable, underWay: UnderWay, keys: RowKeys): Promise<unknown> {
  const kept: Promise<unknown>[] = [];
  if (underWay.snapshot) kept.push(keepBalances(client, keys));
  if (underWay.stakes) kept.push(keepStakeStates(client, keys.accounts));
  return Promise.all(kept);
}

/**
 * Begins what a block's closing asks for, on the connection whose transaction stored the block. What
 * an earlier one began is finished first. `accounts`: all entities that the batch changed.
 */
export async function beginClosing(
  client: Queryable,
  closing: Closing,
  accounts: readonly bigint[],
): Promise<void> {
  const { at, snapshot, stakeUpdates, treasury, stakingReward } = closing;
  for (const update of stakeUpdates) {
    while (!(await continueEntityStakes(client, ALL.rows)));
    await beginEntityStakes(client, update, stakingReward, accounts);
  }
  if (!snapshot) return;
  while (!(await continueBalanceSnapshot(client, ALL.rows)));
  await beginBalanceSnapshot(client, at, treasury);
}

/** Goes on with what is under way, in the connection's open transaction. True when all of it is done. */
export async function continueClosings(client: Queryable, limits: SliceLimits): Promise<boolean> {
  const deadline = performance.now() + limits.milliseconds;
  let done = false;
  do {
    done =
      (await continueBalanceSnapshot(client, limits.rows)) &&
      (await continueEntityStakes(client, limits.rows));
  } while (!done && performance.now() < deadline);
  return done;
}
