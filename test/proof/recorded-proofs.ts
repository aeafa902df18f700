import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseStreamInstant } from '@tain/ledger/record-stream';
import type { RecordProofJson } from '@tain/verify/proof-json';
import { readRecord } from '@tain/verify/transaction-result';
import { makeProof } from '../../src/ingest/prove/make-proof.ts';
import { readProvableFile } from '../../src/ingest/prove/provable-file.ts';
import { readInstant } from '../../src/ingest/prove/raw-stream.ts';
import { openRecords } from '../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../src/ingest/store/folder-store.ts';
import { NO_THRESHOLD } from './record-grounds.ts';

/** A proof of a real transaction of mainnet, and the trust settings of its verifier. */
export interface RecordedProof {
  readonly proof: RecordProofJson;
  /** SHA-384 of the address book, in hex. */
  readonly book: string;
  readonly bookFile: string;
  /** Consensus time, in nanoseconds. */
  readonly at: bigint;
}

type Day = '2019-09-13' | '2022-01-01' | '2025-07-23';

/** Returns the proof of the first transaction in the record file of a day in the fixtures. */
export async function recordedProof(day: Day): Promise<RecordedProof> {
  const [first] = await recordedProofs(day, 1);
  if (!first) throw new Error('no transaction');
  return first;
}

/** Returns the proofs of the first transactions of a day's record file; default: all. */
export async function recordedProofs(day: Day, count?: number): Promise<readonly RecordedProof[]> {
  const folder = `test/fixtures/mainnet/${day}`;
  const bookFile = `${folder}/address_book.bin`;
  const bytes = readFileSync(bookFile);
  const book = createHash('sha384').update(bytes).digest('hex');
  const never = new AbortController().signal;
  const store = await openFolderStore(folder);
  try {
    const stream = { records: openRecords(store), blocks: openStoredBlocks(store, null) };
    const [first] = await stream.records.nodeFolders(never);
    if (!first) throw new Error('no folder');
    const [entry] = await stream.records.list(first, 0n, 1, never);
    const instant = parseStreamInstant(entry?.base ?? '');
    const stored = instant === null ? null : await readInstant(stream.records, instant, never);
    if (!stored || !entry) throw new Error('no file');
    const { raw } = await readProvableFile(stored.data);
    const { number, version } = raw;
    const hash = raw.hash.toString('hex');
    const sources = { streams: [stream], ...NO_THRESHOLD, book: { fileId: 102n, bytes } };
    const proofs: RecordedProof[] = [];
    for (const { record } of raw.items.slice(0, count)) {
      const { at } = readRecord(record);
      const file = { number: number ?? 0n, hash, name: entry.base, version, start: at, isSigned: false };
      const made = await makeProof(file, { kind: 'transaction', at }, sources, never);
      if (made.kind !== 'proven') throw new Error(made.detail);
      const proof = JSON.parse(JSON.stringify(made.proof)) as RecordProofJson;
      proofs.push({ proof, book, bookFile, at });
    }
    return proofs;
  } finally {
    await store.close();
  }
}
