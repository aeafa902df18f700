import { type Component, isOut, type State } from '../state/model.ts';
import type { Stale } from '../state/public-json.ts';
import type { HealthSettings } from '../state/settings.ts';
import type { Past } from './assess.ts';
import type { Evidence } from './evidence.ts';
import { isSilent } from './finding.ts';
import { StreamPace } from './stream-pace.ts';

const DAY = 86_400_000;
/** Maximum number of stored times without evidence. */
const MAX_BLIND = 100;

/** A time range (milliseconds). */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Observations of the status service itself: its clock, times without evidence, the ingest's start. Times in milliseconds. */
export class Observations {
  readonly #pace: StreamPace;
  #past: Past = {
    evenSince: Number.NEGATIVE_INFINITY,
    clockOffsetMs: null,
    seesSince: Number.NEGATIVE_INFINITY,
    ingestSince: null,
  };
  /** Times of the last day without evidence: before the start, and without a database. */
  #blind: readonly Span[] = [];
  #readsSince = Number.NEGATIVE_INFINITY;

  constructor({ lagDegradedMs }: HealthSettings) {
    this.#pace = new StreamPace(lagDegradedMs);
  }

  get past(): Past {
    return this.#past;
  }

  get blind(): readonly Span[] {
    return this.#blind;
  }

  /** Time since which evidence has been read without interruption, also since the start. */
  get readsSince(): number {
    return this.#readsSince;
  }

  /** Records that the clock was set. */
  clockSet(now: number): void {
    const { seesSince, ingestSince } = this.#past;
    this.#pace.clockSet();
    this.#past = {
      evenSince: now,
      clockOffsetMs: null,
      seesSince: Math.min(seesSince, now),
      ingestSince: ingestSince === null ? null : Math.min(ingestSince, now),
    };
    this.#readsSince = Math.min(this.#readsSince, now);
  }

  /** Records the end of a time without evidence. `isStart`: the service did not run before. */
  endBlindness(from: number, now: number, isStart: boolean): void {
    if (!isStart) this.#past = { ...this.#past, seesSince: now };
    this.#readsSince = now;
    const recent = this.#blind.filter(({ until }) => until > now - DAY);
    this.#blind = [...recent, { from, until: now }].slice(-MAX_BLIND);
  }

  /**
   * Records whether the ingest has recent heartbeats, and the pace of its stream. `steady`: milliseconds of the
   * monotonic clock.
   */
  hear({ ingest }: Evidence, settings: HealthSettings, now: number, steady: number): void {
    const { evenSince, ingestSince } = this.#past;
    const isHeard = ingest !== null && !isSilent(ingest.seenAt, { now, evenSince, settings });
    if (isHeard) this.#pace.hear(ingest, now, steady);
    const clockOffsetMs = this.#pace.offsetMs;
    this.#past = { ...this.#past, clockOffsetMs, ingestSince: isHeard ? (ingestSince ?? now) : null };
  }
}

/**
 * Returns the state with a major outage of the components of `keys`, whose roles run in this process and need the
 * database that cannot be read. A status set by an operator stays.
 */
export function withOwnOutage(state: State, keys: readonly string[], { since, why }: Stale): State {
  const outageOf = (component: Component): Component => ({
    ...component,
    status: 'major_outage',
    statusSince: isOut(component.status) ? component.statusSince : since,
    outSince: component.outSince ?? since,
    reason: why,
  });
  const isOwn = ({ key, heldBy }: Component) => key !== null && heldBy === null && keys.includes(key);
  return { ...state, components: state.components.map((it) => (isOwn(it) ? outageOf(it) : it)) };
}
