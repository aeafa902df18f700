import { MAX_AFTER_VALID_START_NS } from '@tain/ledger/transaction-id';
import { refused } from '../../calls/refusal.ts';
import type { TraceRequest } from '../../calls/simulation.ts';
import type { Select } from '../../store/connections/select.ts';
import { sql, where } from '../../store/sql.ts';
import type { CallLimits, CallWorld } from '../call/call-world.ts';
import { CallTimeout, executeCall } from '../call/execute-call.ts';
import { LedgerOverlay } from '../state/ledger-overlay.ts';
import { UnknownPast } from '../state/unknown-past.ts';
import { ChunkBuffer, type ChunkWriter } from './chunk-buffer.ts';
import { refuseContradiction, refuseHook } from './contradiction.ts';
import { type EthereumSender, writePrestate } from './prestate.ts';
import { selectReasons } from './recorded-reasons.ts';
import { type RecordedTransaction, selectRecorded } from './recorded-transaction.ts';
import { type Replay, replayOf } from './replay.ts';
import { writeOpcodes } from './write-opcodes.ts';

/** Source of traces. */
export interface TraceSource {
  readonly select: Select;
  /** Returns the ledger just before a consensus time (nanoseconds), in the block of that time. */
  readonly worldBefore: (timestamp: bigint) => Promise<CallWorld>;
}

/**
 * Executes a recorded transaction again and writes the trace as JSON. All failures happen before the first chunk is
 * written. Throws `CallRefusal`.
 */
export async function traceTransaction(
  { transaction, options }: TraceRequest,
  { select, worldBefore }: TraceSource,
  limits: CallLimits,
  write: ChunkWriter,
): Promise<void> {
  try {
    const recorded = await selectRecorded(select, transaction);
    refuseHook(recorded, options);
    const world = await worldBefore(recorded.timestamp);
    const replay = await replayOf(recorded, world, select);
    const state = new LedgerOverlay(world.reader);
    const end = replay.call && (await executeCall(replay.call, world, limits, {}, state));
    refuseContradiction(recorded, replay, end);
    const chunks = new ChunkBuffer(write);
    if (options.kind === 'prestate') {
      const children = await selectPrecedingChildren(select, recorded);
      for (const id of children?.entities ?? []) await state.accounts.get(id);
      const { reader: before } = children === undefined ? world : await worldBefore(children.first);
      await writePrestate(options, { sender: senderOf(recorded, replay), before, after: state }, chunks);
    } else {
      const reasons = await selectReasons(select, recorded.timestamp);
      await writeOpcodes(options, { replay, world, end, reasons }, limits, chunks);
    }
    await chunks.flush();
  } catch (error) {
    if (error instanceof UnknownPast) throw refused('unknown', error.message);
    if (error instanceof CallTimeout) throw refused('unavailable');
    throw error;
  }
}

function senderOf({ ethereum }: RecordedTransaction, { call }: Replay): EthereumSender | undefined {
  if (ethereum === undefined || call?.from === undefined) return undefined;
  return { address: call.from, nonce: ethereum.nonce };
}

/** Children that the network executed before their parent, such as delegations of accounts (EIP-7702). */
interface PrecedingChildren {
  /** Consensus time of the first one, in nanoseconds. */
  readonly first: bigint;
  /** Packed ids of the entities that they created or changed. */
  readonly entities: readonly bigint[];
}

/** Reads the preceding children of a transaction; undefined without any, or if the transaction is not retained. */
async function selectPrecedingChildren(
  select: Select,
  { timestamp, row }: RecordedTransaction,
): Promise<PrecedingChildren | undefined> {
  if (row === undefined) return undefined;
  // A schedule's creation and its execution have the same id.
  const conditions = [
    sql`payer_account_id = ${row.id.payer}`,
    sql`valid_start_ns = ${row.id.validStart}`,
    sql`consensus_timestamp >= ${timestamp - MAX_AFTER_VALID_START_NS}`,
    sql`consensus_timestamp < ${timestamp}`,
    sql`nonce > ${row.nonce}`,
    sql`scheduled = ${row.isScheduled}`,
  ];
  const rows = await select(
    sql`select consensus_timestamp, entity_id from transaction${where(conditions)} order by consensus_timestamp`,
  );
  const [first] = rows;
  if (!first?.[0]) return undefined;
  return {
    first: BigInt(first[0]),
    entities: rows.flatMap(([, entity]) => (entity ? [BigInt(entity)] : [])),
  };
}
