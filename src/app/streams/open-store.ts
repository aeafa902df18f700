import type { ObjectStore } from '../../ingest/store/object-store.ts';
import { type BucketLocation, openStore, type StoreLocation } from '../../ingest/store/store-kinds.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import { hangingStores } from '../observe/hanging-stores.ts';

export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Opens a store for a bucket, or for several with the same content. */
export function openBuckets(
  buckets: readonly BucketLocation[],
  log: StoreLog,
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
