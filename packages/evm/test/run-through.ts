import type { Precompile } from '../src/precompiles/precompile.ts';

/** Runs a precompile to its end, without pauses. */
export function runThrough(run: ReturnType<Precompile['run']>): Uint8Array | undefined {
  for (;;) {
    const step = run.next();
    if (step.done === true) return step.value;
  }
}
