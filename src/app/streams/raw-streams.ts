import path from 'node:path';
import type { Prover } from '../../api/route/prover.ts';
import { makeProof } from '../../ingest/prove/make-proof.ts';
import type { RawStream } from '../../ingest/prove/raw-stream.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import { openStore } from '../../ingest/store/store-kinds.ts';
import { Turns } from '../../ingest/store/turns.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Config } from '../config/config.ts';
import { demoFolder } from '../demo/folders.ts';
import { readsBuckets, type StoreLog } from './open-store.ts';
import { archivePlaceOf } from './stream-archive.ts';
import { networkFolderOf } from './stream-feed.ts';
import { openStreamBuckets, openStreamFolder, type StreamStores } from './stream-stores.ts';

/** Milliseconds that reading raw files for one proof may take. */
const READ_MS = 20_000;
/** Proofs that are made at once in one process; more wait. */
const AT_ONCE = 4;
/** Those that wait; more are refused. */
const MOST_WAITING = 64;

/** Raw files of a mirror, for proofs. */
export interface RawStreams {
  readonly prover: Prover;
  close(): Promise<void>;
}

interface Opened {
  readonly streams: readonly RawStream[];
  close(): Promise<void>;
}

/**
 * Where raw files are for whoever answers requests: the archive, if the settings name one, then the stream that the mirror
 * follows (the demo network's folder, a folder, a bucket). Opened when the first proof is asked for. Null: there is none.
 */
export function rawStreams(config: Config, log: StoreLog): RawStreams | null {
  if (!hasSource(config)) return null;
  let opened: Promise<Opened> | null = null;
  const ending = new AbortController();
  const turns = new Turns(AT_ONCE);
  return {
    async prover({ block, subject, ledger, book, signal }) {
      if (turns.waiting >= MOST_WAITING)
        return { kind: 'unavailable', detail: 'Too many proofs are asked for at once' };
      const leaving = signal ? AbortSignal.any([ending.signal, signal]) : ending.signal;
      try {
        return await turns.run(leaving, async () => {
          opened ??= open(config, log);
          opened.catch(() => {
            opened = null;
          });
          const { streams } = await opened;
          const own = AbortSignal.any([leaving, AbortSignal.timeout(READ_MS)]);
          return await makeProof(block, subject, { streams, ledger, book }, own);
        });
      } catch (error) {
        if (signal?.aborted) return { kind: 'unavailable', detail: 'Nobody waits for the proof' };
        log.warn({ block: block.number.toString(), reason: messageOf(error) }, 'A proof cannot be made');
        return { kind: 'unavailable', detail: 'The raw file cannot be read now' };
      }
    },
    async close() {
      ending.abort();
      await opened?.then(
        (each) => each.close(),
        () => undefined,
      );
    },
  };
}

function hasSource(config: Config): boolean {
  return (
    config.archive !== null || config.streams !== null || config.network === 'demo' || readsBuckets(config)
  );
}

async function open(config: Config, log: StoreLog): Promise<Opened> {
  const all: StreamStores[] = [];
  const closing: (() => Promise<void>)[] = [];
  if (config.archive !== null) {
    const store = await openStore(archivePlaceOf(config, config.archive));
    const network = networkFolderOf(config);
    all.push({
      records: store,
      blocks: store,
      books: [],
      layout: { pathType: 'AUTO', network: network === 'demo' ? null : network },
      polling: {},
      holdsYears: false,
      close: () => store.close(),
    });
  }
  const followed = await openFollowed(config, log);
  if (followed !== null) all.push(followed);
  for (const stores of all) closing.push(() => stores.close());
  const streams = all.map((stores) => ({
    records: openRecords(stores.records, stores.layout),
    blocks: openStoredBlocks(stores.blocks, networkFolderOf(config)),
  }));
  return {
    streams,
    async close() {
      for (const close of closing) await close();
    },
  };
}

async function openFollowed(config: Config, log: StoreLog): Promise<StreamStores | null> {
  if (config.streams !== null) return openStreamFolder(path.resolve(config.streams), false);
  if (readsBuckets(config)) return openStreamBuckets(config, log);
  return config.network === 'demo' ? openStreamFolder(demoFolder(config), false) : null;
}
