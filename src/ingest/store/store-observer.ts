import type { StreamFileErrorCode } from '../decode/stream-error.ts';

/** One request to a bucket, once it is over. A call of a store may take several. */
export interface StoreRequest {
  /** Name of the store: the bucket and its prefix. */
  readonly store: string;
  readonly kind: 'list' | 'get' | 'put';
  /** Bytes of the answer (`put`: of the object), as far as they came. */
  readonly bytes: number;
  /** Seconds that the request took. */
  readonly seconds: number;
  /** Seconds that it waited before: for a free connection, or after a failure. */
  readonly waited: number;
  /** It repeats a request that failed. */
  readonly isRetry: boolean;
  /**
   * Why it failed; `missing` is an answer of a bucket that works, `hung` a request that was given up early because no
   * answer began. Null: it did not.
   */
  readonly failure: StreamFileErrorCode | 'hung' | null;
}

/** Takes a line for each request, for metrics. It must not throw. */
export type StoreObserver = (request: StoreRequest) => void;
