import { MalformedError } from '@tain/ledger/wire-reader';
import {
  bit32,
  type ProvenId,
  part,
  read,
  readEntityId,
  readRepeated,
  readTimestamp,
  readTransactionId,
  whole,
} from './message-fields.ts';

/** State of a topic after a message. */
export interface TopicState {
  readonly sequenceNumber: bigint;
  readonly runningHash: Uint8Array;
}

export interface ReceiptEntry {
  readonly id: ProvenId;
  readonly status: number;
}

/** Number of the state with the queue of receipts. */
const RECEIPTS = 126;

/**
 * Returns the receipts that a `StateChanges` message adds, and its time. Null when it adds none, or has other changes
 * too: then the receipts may be of several units.
 */
export function readReceipts(
  bytes: Uint8Array,
): { readonly at: bigint; readonly entries: readonly ReceiptEntry[] } | null {
  const at = readRepeated(bytes, 1).at(-1);
  const changes = readRepeated(bytes, 2).filter((change) => stateOf(change) === RECEIPTS);
  const [change] = changes;
  if (at === undefined || change === undefined || changes.length > 1) return null;
  const pushes = readRepeated(change, 7);
  const pushed = pushes.length === 1 ? readRepeated(pushes[0] ?? new Uint8Array(), 3) : [];
  const [list] = pushed;
  if (list === undefined || pushed.length > 1) return null;
  return { at: readTimestamp(at), entries: readRepeated(list, 1).map(readEntry) };
}

function stateOf(change: Uint8Array): number {
  let state = 0;
  read(change, (reader) => {
    if (reader.field !== 1) return false;
    state = Number(BigInt.asUintN(32, whole(reader)));
    return true;
  });
  return state;
}

function readEntry(bytes: Uint8Array): ReceiptEntry {
  let id: ProvenId | null = null;
  let status = 0;
  read(bytes, (reader) => {
    if (reader.field === 2) id = readTransactionId(part(reader));
    else if (reader.field === 3) status = bit32(whole(reader));
    else return false;
    return true;
  });
  if (id === null) throw new MalformedError('a receipt names no transaction');
  return { id, status };
}

/** Number of the state of topics. */
const TOPICS = 21;

/**
 * Returns the topics for which a `StateChanges` message has both number and running hash, by id. A partial change
 * (field 4 of `MapUpdateChange`) without one of them is omitted, because a message changes both.
 */
export function readTopics(bytes: Uint8Array): ReadonlyMap<string, TopicState> {
  const topics = new Map<string, TopicState>();
  for (const change of readRepeated(bytes, 2)) {
    if (stateOf(change) !== TOPICS) continue;
    const update = readRepeated(change, 5).at(-1);
    if (update === undefined) continue;
    const key = readRepeated(update, 1).at(-1);
    const id = key && readRepeated(key, 12).at(-1);
    const value = readRepeated(update, 2).at(-1);
    const topic = value && readRepeated(value, 13).at(-1);
    if (id === undefined || topic === undefined) continue;
    const state = readTopic(topic, isPartial(update));
    // A later change of the same topic replaces an earlier one.
    topics.delete(readEntityId(id));
    if (state !== null) topics.set(readEntityId(id), state);
  }
  return topics;
}

function isPartial(update: Uint8Array): boolean {
  let partial = false;
  read(update, (reader) => {
    if (reader.field !== 4) return false;
    partial = whole(reader) !== 0n;
    return true;
  });
  return partial;
}

/** Decodes a topic; returns null where a partial topic lacks its number or its running hash. */
function readTopic(bytes: Uint8Array, partial: boolean): TopicState | null {
  let sequenceNumber: bigint | null = null;
  let runningHash: Uint8Array | null = null;
  read(bytes, (reader) => {
    if (reader.field === 2) sequenceNumber = whole(reader);
    else if (reader.field === 7) runningHash = part(reader);
    else return false;
    return true;
  });
  if (partial && (sequenceNumber === null || runningHash === null)) return null;
  return { sequenceNumber: sequenceNumber ?? 0n, runningHash: runningHash ?? new Uint8Array() };
}

/** Returns the topic state in the `TraceData` message of a submitted message, or null. */
export function readMessageTrace(bytes: Uint8Array): TopicState | null {
  const trace = readRepeated(bytes, 2).at(-1);
  if (trace === undefined) return null;
  let sequenceNumber = 0n;
  let runningHash: Uint8Array = new Uint8Array();
  read(trace, (reader) => {
    if (reader.field === 1) sequenceNumber = whole(reader);
    else if (reader.field === 2) runningHash = part(reader);
    else return false;
    return true;
  });
  return { sequenceNumber, runningHash };
}
