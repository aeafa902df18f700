import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from './limit-time.ts';
import type { ObjectListing, ObjectStore } from './object-store.ts';

export interface FailoverOptions {
  /** Called when a store begins to be left out, and with null when it works again. */
  readonly onChange?: (store: string, failure: StreamFileError | null) => void;
  /** Milliseconds for which a store that failed is left out. Default 60,000. */
  readonly backOff?: number;
}

const DEFAULT_BACK_OFF_MS = 60_000;
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
 * Lists come from one store at a time; where one lacks what another has, that shows in its next answer, or once
 * it fails.
 */
export class FailoverStore implements ObjectStore {
  readonly name: string;
  readonly #members: readonly Member[];
  readonly #options: FailoverOptions;
  readonly #closing = new AbortController();
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

  list(prefix: string, after: string | null, limit: number, signal: AbortSignal): Promise<ObjectListing> {
    return this.#first(this.#inOrder(), signal, ({ store }) => store.list(prefix, after, limit, signal));
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
