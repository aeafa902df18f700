import path from 'node:path';
import { bucketsOf } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import type { RecordLayout } from '../../ingest/source/record-layout.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { openStore, pollsCost } from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { Log } from '../../kernel/log.ts';
import { openBuckets } from './open-store.ts';

/**
 * Number of node folders that each poll lists, round-robin. The others are listed once one shows a new file. All are
 * listed when a file is refused.
 */
const LISTED_NODES = 4;

/** Stores of a network's files. */
export interface StreamStores {
  /** Record files and balance files. */
  readonly records: ObjectStore;
  /** Blocks; may be the same store. */
  readonly blocks: ObjectStore;
  /** Stores of the address book that comes with the stream: the first one that has it is used. */
  readonly books: readonly ObjectStore[];
  readonly layout: RecordLayout;
  /** Polling options at the end of the stream, when each request is billed. */
  readonly polling: { readonly pollIntervalMs?: number; readonly listedNodes?: number };
  /**
   * Whether the store has years of a public network: an ingest that follows it into an empty database begins with the
   * present, and an import does not count its files.
   */
  readonly holdsYears: boolean;
  close(): Promise<void>;
}

/**
 * Opens a folder with all kinds of files. `watch`: see `FolderStoreOptions`. Throws `StreamFileError` when it is not a
 * folder.
 */
export async function openStreamFolder(folder: string, watch: boolean): Promise<StreamStores> {
  const store = await openStore({ kind: 'folder', path: folder, watch });
  const beside = await openStore({ kind: 'folder', path: path.resolve(folder, '..') });
  return {
    records: store,
    blocks: store,
    books: [store, beside],
    layout: { pathType: 'AUTO', network: null },
    polling: {},
    holdsYears: false,
    async close() {
      await store.close();
      await beside.close();
    },
  };
}

/** Opens the configured buckets, or the network's own. Throws `Failure` when a setting is missing. */
export async function openStreamBuckets(
  config: Config,
  log: Log,
  observer?: StoreObserver,
): Promise<StreamStores> {
  const isPublic = config.network !== 'demo' && config.network !== 'other';
  const locations = bucketsOf(config, 'records');
  const records = await openBuckets(locations, log, observer);
  const blocks = await openBuckets(bucketsOf(config, 'blocks'), log, observer);
  return {
    records,
    blocks,
    books: [records],
    layout: { pathType: config.bucketPathType, network: isPublic ? config.network : null },
    polling: locations.some((location) => pollsCost(location))
      ? { pollIntervalMs: config.bucketPollInterval, listedNodes: LISTED_NODES }
      : {},
    holdsYears: isPublic,
    async close() {
      await records.close();
      await blocks.close();
    },
  };
}
