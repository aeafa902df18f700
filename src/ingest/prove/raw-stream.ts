import { MAX_OBJECT_BYTES, MAX_SIGNATURE_BYTES } from '../decode/inflate.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { BlockSource } from '../source/block-source.ts';
import type { StreamEntry, StreamSource } from '../source/stream-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { NamedFile } from './provable-file.ts';

/** A source of raw files: an archive, or the stream that the mirror follows. */
export interface RawStream {
  readonly blocks: BlockSource;
  /** Record files; null: there are only blocks. */
  readonly records: StreamSource | null;
}

/** A record file and its signature files, by the folder of each node. */
export interface StoredInstant {
  readonly data: NamedFile;
  readonly signatures: readonly (NamedFile & {
    readonly accountId: bigint | null;
    readonly nodeId: bigint | null;
  })[];
}

/**
 * Reads the raw files of an instant of the record stream (nanoseconds); null: they do not exist. Throws
 * `StreamFileError`.
 */
export async function readInstant(
  records: StreamSource,
  instant: bigint,
  signal: AbortSignal,
): Promise<StoredInstant | null> {
  // Files of all nodes are read concurrently. The signal ends the other reads when one fails.
  const own = ownSignal(signal);
  try {
    return await readFiles(records, instant, own.signal);
  } finally {
    own.end();
  }
}

async function readFiles(
  records: StreamSource,
  instant: bigint,
  signal: AbortSignal,
): Promise<StoredInstant | null> {
  const folders = await records.nodeFolders(signal);
  const listed = await Promise.all(folders.map((folder) => records.list(folder, instant - 1n, 1, signal)));
  const entries = listed.flat().filter((entry) => entry.instant === instant);
  const data = await firstData(records, entries, signal);
  if (data === null) return null;
  const signatures = await Promise.all(
    entries.map(async (entry) => {
      if (entry.signature === null) return [];
      const bytes = await open(records, entry, entry.signature, MAX_SIGNATURE_BYTES, signal);
      const { accountId, nodeId } = entry.folder;
      return bytes === null ? [] : [{ name: entry.signature, bytes, accountId, nodeId }];
    }),
  );
  return { data, signatures: signatures.flat() };
}

async function firstData(
  records: StreamSource,
  entries: readonly StreamEntry[],
  signal: AbortSignal,
): Promise<NamedFile | null> {
  for (const entry of entries) {
    if (entry.data === null) continue;
    const bytes = await open(records, entry, entry.data, MAX_OBJECT_BYTES, signal);
    if (bytes !== null) return { name: entry.data, bytes };
  }
  return null;
}

/** Returns a stored file; null when it does not exist. */
async function open(
  records: StreamSource,
  entry: StreamEntry,
  name: string,
  max: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    return (await records.open(entry, name, max, signal)).bytes;
  } catch (error) {
    if (error instanceof StreamFileError && error.code === 'missing') return null;
    throw error;
  }
}
