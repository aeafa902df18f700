import type { Assessment } from '../health/assess.ts';
import type { Uptime } from '../health/uptime.ts';
import type { State } from '../state/model.ts';
import type { Identity, Stale } from '../state/public-json.ts';

/** Everything that can be shown. */
export interface View {
  readonly state: State;
  readonly stale: Stale | null;
  readonly identity: Identity;
  readonly uptime: Uptime;
  readonly assessment: Assessment;
  /** Milliseconds. */
  readonly now: number;
  /** Whether there are links to the query service. */
  readonly hasHome: boolean;
  readonly stylesheet: { readonly path: string; readonly text: string };
}

/** What every page needs. */
export type Frame = Pick<View, 'identity' | 'hasHome' | 'stylesheet'>;
