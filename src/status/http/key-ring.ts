import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../state/select-state.ts';
import { type Key, keyNamedIn, selectKeysInForce, useKey } from './keys.ts';

/** Milliseconds between two readings of the keys, however many unknown ones are tried. */
const READ_EVERY = 100;

/**
 * The active keys, cached in memory: only a right key is looked up in the database. Wrong keys cost at most
 * one small query each tenth of a second, however many are tried, so that no key has to be refused unread.
 */
export class KeyRing {
  readonly #client: Queryable;
  #keys: ReadonlyMap<string, Key> = new Map();
  /** The next reading, shared by all who came before it began. */
  #next: Promise<void> | null = null;
  #paused: Promise<unknown> = Promise.resolve();

  constructor(client: Queryable) {
    this.#client = client;
  }

  /**
   * The key in an `Authorization` header (`Bearer` or `OAuth`), or null when none is active. An unknown one
   * may be new: it counts as wrong only after the keys were read again. Throws what the database throws.
   * `now` is in milliseconds.
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
