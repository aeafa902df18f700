import { MalformedError } from '../kernel/malformed-error.ts';
import { nanosOf } from '../kernel/timestamp.ts';
import { WireReader } from '../kernel/wire-reader.ts';
import type { LedgerPublication } from './tss/ledger-publication.ts';

// The messages of the network that a proof shows, decoded as far as they say something that is proven. Of a field that comes
// twice the last one counts, as in every decoder of protobuf. All functions throw `MalformedError`.

type Reader = WireReader<Uint8Array>;

/** Reads the fields of a message that `take` knows; it says whether it took one. */
function read(bytes: Uint8Array, take: (reader: Reader) => boolean): void {
  const reader = new WireReader(bytes);
  while (reader.next()) if (!take(reader)) reader.skip();
}

/** The content of a field, and a whole number. One name for all: it is read in browsers, and short. */
const part = (reader: Reader) => reader.content('a field');
const whole = (reader: Reader) => reader.int64('a field');
const bit32 = (value: bigint) => Number(BigInt.asIntN(32, value));
const zigZag = (value: bigint) => {
  const plain = BigInt.asUintN(64, value);
  return (plain >> 1n) ^ -(plain & 1n);
};

/** Nanoseconds of a `Timestamp`. */
export function readTimestamp(bytes: Uint8Array): bigint {
  let [seconds, nanos] = [0n, 0];
  read(bytes, (reader) => {
    if (reader.field === 1) seconds = whole(reader);
    else if (reader.field === 2) nanos = bit32(whole(reader));
    else return false;
    return true;
  });
  return nanosOf(seconds, nanos);
}

/** `seconds.nanoseconds`, as the interface writes times. */
export function timeText(nanos: bigint): string {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return `${(nanos - rest) / 1_000_000_000n}.${rest.toString().padStart(9, '0')}`;
}

/** An id as `shard.realm.num`; of an account that is named by its alias `shard.realm.` and the hex of it. */
export function readId(bytes: Uint8Array): string {
  let [shard, realm, num] = [0n, 0n, 0n];
  let alias = '';
  read(bytes, (reader) => {
    if (reader.field === 1) shard = whole(reader);
    else if (reader.field === 2) realm = whole(reader);
    else if (reader.field === 3) {
      num = whole(reader);
      alias = '';
    } else if (reader.field === 4) alias = hex(part(reader));
    else return false;
    return true;
  });
  return `${shard}.${realm}.${alias === '' ? num : alias}`;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface ProvenId {
  /** `shard.realm.num-seconds-nanoseconds`, as the interface writes it. */
  readonly id: string;
  readonly scheduled: boolean;
  readonly nonce: number;
}

/** A `TransactionID`. */
export function readTransactionId(bytes: Uint8Array): ProvenId {
  let [payer, start, scheduled, nonce] = ['0.0.0', 0n, false, 0];
  read(bytes, (reader) => {
    if (reader.field === 1) start = readTimestamp(part(reader));
    else if (reader.field === 2) payer = readId(part(reader));
    else if (reader.field === 3) scheduled = whole(reader) !== 0n;
    else if (reader.field === 4) nonce = bit32(whole(reader));
    else return false;
    return true;
  });
  return { id: `${payer}-${timeText(start).replace('.', '-')}`, scheduled, nonce };
}

export interface ProvenTransfer {
  readonly account: string;
  /** Tinybars, or the token's smallest unit. */
  readonly amount: string;
  readonly is_approval: boolean;
}

export interface ProvenNftTransfer {
  readonly sender: string;
  readonly receiver: string;
  readonly serial_number: string;
}

export interface ProvenTokenTransfers {
  readonly token: string;
  readonly transfers: readonly ProvenTransfer[];
  readonly nft_transfers: readonly ProvenNftTransfer[];
}

function readTransfer(bytes: Uint8Array): ProvenTransfer {
  let [account, amount, isApproval] = ['0.0.0', 0n, false];
  read(bytes, (reader) => {
    if (reader.field === 1) account = readId(part(reader));
    else if (reader.field === 2) amount = zigZag(whole(reader));
    else if (reader.field === 3) isApproval = whole(reader) !== 0n;
    else return false;
    return true;
  });
  return { account, amount: amount.toString(), is_approval: isApproval };
}

/** A `TransferList`. */
function readTransfers(bytes: Uint8Array, into: ProvenTransfer[]): void {
  read(bytes, (reader) => {
    if (reader.field !== 1) return false;
    into.push(readTransfer(part(reader)));
    return true;
  });
}

function readNftTransfer(bytes: Uint8Array): ProvenNftTransfer {
  let [sender, receiver, serial] = ['0.0.0', '0.0.0', 0n];
  read(bytes, (reader) => {
    if (reader.field === 1) sender = readId(part(reader));
    else if (reader.field === 2) receiver = readId(part(reader));
    else if (reader.field === 3) serial = whole(reader);
    else return false;
    return true;
  });
  return { sender, receiver, serial_number: serial.toString() };
}

function readTokenTransfers(bytes: Uint8Array): ProvenTokenTransfers {
  let token = '0.0.0';
  const transfers: ProvenTransfer[] = [];
  const nftTransfers: ProvenNftTransfer[] = [];
  read(bytes, (reader) => {
    if (reader.field === 1) token = readId(part(reader));
    else if (reader.field === 2) transfers.push(readTransfer(part(reader)));
    else if (reader.field === 3) nftTransfers.push(readNftTransfer(part(reader)));
    else return false;
    return true;
  });
  return { token, transfers, nft_transfers: nftTransfers };
}

/** What became of a transaction. */
export interface ProvenResult {
  /** Number of its `ResponseCodeEnum`; 22 is SUCCESS. */
  readonly status: number;
  readonly consensus_timestamp: string;
  readonly parent_consensus_timestamp: string | null;
  /** Tinybars. */
  readonly charged_tx_fee: string;
  readonly transfers: readonly ProvenTransfer[];
  readonly token_transfers: readonly ProvenTokenTransfers[];
}

/** Fields of `TransactionResult` (blocks) and `TransactionRecord` (record files) that say the same. */
interface ResultFields {
  readonly time: number;
  readonly parent: number;
  readonly fee: number;
  readonly transfers: number;
  readonly tokenTransfers: number;
}
const RESULT: ResultFields = { time: 2, parent: 3, fee: 6, transfers: 7, tokenTransfers: 8 };
const RECORD: ResultFields = { time: 3, parent: 15, fee: 6, transfers: 10, tokenTransfers: 11 };

function readOutcome(
  bytes: Uint8Array,
  fields: ResultFields,
  takeFurther: (reader: Reader) => boolean,
): Omit<ProvenResult, 'status'> & { readonly at: bigint } {
  let at: bigint | null = null;
  let parent: bigint | null = null;
  let fee = 0n;
  const transfers: ProvenTransfer[] = [];
  const tokenTransfers: ProvenTokenTransfers[] = [];
  read(bytes, (reader) => {
    const { field } = reader;
    if (takeFurther(reader)) return true;
    if (field === fields.time) at = readTimestamp(part(reader));
    else if (field === fields.parent) parent = readTimestamp(part(reader));
    else if (field === fields.fee) fee = BigInt.asUintN(64, whole(reader));
    else if (field === fields.transfers) readTransfers(part(reader), transfers);
    else if (field === fields.tokenTransfers) tokenTransfers.push(readTokenTransfers(part(reader)));
    else return false;
    return true;
  });
  if (at === null) throw new MalformedError('has no consensus time');
  return {
    at,
    consensus_timestamp: timeText(at),
    parent_consensus_timestamp: parent === null ? null : timeText(parent),
    charged_tx_fee: fee.toString(),
    transfers,
    token_transfers: tokenTransfers,
  };
}

/** A result with its consensus time in nanoseconds. */
export type TimedResult = ProvenResult & { readonly at: bigint };

/** A `TransactionResult` of a block. */
export function readResult(bytes: Uint8Array): TimedResult {
  let status = 0;
  const outcome = readOutcome(bytes, RESULT, (reader) => {
    if (reader.field !== 1) return false;
    status = bit32(whole(reader));
    return true;
  });
  return { status, ...outcome };
}

/** Where a topic stands after a message. */
export interface TopicState {
  readonly sequenceNumber: bigint;
  readonly runningHash: Uint8Array;
}

export interface ReadRecord extends TimedResult {
  readonly id: ProvenId | null;
  readonly transactionHash: Uint8Array;
  /** What the receipt of a message says of its topic. */
  readonly topic: (TopicState & { readonly version: bigint }) | null;
}

/** A `TransactionRecord` of a record file. */
export function readRecord(bytes: Uint8Array): ReadRecord {
  let status = 0;
  let id: ProvenId | null = null;
  let transactionHash: Uint8Array = new Uint8Array();
  let [sequenceNumber, version] = [0n, 0n];
  let runningHash: Uint8Array = new Uint8Array();
  const outcome = readOutcome(bytes, RECORD, (reader) => {
    if (reader.field === 1) {
      read(part(reader), (receipt) => {
        if (receipt.field === 1) status = bit32(whole(receipt));
        else if (receipt.field === 7) sequenceNumber = whole(receipt);
        else if (receipt.field === 8) runningHash = part(receipt);
        else if (receipt.field === 9) version = whole(receipt);
        else return false;
        return true;
      });
    } else if (reader.field === 2) transactionHash = part(reader);
    else if (reader.field === 4) id = readTransactionId(part(reader));
    else return false;
    return true;
  });
  const topic = runningHash.length === 0 ? null : { sequenceNumber, runningHash, version };
  return { status, id, transactionHash, topic, ...outcome };
}

export interface ReadBody {
  readonly id: ProvenId | null;
  readonly memo: Uint8Array;
  /** What a message says, and to which topic. */
  readonly message: { readonly topic: string; readonly bytes: Uint8Array } | null;
  /** Serialized `SignedTransaction`s of a batch. */
  readonly inner: readonly Uint8Array[];
  readonly publication: Uint8Array | null;
  /** Field number of what it does; 0: nothing that is known. */
  readonly type: number;
}

const MESSAGE = 27;
const BATCH = 74;
const PUBLICATION = 77;
/** Fields of `TransactionBody` that say how a transaction is done, not what it does. */
const FRAME: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 73, 1001]);

/** A `TransactionBody`. */
export function readBody(bytes: Uint8Array): ReadBody {
  let id: ProvenId | null = null;
  let memo: Uint8Array = new Uint8Array();
  let message: ReadBody['message'] = null;
  let publication: Uint8Array | null = null;
  let inner: Uint8Array[] = [];
  let type = 0;
  read(bytes, (reader) => {
    const { field } = reader;
    if (!FRAME.has(field) && reader.wireType === 2) type = field;
    if (field === 1) id = readTransactionId(part(reader));
    else if (field === 6) memo = part(reader);
    else if (field === MESSAGE) message = readMessage(part(reader));
    else if (field === BATCH) inner = readRepeated(part(reader), 1);
    else if (field === PUBLICATION) publication = part(reader);
    else return false;
    return true;
  });
  return { id, memo, message, inner, publication, type };
}

function readMessage(bytes: Uint8Array): NonNullable<ReadBody['message']> {
  let topic = '0.0.0';
  let content: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) topic = readId(part(reader));
    else if (reader.field === 2) content = part(reader);
    else return false;
    return true;
  });
  return { topic, bytes: content };
}

/** The contents of a repeated field. */
export function readRepeated(bytes: Uint8Array, field: number): Uint8Array[] {
  const all: Uint8Array[] = [];
  read(bytes, (reader) => {
    if (reader.field !== field) return false;
    all.push(part(reader));
    return true;
  });
  return all;
}

/** The `TransactionBody` in a `SignedTransaction`. */
export function bodyOfSigned(bytes: Uint8Array): Uint8Array {
  return readRepeated(bytes, 1).at(-1) ?? new Uint8Array();
}

/** The `TransactionBody` in a `Transaction` of a record file: of its signed transaction, or its own. */
export function bodyOfTransaction(bytes: Uint8Array): Uint8Array {
  const signed = readRepeated(bytes, 5).at(-1);
  if (signed !== undefined && signed.length > 0) return bodyOfSigned(signed);
  return readRepeated(bytes, 4).at(-1) ?? readRepeated(bytes, 1).at(-1) ?? new Uint8Array();
}

export interface ReceiptEntry {
  readonly id: ProvenId;
  readonly status: number;
}

/** Number of the state in which nodes queue receipts. */
const RECEIPTS = 126;

/**
 * The receipts that a `StateChanges` message pushes, and its time. Null when it pushes none, or when it says more than that:
 * then its receipts are not known to be those of one unit.
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

/** Number of the state that has the topics. */
const TOPICS = 21;

/** The topics that a `StateChanges` message leaves, by id. */
export function readTopics(bytes: Uint8Array): ReadonlyMap<string, TopicState> {
  const topics = new Map<string, TopicState>();
  for (const change of readRepeated(bytes, 2)) {
    if (stateOf(change) !== TOPICS) continue;
    for (const update of readRepeated(change, 5)) {
      const value = readRepeated(update, 2).at(-1);
      const topic = value && readRepeated(value, 13).at(-1);
      if (topic === undefined) continue;
      const { id, ...state } = readTopic(topic);
      topics.set(id, state);
    }
  }
  return topics;
}

function readTopic(bytes: Uint8Array): TopicState & { readonly id: string } {
  let [id, sequenceNumber] = ['0.0.0', 0n];
  let runningHash: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) id = readId(part(reader));
    else if (reader.field === 2) sequenceNumber = whole(reader);
    else if (reader.field === 7) runningHash = part(reader);
    else return false;
    return true;
  });
  return { id, sequenceNumber, runningHash };
}

/** What a `TraceData` message says of the message that was submitted; null: nothing. */
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

export interface ReadHeader {
  readonly number: bigint;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  /** The bytes of the `Timestamp`, which the root covers once more. */
  readonly timestamp: Uint8Array;
}

/** A `BlockHeader`. */
export function readHeader(bytes: Uint8Array): ReadHeader {
  let number = 0n;
  let timestamp: Uint8Array | null = null;
  let version = { major: 0, minor: 0, patch: 0 };
  let algorithm = 0n;
  read(bytes, (reader) => {
    if (reader.field === 1) version = readVersion(part(reader));
    else if (reader.field === 3) number = BigInt.asUintN(64, whole(reader));
    else if (reader.field === 4) timestamp = part(reader);
    else if (reader.field === 5) algorithm = whole(reader);
    else return false;
    return true;
  });
  if (timestamp === null) throw new MalformedError('a header has no timestamp');
  if (algorithm !== 0n) throw new MalformedError('a header names an unknown hash algorithm');
  return { number, version, timestamp };
}

function readVersion(bytes: Uint8Array): ReadHeader['version'] {
  const parts = [0, 0, 0];
  read(bytes, (reader) => {
    if (reader.field > 3) return false;
    parts[reader.field - 1] = bit32(whole(reader));
    return true;
  });
  const [major = 0, minor = 0, patch = 0] = parts;
  return { major, minor, patch };
}

/** The bytes of a `LedgerIdPublicationTransactionBody`. */
export function readPublication(bytes: Uint8Array): LedgerPublication {
  let ledgerId: Uint8Array = new Uint8Array();
  let wrapsKey: Uint8Array = new Uint8Array();
  const nodes: LedgerPublication['nodes'][number][] = [];
  read(bytes, (reader) => {
    if (reader.field === 1) ledgerId = part(reader);
    else if (reader.field === 2) wrapsKey = part(reader);
    else if (reader.field === 3) nodes.push(readContribution(part(reader)));
    else return false;
    return true;
  });
  return { ledgerId, wrapsKey, nodes };
}

function readContribution(bytes: Uint8Array): LedgerPublication['nodes'][number] {
  let [nodeId, weight] = [0n, 0n];
  let key: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) nodeId = whole(reader);
    else if (reader.field === 2) weight = whole(reader);
    else if (reader.field === 3) key = part(reader);
    else return false;
    return true;
  });
  return { nodeId, weight, key };
}
