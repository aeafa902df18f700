import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../state/select-state.ts';
import { type Key, keyNamedIn, selectKeysInForce, useKey } from './keys.ts';

/** Milliseconds between two readings of the keys, however many unknown ones are tried. */
const READ_EVERY = 100;

/**
 * The keys in force, kept in memory: only who has a right one is looked up in the database. Wrong
 * ones cost it one small query each tenth of a second at most, whoever tries how many, so that no
 * key has to be refused unread.
 */
export class KeyRing {
  readonly #client: Queryable;
  #keys: ReadonlyMap<string, Key> = new Map();
  /** The reading that has not begun yet: all who came before it share it. */
  #next: Promise<void> | null = null;
  #paused: Promise<unknown> = Promise.resolve();

  constructor(client: Queryable) {
    this.#client = client;
  }

  /**
   * The key that an `Authorization` header names (`Bearer` or `OAuth`), or null when none is in
   * force. One that is not known may be new: it counts as wrong only after the keys were read
   * again. Throws what the database throws. `now` is in milliseconds.
   */
  async find(header: string | undefined, now: number): Promise<Key | null> {
    const named = keyNamedIn(header);
    if (named === null) return null;
    let key = named.among(this.#keys);
    if (key === null) {
      await this.#read();
      key = named.among(this.#keys);
    }
    // It may have been revoked since the keys were read.
    return key !== null && (await useKey(this.#client, key.id, now)) ? key : null;
  }

  #read(): Promise<void> {
    this.#next ??= this.#paused.then(async () => {
      this.#next = null;
      this.#paused = sleep(READ_EVERY, undefined, { ref: false });
      this.#keys = await selectKeysInForce(this.#client);
    });
    return this.#next;
  }
}
