// The parts of autocannon (which brings no types) that the benches use.
declare module 'autocannon' {
  interface Histogram {
    readonly average: number;
    readonly p50: number;
    readonly p99: number;
  }
  interface Result {
    readonly requests: Histogram;
    /** Milliseconds. */
    readonly latency: Histogram;
    readonly non2xx: number;
    readonly errors: number;
  }
  interface Options {
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
  export default function autocannon(options: Options): Promise<Result>;
}
