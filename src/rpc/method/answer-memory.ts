import type { ByteHold } from '../../kernel/limits/byte-account.ts';
import type { TextRows } from '../../store/connections/select.ts';
import { ERRORS } from './rpc-error.ts';

/** Memory of one answer while it is made. */
export interface AnswerBytes {
  /** Adds bytes that were read or written. Throws `RpcError` (-32005) when the message's answers are too large, or `LimitReached`. */
  add(bytes: number): void;
  /** Replaces the number of bytes, because earlier ones were freed. Throws like `add`. */
  set(bytes: number): void;
}

/** Memory of all answers to one message: a single one, or those of a batch. */
export class AnswerMemory {
  readonly #hold: ByteHold;
  readonly #max: number;
  #bytes = 0;
  /** Whether an answer was refused because of the size of all. */
  isFull = false;

  /** `hold`: bytes of the message. `max`: maximum number of bytes of its answers. */
  constructor(hold: ByteHold, max: number) {
    this.#hold = hold;
    this.#max = max;
  }

  /** Begins one answer. */
  part(): AnswerBytes {
    let own = 0;
    const set = (bytes: number): void => {
      const change = bytes - own;
      if (change > 0 && this.#bytes + change > this.#max) {
        this.isFull = true;
        throw this.tooLarge();
      }
      own = bytes;
      this.#bytes += change;
      this.#hold.add(change);
    };
    return { add: (bytes) => set(own + bytes), set };
  }

  tooLarge() {
    return ERRORS.tooLarge('The answer', this.#max);
  }
}

/**
 * Memory of a value besides its characters: its place in its row, the head of its text, and the value that is made of it. Rows
 * with short values take ten times their text.
 */
const VALUE_BYTES = 40;

/** Returns the approximate size in memory of rows, in bytes. */
export function bytesOfRows(rows: TextRows): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += row.length * VALUE_BYTES;
    for (const value of row) bytes += value?.length ?? 0;
  }
  return bytes;
}
