import { type ComponentStatus, severityOf } from '../state/model.ts';
import { jsonOf, type Queryable } from '../state/select-state.ts';

/** Maximum time without a poll, in milliseconds, after which evidence still counts as uninterrupted. */
const MAX_UNSEEN_MS = 30_000;

/** Time that a component must look worse, or better, before its status changes (milliseconds). */
export interface StatusDelays {
  readonly worseAfterMs: number;
  readonly betterAfterMs: number;
}

/**
 * Pending change of a component: evidence differs from its status since some instant (milliseconds).
 *
 * Stored in the database, so that a restart during an outage neither delays nor repeats an announcement.
 */
export interface Pending {
  readonly direction: 'worse' | 'better';
  readonly since: number;
  /** Observed status nearest to the present one. */
  readonly nearest: ComponentStatus;
}

/**
 * Prevents flapping of components: a status changes only after the evidence was better, or worse, for long enough
 * without interruption, and then no further than all of that evidence.
 */
export class Hysteresis {
  readonly #pending: Map<string, Pending>;

  /** Continues from the `pending` of an earlier instance. */
  constructor(pending: Readonly<Record<string, Pending>> = {}) {
    this.#pending = new Map(Object.entries(pending));
  }

  /** Pending changes, by component. */
  get pending(): Readonly<Record<string, Pending>> {
    return Object.fromEntries(this.#pending);
  }

  /**
   * Processes one observation. Returns the new status and the time since which evidence has supported it, or null
   * without a change.
   */
  observe(
    key: string,
    current: ComponentStatus,
    seen: ComponentStatus | null,
    now: number,
    delays: StatusDelays,
  ): { readonly status: ComponentStatus; readonly since: number } | null {
    if (seen === null || seen === current) {
      this.#pending.delete(key);
      return null;
    }
    const isWorse = severityOf(seen) > severityOf(current);
    const direction = isWorse ? 'worse' : 'better';
    const before = this.#pending.get(key);
    let pending: Pending = { direction, since: now, nearest: seen };
    if (before?.direction === direction) {
      const isNearer = severityOf(before.nearest) < severityOf(seen) === isWorse;
      // An instant in the future counts as now, because it means that the clock was set back.
      const since = Math.min(before.since, now);
      pending = { direction, since, nearest: isNearer ? before.nearest : seen };
    }
    if (now - pending.since < (isWorse ? delays.worseAfterMs : delays.betterAfterMs)) {
      this.#pending.set(key, pending);
      return null;
    }
    this.#pending.delete(key);
    return { status: pending.nearest, since: pending.since };
  }

  /** Removes components that no longer exist. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#pending.keys()) if (!keys.has(key)) this.#pending.delete(key);
  }
}

/**
 * Reads the pending changes of the last poll of any process, so that a restart during an outage does not start the wait
 * again. Returns none when that poll was too long before `now`.
 */
export async function selectPending(client: Queryable, now: number): Promise<Record<string, Pending>> {
  const { rows } = await client.query<{
    pending: { readonly at: number; readonly components: Record<string, Pending> } | null;
  }>('select pending from tain.status_page');
  const stored = rows[0]?.pending ?? null;
  return stored === null || Math.abs(now - stored.at) > MAX_UNSEEN_MS ? {} : stored.components;
}

/** Stores pending changes at the instant `now`. No new version, because nothing visible changes. */
export async function storePending(
  client: Queryable,
  now: number,
  components: Readonly<Record<string, Pending>>,
): Promise<void> {
  const stored = Object.keys(components).length === 0 ? null : { at: now, components };
  await client.query('update tain.status_page set pending = $1', [jsonOf(stored)]);
}
