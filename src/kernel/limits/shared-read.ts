import { dropOldest } from './bounded-cache.ts';

export interface SharedReadOptions<Subject, Value> {
  /**
   * Reads the value of a subject. It is given once, when the server starts, so that it cannot use the signal, the queue
   * place, the time budget or the snapshot of a request.
   */
  readonly read: (subject: Subject) => Promise<Value>;
  /** Identifies a subject. Default: there is a single one. */
  readonly keyOf?: (subject: Subject) => string;
  /** Maximum number of retained values; the oldest are removed first. Default: 1. */
  readonly max?: number;
  /** Milliseconds from the start of a read for which its value is returned once it is known. Default: for ever. */
  readonly maxAgeMs?: number;
  /** Whether a value may be returned to later requests. Default: always. */
  readonly isLasting?: (value: Value) => boolean;
}

interface Read<Value> {
  readonly value: Promise<Value>;
  readonly beganAt: number;
  isPending: boolean;
}

/**
 * A read whose result several requests share (single flight), because they ask for the same value concurrently or
 * within its age. It runs on behalf of no client: the client that happened to ask first may disconnect, run out of
 * time or wait in a long queue of its own, and none of that may affect the others. After a failure the next request
 * reads again.
 */
export class SharedRead<Value, Subject = void> {
  readonly #options: SharedReadOptions<Subject, Value>;
  readonly #reads = new Map<string, Read<Value>>();

  constructor(options: SharedReadOptions<Subject, Value>) {
    this.#options = options;
  }

  /** Returns the value of a subject. Rejects like its read. */
  get(subject: Subject): Promise<Value> {
    const { read, keyOf, max = 1, maxAgeMs = Number.POSITIVE_INFINITY, isLasting } = this.#options;
    const key = keyOf?.(subject) ?? '';
    const now = performance.now();
    const known = this.#reads.get(key);
    if (known !== undefined && (known.isPending || now - known.beganAt < maxAgeMs)) return known.value;
    const own = { value: read(subject), beganAt: now, isPending: true };
    this.#reads.delete(key);
    this.#reads.set(key, own);
    dropOldest(this.#reads, max);
    const forget = (): void => {
      if (this.#reads.get(key) === own) this.#reads.delete(key);
    };
    own.value.then((value) => {
      own.isPending = false;
      if (isLasting?.(value) === false) forget();
    }, forget);
    return own.value;
  }
}
