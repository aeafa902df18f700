import type { StoreObserver } from '../../ingest/store/store-observer.ts';

interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Number of the latest requests to a store that are considered. */
const LAST_REQUESTS = 20;
/** Minimum number of hanging requests among them for a report. */
const HANGING = 3;

/** Logs for each store when its requests begin to hang, with the seconds lost, and when none of them hangs any more. */
export function hangingStores(log: StoreLog): StoreObserver {
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
