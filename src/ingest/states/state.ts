import type { Ingest } from './ingest.ts';
import type { Reading } from './reading.ts';
import type { ModeRules } from './store.ts';

/** States of an ingest, each with its data. `states.ts` lists the states; docs/architecture.md has a table. */
export interface StateData {
  readonly resuming: null;
  readonly backfilling: Reading;
  readonly 'near the head': Reading;
  readonly live: Reading;
  readonly draining: Ended;
}

export type StateName = keyof StateData;
/** Modes, by the lag of the stream behind the clock. */
export type ModeName = 'backfilling' | 'near the head' | 'live';

/** A reading that receives no further block. */
export interface Ended {
  readonly reading: Reading;
  /** Rules by which the remaining blocks are stored. */
  readonly rules: ModeRules;
  /** Error that ended the feed, if it did not end by itself or by the signal. */
  readonly problem: { readonly error: unknown } | null;
}

/** A state and its data. */
export type RunState<Name extends StateName = StateName> = {
  [N in Name]: { readonly name: N; readonly data: StateData[N] };
}[Name];

export interface State<Data> {
  /** States that may follow; null: the ingest has finished. */
  readonly next: readonly (StateName | null)[];
  /** Runs the state, and returns the next one. Throws the error that ends the ingest. */
  readonly run: (ingest: Ingest, data: Data) => Promise<RunState | null>;
}

/** A state in which blocks are received and stored, one at a time. */
export interface Mode extends State<Reading>, ModeRules {
  readonly name: ModeName;
  /** Returns the mode for a block that is `behind` milliseconds behind the clock. */
  readonly after: (behind: number) => ModeName;
}
