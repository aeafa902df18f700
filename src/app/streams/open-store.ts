import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { type BucketLocation, openStore, type StoreLocation } from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { Log } from '../../kernel/log.ts';

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
