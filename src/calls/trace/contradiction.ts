import { decodeEntityId } from '@tain/ledger/entity-id';
import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { HOOK_CONTRACT } from '@tain/ledger/system-contracts';
import { type CallRefusal, refused } from '../../calls/refusal.ts';
import type { TraceOptions } from '../../calls/simulation.ts';
import type { CallEnd } from '../call/execute-call.ts';
import type { RecordedResult, RecordedTransaction } from './recorded-transaction.ts';
import type { Replay } from './replay.ts';

/** Statuses of a completed execution, even if its caller reverted. */
const DONE: ReadonlySet<string> = new Set([
  'SUCCESS',
  'REVERTED_SUCCESS',
  'SUCCESS_BUT_MISSING_EXPECTED_OPERATION',
]);

const REVERTED = 'CONTRACT_REVERT_EXECUTED';
/** Maximum bytes of an output that a refusal quotes. */
const MAX_QUOTED_BYTES = 64;

/**
 * Refuses hooks, whose execution is not simulated: 501 for opcodes; 404 for accounts, as in the public mirror node.
 * Throws `CallRefusal`.
 */
export function refuseHook({ result }: RecordedTransaction, { kind }: TraceOptions): void {
  if (result.contract === undefined || decodeEntityId(result.contract).num !== HOOK_CONTRACT) return;
  throw refused(
    kind === 'opcodes' ? 'not-simulated' : 'unknown',
    'Executions of hooks (0x16d) are not traced.',
  );
}

/**
 * Refuses transactions that end differently than recorded, because a child of another transaction, for example, may
 * have run on a state that is not stored. No trace is better than a wrong one. Throws `CallRefusal`.
 */
export function refuseContradiction(
  { result }: RecordedTransaction,
  { call }: Replay,
  end: CallEnd | undefined,
): void {
  const status = RESPONSE_CODES[result.status] ?? String(result.status);
  if (kindOfEnd(status) !== kindOfEnd(end?.status)) {
    throw contradiction(status, end === undefined ? 'reaches no code' : `ends with ${end.status}`);
  }
  const recorded = recordedOutput(result, kindOfEnd(status), call);
  if (recorded === undefined || Buffer.from(end?.output ?? []).equals(recorded)) return;
  throw contradiction(quoted(recorded), `ends with ${quoted(end?.output)}`);
}

/**
 * Returns the kind of an execution's end. Kinds are compared, because halts have several statuses, some of which are
 * limits of the network alone.
 */
function kindOfEnd(status: string | undefined): 'done' | 'reverted' | 'failed' {
  if (status === REVERTED) return 'reverted';
  return status !== undefined && DONE.has(status) ? 'done' : 'failed';
}

/** Returns the bytes that the execution must end with; undefined if the record does not show them. */
function recordedOutput(
  { output, revertData }: RecordedResult,
  kind: ReturnType<typeof kindOfEnd>,
  call: Replay['call'],
): Uint8Array | undefined {
  if (kind !== 'done') return kind === 'reverted' ? revertData : undefined;
  // Some records of creations omit the code.
  return call?.to === undefined && output?.length === 0 ? undefined : output;
}

function contradiction(recorded: string, ended: string): CallRefusal {
  return refused(
    'not-simulated',
    `It was recorded with ${recorded}, but ${ended} when it is executed again: a trace would contradict the record.`,
  );
}

function quoted(output: Uint8Array | undefined): string {
  const digits = Buffer.from(output ?? []).toString('hex', 0, MAX_QUOTED_BYTES);
  return `output 0x${digits}${(output?.length ?? 0) > MAX_QUOTED_BYTES ? '…' : ''}`;
}
