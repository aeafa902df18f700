import { printEntityId } from '@tain/ledger/entity-id';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import type { OpcodeOptions } from '../../calls/simulation.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { type CallEnd, executeCall } from '../call/execute-call.ts';
import type { ChunkBuffer } from './chunk-buffer.ts';
import type { RecordedReasons } from './recorded-reasons.ts';
import type { Replay } from './replay.ts';
import { traceWatchers } from './trace-entries.ts';

/** An execution that is known to end as recorded. */
export interface KnownExecution {
  readonly replay: Replay;
  readonly world: CallWorld;
  /** End of the execution; undefined where no code was reached. */
  readonly end: CallEnd | undefined;
  readonly reasons: RecordedReasons;
}

/**
 * Writes the entry of each operation. Executes the call a second time, because the response begins with how the call
 * ended. The first execution, without entries, takes a small part of the time. Throws `CallTimeout`.
 */
export async function writeOpcodes(
  options: OpcodeOptions,
  { replay, world, end, reasons }: KnownExecution,
  limits: CallLimits,
  chunks: ChunkBuffer,
): Promise<void> {
  await chunks.add(beginOf(replay, end));
  let isFirst = true;
  const watchers = traceWatchers(options, reasons, (entry) => {
    const comma = isFirst ? '' : ',';
    isFirst = false;
    return chunks.add(comma + entry);
  });
  if (replay.call !== undefined) await executeCall(replay.call, world, limits, watchers);
  await chunks.add(`],"return_value":"0x${Buffer.from(end?.output ?? []).toString('hex')}"}`);
}

/** Returns the fields before the entries. */
function beginOf({ recipient, entity }: Replay, end: CallEnd | undefined): string {
  const contract = entity === undefined ? 'null' : `"${printEntityId(entity)}"`;
  const failed = end?.status !== 'SUCCESS';
  return `{"address":"0x${recipient ?? ZERO_ADDRESS}","contract_id":${contract},"failed":${failed},"gas":${end?.gasUsed ?? 0n},"opcodes":[`;
}
