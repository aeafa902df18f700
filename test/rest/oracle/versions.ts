import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { entityOf } from './acted-on.ts';
import { num, type Recorded } from './history.ts';
import type { World } from './world.ts';

/**
 * Times at which entities were changed. A mirror creates a new version of an entity with each successful transaction
 * that sets one of its fields, and with each reward that restarts its staking; balances and nonces change within a
 * version. Derived from the records, because the ledger's rows also change with balances.
 */
export interface Versions {
  /** Returns the starts of an entity's versions, oldest first. */
  of(entity: number): readonly bigint[];
  /** Returns the start of the version valid at a time, and its end; null while it is valid. */
  at(entity: number, moment: bigint): { readonly from: bigint; readonly to: bigint | null } | undefined;
  /** Returns the times at which an account's balance changed or the account was created, oldest first. */
  balanceTimes(account: number): readonly bigint[];
}

const known = new WeakMap<World, Versions>();

export function versionsOf(world: World): Versions {
  let versions = known.get(world);
  if (versions === undefined) {
    versions = find(world);
    known.set(world, versions);
  }
  return versions;
}

function find({ ledger, recorded }: World): Versions {
  const changes = new Map<number, bigint[]>();
  const balances = new Map<number, bigint[]>();
  const note = (map: Map<number, bigint[]>, entity: number, at: bigint): void => {
    const times = map.get(entity);
    if (times === undefined) map.set(entity, [at]);
    else if (times.at(-1) !== at) times.push(at);
  };
  for (const item of recorded) {
    if (item.ok) {
      const entity = changedEntity(ledger, item);
      if (entity !== 0) note(changes, entity, item.at);
      if (item.field === 'cryptoCreateAccount' || item.field === 'contractCreateInstance') {
        note(balances, entity, item.at);
      }
    }
    for (const { accountID } of item.record.paidStakingRewards) {
      note(changes, num(accountID?.accountNum), item.at);
    }
    for (const { accountID } of item.record.transferList?.accountAmounts ?? []) {
      note(balances, num(accountID?.accountNum), item.at);
    }
  }
  return {
    of: (entity) => changes.get(entity) ?? [],
    at(entity, moment) {
      const times = changes.get(entity) ?? [];
      const after = times.findIndex((time) => time > moment);
      const from = times[(after < 0 ? times.length : after) - 1];
      return from === undefined ? undefined : { from, to: times[after] ?? null };
    },
    balanceTimes: (account) => balances.get(account) ?? [],
  };
}

/** Transactions that create a new version of their entity. */
const CHANGING = new Set([
  'cryptoCreateAccount',
  'cryptoUpdateAccount',
  'cryptoDelete',
  'contractCreateInstance',
  'contractUpdateInstance',
  'contractDeleteInstance',
  'systemDelete',
  'systemUndelete',
  'fileCreate',
  'fileUpdate',
  'fileDelete',
  'consensusCreateTopic',
  'consensusUpdateTopic',
  'consensusDeleteTopic',
  'tokenCreation',
  'tokenUpdate',
  'tokenDeletion',
  'scheduleCreate',
  'scheduleDelete',
]);

/** Returns the entity of which a successful transaction creates a new version; 0: none. */
function changedEntity(ledger: Ledger, recorded: Recorded): number {
  return CHANGING.has(recorded.field) ? entityOf({ ledger }, recorded) : 0;
}

const failed = new WeakMap<World, ReadonlySet<bigint>>();

/**
 * Returns the times at which a row of the ledger was changed. Changes of failed transactions were undone and do not
 * count.
 */
export function changeTimes(world: World, versions: readonly { readonly from: bigint }[]): bigint[] {
  let times = failed.get(world);
  if (times === undefined) {
    times = new Set(world.recorded.filter(({ ok }) => !ok).map(({ at }) => at));
    failed.set(world, times);
  }
  const failedTimes = times;
  return versions.flatMap(({ from }) => (failedTimes.has(from) ? [] : [from]));
}

/** Returns the ends of the blocks with balance snapshots: the first block of each quarter of an hour. */
export function snapshots({ blocks }: World): bigint[] {
  const quarter = 900_000_000_000n;
  return blocks
    .filter(({ end }, i) => i > 0 && end / quarter > (blocks[i - 1]?.end ?? 0n) / quarter)
    .map(({ end }) => end);
}

/** Returns the newest time at or before a moment. */
export function newestUpTo(times: readonly bigint[], moment: bigint): bigint | undefined {
  return times.filter((time) => time <= moment).at(-1);
}
