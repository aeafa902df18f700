import type { TraceOptions } from '../../ledger/simulation.ts';
import { opcodeLog } from './opcode-log.ts';
import { prestate } from './prestate.ts';

/** A trace of role `evm` as clients get it; `trace` undefined: none, as of a transaction that was not executed. */
export function traceJson(trace: unknown, options: TraceOptions): object {
  return options.kind === 'opcodes' ? opcodeLog(trace, options) : prestate(trace, options.diff);
}
