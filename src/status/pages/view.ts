import type { Assessment } from '../health/assess.ts';
import type { Uptime } from '../health/uptime.ts';
import type { State } from '../state/model.ts';
import type { Identity, Stale } from '../state/public-json.ts';

/** Data of all pages. */
export interface View {
  readonly state: State;
  readonly stale: Stale | null;
  readonly identity: Identity;
  readonly uptime: Uptime;
  readonly assessment: Assessment;
  /** Present time in milliseconds. */
  readonly now: number;
  /** Whether there are links to the query service. */
  readonly hasHome: boolean;
  readonly stylesheet: { readonly path: string; readonly text: string };
}

/** Data that every page needs. */
export type Frame = Pick<View, 'identity' | 'hasHome' | 'stylesheet'>;
