import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { ByteReader } from '../decode/byte-reader.ts';
import type { Item } from '../decode/item.ts';
import { makeItems } from '../decode/items.ts';
import { MAX_ELEMENT_LENGTH } from '../decode/record-file-v2.ts';
import { readRecordedItem } from '../decode/recorded-item.ts';
import { isMissing, readLimited } from '../source/read-limited.ts';

/** Known errors in a network's published streams. */
export interface Errata {
  /** Transactions that the network executed but never published. */
  readonly missing: readonly Item[];
  /** Consensus times of balance files whose content is from 1 ns earlier. */
  readonly earlyBalances: ReadonlySet<bigint>;
}

const MISSING_FOLDER = 'missingtransactions';
const OFFSETS_FILE = 'balance-offsets.txt';
const MAX_MISSING = 10_000;
const MAX_MISSING_BYTES = 2 * (4 + MAX_ELEMENT_LENGTH);
const MAX_OFFSETS_BYTES = 16 * 1024 * 1024;

/**
 * Reads a folder of errata: `missingtransactions/*.bin`, each the length and bytes of a record, then of its
 * transaction (lengths of 4 bytes, big-endian), and `balance-offsets.txt`, one time in nanoseconds a line.
 * Either may be absent, not both. Throws `Failure` for any other folder.
 */
export async function readErrata(folder: string, signal: AbortSignal): Promise<Errata> {
  const missing = await readMissing(join(folder, MISSING_FOLDER), signal);
  const earlyBalances = await readOffsets(join(folder, OFFSETS_FILE), signal);
  if (!missing && !earlyBalances) {
    throw new Failure(
      'usage',
      `The folder ${folder} (TAIN_ERRATA) has neither ${MISSING_FOLDER} nor ${OFFSETS_FILE}.`,
    );
  }
  return { missing: missing ?? [], earlyBalances: earlyBalances ?? new Set() };
}

async function readMissing(folder: string, signal: AbortSignal): Promise<Item[] | null> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.bin')).sort();
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw refusal(folder, 'cannot be read', cause);
  }
  if (names.length > MAX_MISSING) throw refusal(folder, `has more than ${MAX_MISSING} files`);
  const items: Item[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const bytes = await readLimited(path, name, MAX_MISSING_BYTES, signal);
    try {
      items.push(readMissingItem(bytes));
    } catch (cause) {
      throw refusal(path, messageOf(cause), cause);
    }
  }
  return items;
}

function readMissingItem(bytes: Buffer): Item {
  const reader = new ByteReader(bytes);
  const record = reader.counted(MAX_ELEMENT_LENGTH, 'the record');
  const transaction = reader.counted(MAX_ELEMENT_LENGTH, 'the transaction');
  reader.expectEnd();
  const [item] = makeItems([{ record, transaction }], readRecordedItem, null, new Map());
  if (!item) throw new Error('holds no transaction');
  return item;
}

async function readOffsets(path: string, signal: AbortSignal): Promise<Set<bigint> | null> {
  let text: string;
  try {
    text = (await readLimited(path, OFFSETS_FILE, MAX_OFFSETS_BYTES, signal)).toString('latin1');
  } catch (error) {
    if (error instanceof Failure && isMissing(error.cause)) return null;
    throw error;
  }
  const times = new Set<bigint>();
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const time = /^\d{1,19}$/.test(trimmed) ? BigInt(trimmed) : null;
    if (time === null || time > MAX_INT64) throw refusal(path, `line ${index + 1} is no time in nanoseconds`);
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
