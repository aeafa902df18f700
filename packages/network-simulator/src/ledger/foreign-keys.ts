import type { ForeignKey } from './entities.ts';
import { FOREIGN, type ForeignKeys, type KeyRef } from './keys.ts';
import type { Counters } from './ledger-tables.ts';
import { ownCopy, type Table } from './table.ts';

/** Table of keys from outside. They are stored with the ledger, and removed when their transaction fails. */
export class StoredKeys implements ForeignKeys {
  readonly #rows: Table<number, ForeignKey>;
  readonly #counters: Table<number, Counters>;
  /** References by the message as hex. The map is derived from the rows, and may contain undone keys. */
  readonly #byMessage = new Map<string, KeyRef>();

  constructor(rows: Table<number, ForeignKey>, counters: Table<number, Counters>) {
    this.#rows = rows;
    this.#counters = counters;
  }

  messageOf(ref: KeyRef): Uint8Array {
    return this.#rows.need(ref).message;
  }

  refOf(message: Uint8Array): KeyRef | undefined {
    const hex = Buffer.from(message).toString('hex');
    const ref = this.#byMessage.get(hex);
    if (ref === undefined) return undefined;
    const row = this.#rows.get(ref);
    return row !== undefined && Buffer.from(row.message).equals(message) ? ref : undefined;
  }

  add(message: Uint8Array, isEcdsa: boolean): KeyRef {
    const counters = this.#counters.edit(0);
    const number = FOREIGN + counters.nextForeign++;
    const ref = isEcdsa ? -number : number;
    this.#rows.put(ref, { message: ownCopy(message) });
    this.#byMessage.set(Buffer.from(message).toString('hex'), ref);
    return ref;
  }

  /** Rebuilds the index of stored keys. */
  index(rows: Iterable<readonly [number | string, object | undefined]>): void {
    for (const [key] of rows) {
      const row = this.#rows.get(Number(key));
      if (row !== undefined) this.#byMessage.set(Buffer.from(row.message).toString('hex'), Number(key));
    }
  }
}
