import { type ComponentStatus, severityOf, worse } from '../state/model.ts';

/** Time that a component must look worse, or better, before its status changes (milliseconds). */
export interface StatusDelays {
  readonly worseAfterMs: number;
  readonly betterAfterMs: number;
}

/**
 * Pending change of a component: evidence differs from its status since some instant (milliseconds).
 *
 * Stored in the database, so that a restart during an outage neither delays nor repeats an announcement (`pending.ts`).
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
    const direction = severityOf(seen) > severityOf(current) ? 'worse' : 'better';
    const stored = this.#pending.get(key);
    // An instant in the future counts as now, because it means that the clock was set back.
    const before = stored !== undefined && stored.since > now ? { ...stored, since: now } : stored;
    const pending: Pending =
      before?.direction === direction
        ? {
            ...before,
            nearest: direction === 'worse' ? milder(before.nearest, seen) : worse(before.nearest, seen),
          }
        : { direction, since: now, nearest: seen };
    if (now - pending.since < (direction === 'worse' ? delays.worseAfterMs : delays.betterAfterMs)) {
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

function milder(a: ComponentStatus, b: ComponentStatus): ComponentStatus {
  return severityOf(a) <= severityOf(b) ? a : b;
}
