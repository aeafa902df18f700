import { asBuffer } from '@tain/ledger/integer-bytes';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { atOnce } from '../../kernel/limits/in-slices.ts';
import { ByteReader } from '../decode/byte-reader.ts';
import type { Item } from '../decode/item.ts';
import { makeItems, readRecordedItem } from '../decode/items.ts';
import { MAX_ELEMENT_LENGTH } from '../decode/record-file-v2.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { type ObjectStore, pagesOf } from '../store/object-store.ts';

/** Known errors in a network's published streams. */
export interface Errata {
  /** Transactions that the network executed but never published. */
  readonly missing: readonly Item[];
  /** Consensus times of balance files whose content is from 1 ns earlier. */
  readonly earlyBalances: ReadonlySet<bigint>;
}

const MISSING_PREFIX = 'missingtransactions/';
const OFFSETS_FILE = 'balance-offsets.txt';
const MAX_MISSING = 10_000;
const MAX_MISSING_BYTES = 2 * (4 + MAX_ELEMENT_LENGTH);
const MAX_OFFSETS_BYTES = 16 * 1024 * 1024;

/**
 * Reads errata: `missingtransactions/*.bin`, each the length and bytes of a record, then of its transaction (lengths of
 * 4 bytes, big-endian), and `balance-offsets.txt`, one time in nanoseconds a line. Either may be absent, not both.
 * Throws `Failure` for anything else.
 */
export async function readErrata(store: ObjectStore, signal: AbortSignal): Promise<Errata> {
  const missing = await readMissing(store, signal);
  const earlyBalances = await readOffsets(store, signal);
  if (!missing && !earlyBalances) {
    throw refusal(store.name, `has neither ${MISSING_PREFIX}*.bin nor ${OFFSETS_FILE}`);
  }
  return { missing: missing ?? [], earlyBalances: earlyBalances ?? new Set() };
}

async function readMissing(store: ObjectStore, signal: AbortSignal): Promise<Item[] | null> {
  const keys: string[] = [];
  for await (const page of pagesOf(store, MISSING_PREFIX, null, signal)) {
    keys.push(...page.keys.filter((key) => key.endsWith('.bin')));
    if (keys.length > MAX_MISSING)
      throw refusal(`${store.name}/${MISSING_PREFIX}`, `has more than ${MAX_MISSING} files`);
  }
  const items: Item[] = [];
  for (const key of keys) {
    const bytes = await store.get(key, MAX_MISSING_BYTES, signal);
    try {
      items.push(readMissingItem(asBuffer(bytes)));
    } catch (cause) {
      throw refusal(`${store.name}/${key}`, messageOf(cause), cause);
    }
  }
  return items.length > 0 ? items : null;
}

function readMissingItem(bytes: Buffer): Item {
  const reader = new ByteReader(bytes);
  const record = reader.counted(MAX_ELEMENT_LENGTH, 'the record');
  const transaction = reader.counted(MAX_ELEMENT_LENGTH, 'the transaction');
  reader.expectEnd();
  const [item] = atOnce(makeItems([{ record, transaction }], readRecordedItem, null, new Map()));
  if (!item) throw new Error('holds no transaction');
  return item;
}

async function readOffsets(store: ObjectStore, signal: AbortSignal): Promise<Set<bigint> | null> {
  let text: string;
  try {
    text = Buffer.from(await store.get(OFFSETS_FILE, MAX_OFFSETS_BYTES, signal)).toString('latin1');
  } catch (error) {
    if (error instanceof StreamFileError && error.code === 'missing') return null;
    throw error;
  }
  const times = new Set<bigint>();
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const time = /^\d{1,19}$/.test(trimmed) ? BigInt(trimmed) : null;
    if (time === null || time > MAX_INT64)
      throw refusal(`${store.name}/${OFFSETS_FILE}`, `line ${index + 1} is not a time in nanoseconds`);
    times.add(time);
  }
  return times;
}

function refusal(path: string, reason: string, cause?: unknown): Failure {
  return new Failure(
    'usage',
    `Errata ${path} (TAIN_ERRATA): ${reason}`,
    cause === undefined ? {} : { cause },
  );
}
