import { InterceptingCall, type Interceptor } from '@grpc/grpc-js';

/**
 * Reads the messages of a call ahead only while those that wait have fewer than a number of bytes. The library reads sixteen ahead,
 * whatever their size: 512 MB, if each has 32.
 */
export class BoundedReading {
  readonly #maxBytes: number;
  #waiting = 0;
  #deferred: (() => void) | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Deserializer of the call, which counts each message that was read. */
  readonly count = (message: Buffer): Buffer => {
    this.#waiting += message.length;
    return message;
  };

  /** Interceptor of the call. */
  readonly interceptor: Interceptor = (options, nextCall) => {
    const start = (read: () => void): void => {
      if (this.#waiting < this.#maxBytes) read();
      else this.#deferred = read;
    };
    return new (class extends InterceptingCall {
      override startRead(): void {
        start(() => super.startRead());
      }
    })(nextCall(options));
  };

  /** Counts a message as taken, after which further ones may be read. */
  taken(message: Buffer): void {
    this.#waiting -= message.length;
    if (this.#waiting >= this.#maxBytes) return;
    const read = this.#deferred;
    this.#deferred = undefined;
    read?.();
  }
}
