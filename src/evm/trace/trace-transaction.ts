import type { Select } from '../../db/connections/select.ts';
import { decodeEntityId, printEntityId } from '../../kernel/entity-id.ts';
import { RESPONSE_CODES } from '../../kernel/response-code.ts';
import { HOOK_CONTRACT } from '../../ledger/system-contracts.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { type CallEnd, CallTimeout, executeCall } from '../call/execute-call.ts';
import { refused } from '../call/refusal.ts';
import { UnknownPast } from '../state/unknown-past.ts';
import { selectReasons } from './recorded-reasons.ts';
import { type RecordedTransaction, selectRecorded } from './recorded-transaction.ts';
import { type Replay, replayOf } from './replay.ts';
import { traceWatchers } from './trace-entries.ts';
import type { TraceRequest } from './trace-request.ts';

/** Where traces come from. */
export interface TraceSource {
  readonly select: Select;
  /** The ledger as it was just before a consensus time (nanoseconds), in the block of that time. */
  readonly worldBefore: (timestamp: bigint) => Promise<CallWorld>;
}

/** Takes pieces of the answer, in order; waits until there is room for more. */
export type PieceWriter = (piece: string) => Promise<void>;

/** Characters of a piece, about. */
const PIECE = 64 * 1024;
const NOBODY = '0'.repeat(40);

/**
 * Executes a recorded transaction once more and writes the trace, as JSON. It is executed twice: first without a trace,
 * which takes a small part of the time, because the answer begins with how it ended; so whatever can fail has failed
 * before the first piece is written. Throws `CallRefusal`.
 */
export async function traceTransaction(
  request: TraceRequest,
  { select, worldBefore }: TraceSource,
  limits: CallLimits,
  write: PieceWriter,
): Promise<void> {
  try {
    const recorded = await selectRecorded(select, request.transaction);
    const world = await worldBefore(recorded.timestamp);
    const replay = await replayOf(recorded, world, select);
    const { call } = replay;
    const end = call && (await executeCall(call, world, limits));
    refuseContradiction(recorded, end);
    const reasons = await selectReasons(select, recorded.timestamp);
    const pieces = new Pieces(write);
    await pieces.add(beginOf(replay, end));
    let isFirst = true;
    const watchers = traceWatchers(request, reasons, (entry) => {
      const comma = isFirst ? '' : ',';
      isFirst = false;
      return pieces.add(comma + entry);
    });
    if (call !== undefined) await executeCall(call, world, limits, watchers);
    await pieces.add(`],"return_value":"0x${Buffer.from(end?.output ?? []).toString('hex')}"}`);
    await pieces.flush();
  } catch (error) {
    if (error instanceof UnknownPast) throw refused('unknown', error.message);
    if (error instanceof CallTimeout) throw refused('unavailable');
    throw error;
  }
}

/** Statuses of what came to its end, be it that a caller undid it. */
const DONE: ReadonlySet<string> = new Set([
  'SUCCESS',
  'REVERTED_SUCCESS',
  'SUCCESS_BUT_MISSING_EXPECTED_OPERATION',
]);

/**
 * Hooks run in ways that are not simulated; and what ends otherwise than it was recorded ran otherwise, as a child of
 * another transaction may have. No trace is better than a false one. Throws `CallRefusal`.
 */
function refuseContradiction({ result }: RecordedTransaction, end: CallEnd | undefined): void {
  if (result.contract !== undefined && decodeEntityId(result.contract).num === HOOK_CONTRACT) {
    throw refused('not-simulated', 'Executions of hooks (0x16d) are not traced.');
  }
  const recorded = RESPONSE_CODES[result.status] ?? String(result.status);
  if (DONE.has(recorded) === (end?.status === 'SUCCESS')) return;
  const ended = end === undefined ? 'reaches no code' : `ends with ${end.status}`;
  throw refused(
    'not-simulated',
    `It was recorded with ${recorded}, but ${ended} when it is executed again: a trace would contradict the record.`,
  );
}

/** The fields before the entries. */
function beginOf({ recipient, entity }: Replay, end: CallEnd | undefined): string {
  const contract = entity === undefined ? 'null' : `"${printEntityId(entity)}"`;
  const failed = end?.status !== 'SUCCESS';
  return `{"address":"0x${recipient ?? NOBODY}","contract_id":${contract},"failed":${failed},"gas":${end?.gasUsed ?? 0n},"opcodes":[`;
}

/** Puts texts together into pieces worth sending. */
class Pieces {
  readonly #write: PieceWriter;
  #texts: string[] = [];
  #size = 0;

  constructor(write: PieceWriter) {
    this.#write = write;
  }

  /** Gives a promise where the writer has to wait. */
  add(text: string): void | Promise<void> {
    this.#texts.push(text);
    this.#size += text.length;
    return this.#size < PIECE ? undefined : this.flush();
  }

  flush(): Promise<void> {
    const piece = this.#texts.join('');
    this.#texts = [];
    this.#size = 0;
    return this.#write(piece);
  }
}
