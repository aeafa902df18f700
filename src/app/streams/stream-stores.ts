import path from 'node:path';
import { bucketsOf } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import type { RecordLayout } from '../../ingest/source/record-layout.ts';
import type { ObjectStore } from '../../ingest/store/object-store.ts';
import {
  type BucketLocation,
  openStore,
  pollsCost,
  type StoreLocation,
} from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { Log } from '../../kernel/log.ts';

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

/** Opens a store for a bucket, or for several with the same content. */
export function openBuckets(
  buckets: readonly BucketLocation[],
  log: Log,
  observer?: StoreObserver,
): Promise<ObjectStore> {
  const reportHanging = hangingStores(log);
  const observe: StoreObserver = (request) => {
    observer?.(request);
    reportHanging(request);
  };
  const [only, ...further] = buckets;
  const location: StoreLocation =
    only && further.length === 0 ? only : { kind: 'several', locations: buckets };
  return openStore(location, {
    observer: observe,
    failover: {
      onChange: (store, failure) => {
        if (failure === null) log.info({ store }, 'A store of stream files works again');
        else log.warn({ store, code: failure.code }, `${failure.message} Other stores are read meanwhile.`);
      },
      onStale: (store, ahead) =>
        log.warn({ store, ahead }, 'A store of stream files is behind another, which is listed from now on'),
    },
  });
}

/** Number of the latest requests to a store that are considered. */
const LAST_REQUESTS = 20;
/** Minimum number of hanging requests among them for a report. */
const HANGING = 3;

/** Logs for each store when its requests begin to hang, with the seconds lost, and when none of them hangs any more. */
export function hangingStores(log: Log): StoreObserver {
  const stores = new Map<string, { last: number[]; hangs: boolean }>();
  return ({ store, failure, seconds }) => {
    const seen = stores.get(store) ?? { last: [], hangs: false };
    stores.set(store, seen);
    seen.last.push(failure === 'hung' || failure === 'timeout' ? seconds : 0);
    if (seen.last.length > LAST_REQUESTS) seen.last.shift();
    const hung = seen.last.filter((waited) => waited > 0);
    if (!seen.hangs && hung.length >= HANGING) {
      seen.hangs = true;
      const waited = Math.round(hung.reduce((sum, each) => sum + each, 0));
      log.warn(
        { store, hung: hung.length, of: seen.last.length, waited },
        'Requests to a store time out and are retried',
      );
    } else if (seen.hangs && hung.length === 0) {
      seen.hangs = false;
      log.info({ store }, 'Requests to a store succeed again');
    }
  };
}
