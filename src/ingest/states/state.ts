import type { Ingest } from './ingest.ts';
import type { Reading } from './reading.ts';
import type { ModeRules } from './store.ts';

/** What the ingest is doing, each with what it needs for it. `states.ts` has the states; docs/architecture.md a table. */
export interface StateData {
  readonly resuming: null;
  readonly backfilling: Reading;
  readonly 'near the head': Reading;
  readonly live: Reading;
  readonly draining: Ended;
}

export type StateName = keyof StateData;
/** How far behind the clock the stream is. */
export type ModeName = 'backfilling' | 'near the head' | 'live';

/** A reading that takes no further block. */
export interface Ended {
  readonly reading: Reading;
  /** How the rest is stored. */
  readonly rules: ModeRules;
  /** What ended the feed, if not its own end or the signal. */
  readonly problem: { readonly error: unknown } | null;
}

/** A state and its data. */
export type RunState<Name extends StateName = StateName> = {
  [N in Name]: { readonly name: N; readonly data: StateData[N] };
}[Name];

export interface State<Data> {
  /** What may follow; null: the ingest is done. */
  readonly next: readonly (StateName | null)[];
  /** Does its work, and answers the next state. Throws what ends the ingest. */
  readonly run: (ingest: Ingest, data: Data) => Promise<RunState | null>;
}

/** A state in which blocks are taken and stored, one at a time. */
export interface Mode extends State<Reading>, ModeRules {
  readonly name: ModeName;
  /** The mode for a block so many milliseconds behind the clock. */
  readonly after: (behind: number) => ModeName;
}
