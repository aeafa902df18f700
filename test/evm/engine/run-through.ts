import type { Precompile } from '../../../src/evm/engine/precompiles/precompile.ts';

/** Runs a precompile to its end, without pauses. */
export function runThrough(run: ReturnType<Precompile['run']>): Uint8Array | undefined {
  for (;;) {
    const step = run.next();
    if (step.done === true) return step.value;
  }
}
