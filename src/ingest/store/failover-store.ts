import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from './limit-time.ts';
import type { ObjectListing, ObjectStore } from './object-store.ts';

export interface FailoverOptions {
  /** Called when a store begins to be left out, and with null when it works again. */
  readonly onChange?: (store: string, failure: StreamFileError | null) => void;
  /** Called when a store lists nothing more where another does, which is asked first from then on. */
  readonly onStale?: (store: string, ahead: string) => void;
  /** Milliseconds for which lists of a prefix must show nothing before another store is asked, too. Default 10,000. */
  readonly staleAfter?: number;
  /** Milliseconds for which a store that failed is left out. Default 60,000. */
  readonly backOff?: number;
}

const DEFAULT_BACK_OFF_MS = 60_000;
const DEFAULT_STALE_AFTER_MS = 10_000;
/** Keys of which it is known who gave them, and whose copies were refused. */
const MAX_REMEMBERED = 10_000;

interface Member {
  readonly store: ObjectStore;
  /** Until when (`performance.now()`) it is left out; null: it works. */
  failsUntil: number | null;
  isTried: boolean;
}

/**
 * Several stores that hold the same: each call goes to the first one that works, in the order in which they were
 * given.
 *
 * A store that fails is left out for a while; then it is asked beside the others, until it works again, so no call
 * waits for it. Where all of them fail, each call asks all. A key that is missing in one is looked for in the others
 * that work, in the same call. Which copy of a key is good is only known above: after `refused`, another one is given.
 * Lists come from one store at a time. Where it shows nothing for a while, the others are asked for the same: one that
 * has more is asked first from then on, so a store that is no longer filled does not hold the stream back.
 */
export class FailoverStore implements ObjectStore {
  readonly name: string;
  #members: readonly Member[];
  readonly #options: FailoverOptions;
  readonly #closing = new AbortController();
  /** Since when lists of a prefix show nothing; moved on when the other stores were asked. */
  readonly #emptySince = new Map<string, number>();
  /** Who gave a key last. */
  readonly #given = new Map<string, Member>();
  /** Whose copy of a key was refused. */
  readonly #refused = new Map<string, Set<Member>>();

  /** Throws `RangeError` without a store. */
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

  /** Whether lists of a prefix have shown nothing for long enough to ask the others. */
  #isOverdue(prefix: string, listing: ObjectListing): boolean {
    if (this.#members.length === 1) return false;
    if (!isEmpty(listing)) {
      this.#emptySince.delete(prefix);
      return false;
    }
    const now = performance.now();
    const since = this.#emptySince.get(prefix);
    if (since === undefined) remember(this.#emptySince, prefix, now);
    if (since === undefined || now - since < (this.#options.staleAfter ?? DEFAULT_STALE_AFTER_MS))
      return false;
    remember(this.#emptySince, prefix, now);
    return true;
  }

  /** What another store lists where this one lists nothing; null: nothing either. That other one is asked first then. */
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

  async get(key: string, largest: number, signal: AbortSignal): Promise<Uint8Array> {
    const bad = this.#refused.get(key);
    const members = this.#inOrder();
    const order = bad
      ? [...members.filter((member) => !bad.has(member)), ...members.filter((member) => bad.has(member))]
      : members;
    return this.#first(order, signal, async (member) => {
      const bytes = await member.store.get(key, largest, signal);
      remember(this.#given, key, member);
      return bytes;
    });
  }

  refused(key: string): boolean {
    const member = this.#given.get(key);
    if (!member) return false;
    const bad = this.#refused.get(key) ?? new Set();
    if (member.store.refused?.(key)) return true;
    if (bad.has(member) || bad.size === this.#members.length - 1) {
      // All copies were refused: the next call begins anew.
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

  /** Those that work, then the others. */
  #inOrder(): Member[] {
    const works = this.#members.filter(({ failsUntil }) => failsUntil === null);
    const fails = this.#members.filter(({ failsUntil }) => failsUntil !== null);
    if (works.length > 0) for (const member of fails) this.#tryAgain(member);
    return [...works, ...fails];
  }

  /** The first answer. Throws `missing` when one that works says so, else what was wrong with each. */
  async #first<T>(
    order: readonly Member[],
    signal: AbortSignal,
    call: (member: Member) => Promise<T>,
  ): Promise<T> {
    const failures: StreamFileError[] = [];
    let refusal: StreamFileError | null = null;
    for (const member of order) {
      // Whoever works has said what there is to say.
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
    member.failsUntil = performance.now() + (this.#options.backOff ?? DEFAULT_BACK_OFF_MS);
    if (isNew) this.#options.onChange?.(member.store.name, error);
  }

  /** Asks a store whose time is over for anything, beside the calls to the others. */
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
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

function joined(failures: readonly StreamFileError[]): StreamFileError {
  const [first] = failures;
  if (!first) return new StreamFileError('unreadable', '', null, 'no store answers');
  if (failures.length === 1) return first;
  const reasons = failures.map(({ reason }) => reason).join('; ');
  return new StreamFileError(first.code, first.file, null, `no store has an answer: ${reasons}`);
}
