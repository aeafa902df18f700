import type { Assessment } from '../health/assess.ts';
import type { Uptime } from '../health/uptime.ts';
import type { State } from '../state/model.ts';
import type { Identity, Stale } from '../state/public-json.ts';

/** Parts of all pages that do not depend on the state. */
export interface Site extends Identity {
  /** Whether there are links to the query service. */
  readonly hasHome: boolean;
  readonly stylesheet: { readonly path: string; readonly text: string };
}

/** Data of the pages. */
export interface View {
  readonly site: Site;
  readonly state: State;
  readonly stale: Stale | null;
  readonly uptime: Uptime;
  readonly assessment: Assessment;
  /** Present time in milliseconds. */
  readonly now: number;
}
