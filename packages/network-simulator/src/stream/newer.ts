import { Writer } from '@tain/protos/wire';
import { isRawField } from '../ledger/draft.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import type { SerializedMore } from './block-item.ts';

// Parts that only a network newer than its mirrors writes (`NetworkOptions.newer`), with transactions of types without
// a proto: fields of records, results and receipts that no schema has, and state changes of unknown states, keys,
// values and kinds.

/** Wire type of strings, bytes and messages. */
const LENGTH_DELIMITED = 2;
const FIXED_64 = 1;

/** Numbers that no public schema has. */
export const NEWER = {
  /** Fields of `TransactionRecord` and `TransactionResult`. */
  recordFields: [201, 202, 203],
  /** `StateChange.state_id`, `MapChangeKey`, `MapChangeValue`, `StateChange.change_operation`. */
  state: 901,
  key: 91,
  value: 92,
  operation: 30,
} as const;

/** States, keys and values of CLPR, whose names are public but not their content. */
const CLPR = { channels: 60, messages: 62, bytesKey: 6, messageKey: 26, channelValue: 33, messageValue: 35 };
/** Fields of `StateChanges`, `StateChange` and `MapUpdateChange`. */
const STATE_CHANGE = 2;
const STATE_ID = 1;
const MAP_UPDATE = 5;
const KEY = 1;
const VALUE = 2;

/** Returns items of a record file as a newer network writes them. */
export function newerRecords(items: readonly StreamItem[]): readonly StreamItem[] {
  return items.map((item) =>
    isRawField(item.type) ? { ...item, record: Buffer.concat([item.record, newerFields()]) } : item,
  );
}

/** Returns the items of one transaction of a block, with its children, as a newer network writes them. */
export function newerItems(
  recorded: readonly StreamItem[],
  items: readonly SerializedMore[],
): readonly SerializedMore[] {
  if (!recorded.some(({ type }) => isRawField(type))) return items;
  return items.map((item) => {
    if (item.transactionResult) return { ...item, more: newerFields() };
    return item.stateChanges ? { ...item, more: newerStateChanges() } : item;
  });
}

/**
 * Returns serialized fields that no schema has, of three wire types. The last one occurs twice and contains a message.
 */
function newerFields(): Uint8Array {
  const [number, fixed, message] = NEWER.recordFields;
  const writer = Writer.create();
  writer.uint32(number << 3).uint64(7);
  writer.uint32((fixed << 3) | FIXED_64).fixed64(8);
  for (let i = 0; i < 2; i++) delimited(writer, message, (inner) => inner.uint32(8).uint32(i + 1));
  return writer.finish();
}

/**
 * Returns serialized fields for the end of a `StateChanges` message: changes of known and unknown states, with keys,
 * values and operations that no schema has.
 */
function newerStateChanges(): Uint8Array {
  const writer = Writer.create();
  mapUpdate(writer, CLPR.channels, CLPR.bytesKey, CLPR.channelValue);
  mapUpdate(writer, CLPR.messages, CLPR.messageKey, CLPR.messageValue);
  mapUpdate(writer, NEWER.state, NEWER.key, NEWER.value);
  delimited(writer, STATE_CHANGE, (change) => {
    change.uint32(STATE_ID << 3).uint32(NEWER.state);
    delimited(change, NEWER.operation, content);
  });
  return writer.finish();
}

function mapUpdate(writer: Writer, state: number, key: number, value: number): void {
  delimited(writer, STATE_CHANGE, (change) => {
    change.uint32(STATE_ID << 3).uint32(state);
    delimited(change, MAP_UPDATE, (update) => {
      delimited(update, KEY, (inner) => delimited(inner, key, content));
      delimited(update, VALUE, (inner) => delimited(inner, value, content));
    });
  });
}

/** Writes a message whose field 1 is five bytes. */
function content(writer: Writer): void {
  writer.uint32((1 << 3) | LENGTH_DELIMITED).string('later');
}

function delimited(writer: Writer, field: number, write: (inner: Writer) => void): void {
  const inner = writer.uint32((field << 3) | LENGTH_DELIMITED).fork();
  write(inner);
  inner.ldelim();
}
