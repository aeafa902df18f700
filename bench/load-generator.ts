import { PACKAGES } from '../test/packages.ts';
import { requirePackage } from '../test/require-package.ts';

// Types of the parts of autocannon that the benches use. It is installed when they run.

export interface Histogram {
  readonly average: number;
  readonly p50: number;
  readonly p99: number;
}
export interface LoadResult {
  readonly requests: Histogram;
  /** Milliseconds. */
  readonly latency: Histogram;
  readonly non2xx: number;
  readonly errors: number;
}
export interface LoadOptions {
  readonly url: string;
  readonly connections?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly pipelining?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requests?: readonly {
    readonly path: string;
    readonly method?: 'POST';
    readonly body?: string;
  }[];
}

/** Sends requests over a number of connections for a duration. */
export function generateLoad(options: LoadOptions): Promise<LoadResult> {
  return requirePackage<(options: LoadOptions) => Promise<LoadResult>>(PACKAGES, 'autocannon')(options);
}
