import type { StreamFileErrorCode } from '../decode/stream-error.ts';

/** One finished request to a bucket. A call of a store may take several. */
export interface StoreRequest {
  /** Name of the store: the bucket and its prefix. */
  readonly store: string;
  readonly kind: 'list' | 'get' | 'put';
  /** Bytes of the response, as far as received; for `put`, bytes of the object. */
  readonly bytes: number;
  /** Duration of the request in seconds. */
  readonly seconds: number;
  /** Seconds of waiting before the request: for a free connection, or after a failure. */
  readonly waited: number;
  /** Whether the request repeats one that failed. */
  readonly isRetry: boolean;
  /**
   * Reason of the failure; null: the request did not fail. `missing` is the response of a working bucket, `hung` a
   * request that was cancelled early because no response began.
   */
  readonly failure: StreamFileErrorCode | 'hung' | null;
}

/** Receives each request, for metrics. It must not throw. */
export type StoreObserver = (request: StoreRequest) => void;
