import { backfilling } from './backfilling.ts';
import { draining } from './draining.ts';
import type { Ingest } from './ingest.ts';
import { live } from './live.ts';
import { nearTheHead } from './near-the-head.ts';
import { resuming } from './resuming.ts';
import type { Mode, ModeName, RunState, State, StateData, StateName } from './state.ts';

export const MODES: Readonly<Record<ModeName, Mode>> = { backfilling, 'near the head': nearTheHead, live };

export const STATES: { readonly [Name in StateName]: State<StateData[Name]> } = {
  resuming,
  ...MODES,
  draining,
};

/** Runs one state and returns the next, or null when the ingest has finished. Throws the error that ends the ingest. */
export async function runState<Name extends StateName>(
  ingest: Ingest,
  { name, data }: RunState<Name>,
): Promise<RunState | null> {
  const state: State<StateData[Name]> = STATES[name];
  const next = await state.run(ingest, data);
  const to = next?.name ?? null;
  if (!state.next.includes(to)) throw new Error(`An ingest that is ${name} cannot become one that is ${to}`);
  return next;
}
