import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from './limit-time.ts';
import type { ObjectListing, ObjectStore } from './object-store.ts';

export interface FailoverOptions {
  /** Called when a store begins to be skipped, and with null when it works again. */
  readonly onChange?: (store: string, failure: StreamFileError | null) => void;
  /** Called when a store lists nothing more while another one does, which is preferred from then on. */
  readonly onStale?: (store: string, ahead: string) => void;
  /**
   * Milliseconds without a new entry in lists of a prefix after which another store is queried, too. Default: 10,000.
   */
  readonly staleAfterMs?: number;
  /** Milliseconds for which a store that failed is skipped. Default: 60,000. */
  readonly backOffMs?: number;
}

const DEFAULT_BACK_OFF_MS = 60_000;
const DEFAULT_STALE_AFTER_MS = 10_000;
/** Maximum number of keys whose source, and whose refused copies, are remembered. */
const MAX_REMEMBERED = 10_000;

interface Member {
  readonly store: ObjectStore;
  /** Time (`performance.now()`) until which the store is skipped; null: it works. */
  failsUntil: number | null;
  isTried: boolean;
}

/**
 * Several stores with the same content. Each call goes to the first one that works, in the given order.
 *
 * A store that fails is skipped for a while; then it is tried in the background until it works again, so no call waits
 * for it. If all of them fail, each call tries all. A key that is missing in one is looked up in the others that work,
 * in the same call. Only the caller can judge which copy of a key is good: after `refused`, another copy is returned.
 * Lists come from one store at a time. If it shows nothing new for a while, the others are queried for the same list:
 * one that has more is preferred from then on, so a store that is no longer updated does not delay the stream.
 */
export class FailoverStore implements ObjectStore {
  readonly name: string;
  #members: readonly Member[];
  readonly #options: FailoverOptions;
  readonly #closing = new AbortController();
  /** Time since which lists of a prefix have been empty; reset when the other stores are queried. */
  readonly #emptySince = new Map<string, number>();
  /** The store that last returned a key. */
  readonly #sources = new Map<string, Member>();
  /** The stores whose copy of a key was refused. */
  readonly #refused = new Map<string, Set<Member>>();

  /** Throws `RangeError` when there are no stores. */
  constructor(stores: readonly ObjectStore[], options: FailoverOptions = {}) {
    if (stores.length === 0) throw new RangeError('there must be a store');
    this.name = stores.map(({ name }) => name).join(', ');
    this.#members = stores.map((store) => ({ store, failsUntil: null, isTried: false }));
    this.#options = options;
  }

  async list(
    prefix: string,
    after: string | null,
    limit: number,
    signal: AbortSignal,
  ): Promise<ObjectListing> {
    let from: Member | null = null;
    const listing = await this.#first(this.#inOrder(), signal, async (member) => {
      const listed = await member.store.list(prefix, after, limit, signal);
      from = member;
      return listed;
    });
    if (!from || !this.#isOverdue(prefix, listing)) return listing;
    return (
      (await this.#listAhead(from, signal, (store) => store.list(prefix, after, limit, signal))) ?? listing
    );
  }

  /** Returns whether lists of a prefix have been empty for long enough to query the others. */
  #isOverdue(prefix: string, listing: ObjectListing): boolean {
    if (this.#members.length === 1) return false;
    if (!isEmpty(listing)) {
      this.#emptySince.delete(prefix);
      return false;
    }
    const now = performance.now();
    const since = this.#emptySince.get(prefix);
    if (since === undefined) remember(this.#emptySince, prefix, now);
    if (since === undefined || now - since < (this.#options.staleAfterMs ?? DEFAULT_STALE_AFTER_MS))
      return false;
    remember(this.#emptySince, prefix, now);
    return true;
  }

  /**
   * Returns the list of another store when this one lists nothing; null: the others list nothing either. The other
   * store is preferred from then on.
   */
  async #listAhead(
    behind: Member,
    signal: AbortSignal,
    list: (store: ObjectStore) => Promise<ObjectListing>,
  ): Promise<ObjectListing | null> {
    for (const member of this.#members) {
      if (member === behind || member.failsUntil !== null) continue;
      try {
        const listing = await list(member.store);
        if (isEmpty(listing)) continue;
        const others = this.#members.filter((other) => other !== member && other !== behind);
        this.#members = [member, ...others, behind];
        this.#emptySince.clear();
        this.#options.onStale?.(behind.store.name, member.store.name);
        return listing;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StreamFileError)) throw error;
        this.#fails(member, error);
      }
    }
    return null;
  }

  async get(key: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const bad = this.#refused.get(key);
    const members = this.#inOrder();
    const order = bad
      ? [...members.filter((member) => !bad.has(member)), ...members.filter((member) => bad.has(member))]
      : members;
    return this.#first(order, signal, async (member) => {
      const bytes = await member.store.get(key, maxBytes, signal);
      remember(this.#sources, key, member);
      return bytes;
    });
  }

  refused(key: string): boolean {
    const member = this.#sources.get(key);
    if (!member) return false;
    const bad = this.#refused.get(key) ?? new Set();
    if (member.store.refused?.(key)) return true;
    if (bad.has(member) || bad.size === this.#members.length - 1) {
      // All copies were refused, so the next call starts again with the first.
      this.#refused.delete(key);
      return false;
    }
    remember(this.#refused, key, bad.add(member));
    return true;
  }

  listAgain(): void {
    for (const { store } of this.#members) store.listAgain();
  }

  get changes(): number {
    return this.#members.reduce((sum, { store }) => sum + store.changes, 0);
  }

  async changed(milliseconds: number, signal: AbortSignal, seen = this.changes): Promise<void> {
    if (this.changes !== seen) return;
    const own = ownSignal(signal);
    try {
      await Promise.race(this.#members.map(({ store }) => store.changed(milliseconds, own.signal)));
    } finally {
      own.end();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#members.map(({ store }) => store.close()));
  }

  /** Returns the stores that work, then the others. */
  #inOrder(): Member[] {
    const works = this.#members.filter(({ failsUntil }) => failsUntil === null);
    const fails = this.#members.filter(({ failsUntil }) => failsUntil !== null);
    if (works.length > 0) for (const member of fails) this.#tryAgain(member);
    return [...works, ...fails];
  }

  /** Returns the first result. Throws `missing` when a working store reports it, else the errors of all. */
  async #first<T>(
    order: readonly Member[],
    signal: AbortSignal,
    call: (member: Member) => Promise<T>,
  ): Promise<T> {
    const failures: StreamFileError[] = [];
    let refusal: StreamFileError | null = null;
    for (const member of order) {
      // All working stores have responded by now.
      if (refusal && member.failsUntil !== null) break;
      try {
        const result = await call(member);
        this.#works(member);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StreamFileError) || error.code === 'bad-name') throw error;
        if (error.code === 'missing' || error.code === 'too-large') {
          this.#works(member);
          refusal ??= error;
        } else {
          this.#fails(member, error);
          failures.push(error);
        }
      }
    }
    throw refusal ?? joined(failures);
  }

  #works(member: Member): void {
    if (member.failsUntil === null) return;
    member.failsUntil = null;
    this.#options.onChange?.(member.store.name, null);
  }

  #fails(member: Member, error: StreamFileError): void {
    const isNew = member.failsUntil === null;
    member.failsUntil = performance.now() + (this.#options.backOffMs ?? DEFAULT_BACK_OFF_MS);
    if (isNew) this.#options.onChange?.(member.store.name, error);
  }

  /** Tries a skipped store with any request, in the background, once its time has passed. */
  #tryAgain(member: Member): void {
    if (member.isTried || member.failsUntil === null || performance.now() < member.failsUntil) return;
    member.isTried = true;
    this.#first([member], this.#closing.signal, ({ store }) => store.list('', null, 1, this.#closing.signal))
      .catch(() => undefined)
      .finally(() => {
        member.isTried = false;
      });
  }
}

function isEmpty({ keys, prefixes }: ObjectListing): boolean {
  return keys.length + prefixes.length === 0;
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  dropOldest(map, MAX_REMEMBERED);
}

function joined(failures: readonly StreamFileError[]): StreamFileError {
  const [first] = failures;
  if (!first) return new StreamFileError('unreadable', '', null, 'no store answers');
  if (failures.length === 1) return first;
  const reasons = failures.map(({ reason }) => reason).join('; ');
  return new StreamFileError(first.code, first.file, null, `no store has an answer: ${reasons}`);
}
