import path from 'node:path';
import type { RecordLayout } from '../../ingest/source/record-layout.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { looksCost, openStore } from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { Config } from '../config/config.ts';
import { bucketsOf } from './bucket-places.ts';
import { openBuckets, type StoreLog } from './open-store.ts';

/** Nodes' folders that each poll lists, round-robin: the others are listed once one shows a new file, all when a file is refused. */
const LISTED_NODES = 4;

/** Where the files of a network are. */
export interface StreamStores {
  /** Record files and balance files. */
  readonly records: ObjectStore;
  /** Blocks; may be the same store. */
  readonly blocks: ObjectStore;
  /** Where an address book may lie that comes with the stream: the first one that has it counts. */
  readonly books: readonly ObjectStore[];
  readonly layout: RecordLayout;
  /** How the end of the stream is looked for, where looking costs something. */
  readonly polling: { readonly pollInterval?: number; readonly listedNodes?: number };
  /**
   * Whether years of a public network are in it: an ingest that follows it into an empty database begins with the
   * present, and an import does not count its files.
   */
  readonly holdsYears: boolean;
  close(): Promise<void>;
}

/** Everything in one folder. `watch`: see `FolderStoreOptions`. Throws `StreamFileError` when it is no folder. */
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

/** The buckets that the settings name, or that the network has. Throws `Failure` when a setting is missing. */
export async function openStreamBuckets(
  config: Config,
  log: StoreLog,
  observer?: StoreObserver,
): Promise<StreamStores> {
  const isPublic = config.network !== 'demo' && config.network !== 'other';
  const places = bucketsOf(config, 'records');
  const records = await openBuckets(places, log, observer);
  const blocks = await openBuckets(bucketsOf(config, 'blocks'), log, observer);
  return {
    records,
    blocks,
    books: [records],
    layout: { pathType: config.bucketPathType, network: isPublic ? config.network : null },
    polling: places.some((place) => looksCost(place))
      ? { pollInterval: config.bucketPollInterval, listedNodes: LISTED_NODES }
      : {},
    holdsYears: isPublic,
    async close() {
      await records.close();
      await blocks.close();
    },
  };
}
