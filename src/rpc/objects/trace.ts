import type { TraceOptions } from '../../calls/simulation.ts';
import type { TracerConfig } from '../method/tracer-options.ts';
import { opcodeLog } from './opcode-log.ts';
import { prestate } from './prestate.ts';

/**
 * Returns a trace of role `evm` in the form for clients. `trace` is undefined when there is none, as for a transaction
 * that was not executed.
 */
export function traceJson(trace: unknown, options: TraceOptions, config: TracerConfig): object {
  return options.kind === 'opcodes' ? opcodeLog(trace, options) : prestate(trace, config);
}
