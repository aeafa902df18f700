import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Block } from '../../src/ingest/decode/decoded-block.ts';
import { readRecordFile } from '../../src/ingest/decode/record-file.ts';
import { SidecarContent } from '../../src/ingest/decode/sidecar-file.ts';
import { BatchLife } from '../../src/ingest/load/batch-life.ts';
import { Loader } from '../../src/ingest/load/loader.ts';
import { selectReferences } from '../../src/ingest/load/select-references.ts';
import { MODES } from '../../src/ingest/modes.ts';
import { BatchBuilder } from '../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../src/ingest/records/context.ts';
import type { Database } from '../../src/store/connections/database.ts';

/** A record file of a folder with its sidecar files, decompressed. */
export interface RecordBytes {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sidecars: readonly { readonly id: number; readonly name: string; readonly bytes: Buffer }[];
}

/** Returns the record files of a folder, in order. */
export function recordFiles(dir: string): RecordBytes[] {
  const names = (readdirSync(dir, { recursive: true }) as string[])
    .filter((name) => /record0\.0\.3\/[^/]*\.rcd(\.gz)?$/.test(name))
    .sort();
  return names.map((name) => {
    const sidecarFolder = path.join(dir, path.dirname(name), 'sidecar');
    const instant = path.basename(name).replace(/\.rcd(\.gz)?$/, '');
    const found = existsSync(sidecarFolder)
      ? readdirSync(sidecarFolder).filter((file) => file.startsWith(instant))
      : [];
    const sidecars = found.map((file) => {
      const id = Number(/_(\d\d)\.rcd/.exec(file)?.[1]);
      return { id, name: file, bytes: inflate(path.join(sidecarFolder, file)) };
    });
    return { name: path.basename(name), bytes: inflate(path.join(dir, name)), sidecars };
  });
}

/** Decodes a record file with its sidecars. */
export function readRecordBlock({ name, bytes, sidecars }: RecordBytes): Block {
  const contents = sidecars.map((file) => new SidecarContent(file.id, file.name, file.bytes, 1));
  return readRecordFile(name, bytes, { sidecars: contents });
}

/** Returns the blocks of a folder of record files, in order, with their sidecars. */
export function recordBlocks(dir: string): Block[] {
  return recordFiles(dir).map(readRecordBlock);
}

function inflate(file: string): Buffer {
  const wire = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(wire) : wire;
}

/** Stores blocks one by one, like the live ingest. */
export async function store(database: Database, blocks: readonly Block[]): Promise<void> {
  const { signal } = new AbortController();
  const log = { info: () => undefined, warn: () => undefined };
  const builder = new BatchBuilder(DEFAULT_RECORD_OPTIONS, (_item, message) => {
    throw new Error(message);
  });
  const loader = await Loader.open(database.target, log, signal);
  try {
    let batch = new BatchLife(builder.begin(null));
    for (const block of blocks) {
      const references = builder.unresolved(block);
      builder.hydrate(references, await selectReferences(database.pool, references));
      const stored = {
        block,
        number: block.number ?? 0n,
        numberShift: 0n,
        proof: { kind: 'chain' } as const,
        signatures: [],
        ledgers: [],
        addressBooks: { fileData: [], books: [] },
      };
      await builder.add(batch.open(), stored, { start: 0, end: () => 0 });
      batch.end();
      await loader.store(batch, MODES.live, signal);
      batch = new BatchLife(builder.begin(batch.rows.last));
    }
  } finally {
    await loader.close();
  }
}
