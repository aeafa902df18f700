import { randomBytes } from 'node:crypto';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import type { OpenLimit } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import type { VisibleBlock } from '../../store/reads/visible-blocks.ts';
import { CRITERIA_BYTES, criteriaBytes, type LogFilter } from './log-filter.ts';

/** Filters that clients have installed and not used for less than five minutes. */
export const RPC_FILTERS: OpenLimit = {
  name: 'rpc-filters',
  kind: 'open',
  counts: 'filters of JSON-RPC clients',
  max: 5_000,
  perClient: 500,
};

/** Milliseconds from the last use of a filter to its removal. */
export const FILTER_LIFETIME_MS = 300_000;

const ID_BYTES = 16;

/** Filter for hashes of blocks. */
export interface InstalledBlockFilter {
  readonly kind: 'blocks';
  /** Number of the last block that was returned. */
  seen: bigint;
}

/** Filter for logs of addresses and topics. */
export interface LogsFilter extends Pick<LogFilter, 'address' | 'topics'> {
  readonly kind: 'logs';
  /** Number of the first block. */
  readonly from: bigint;
  /** Number of the last block; undefined: the filter has no end. */
  readonly to: bigint | undefined;
  /**
   * Consensus end (nanoseconds) of the last block whose changes were returned, or that was the newest when the filter was
   * installed; undefined before the first response of a filter that names its first block.
   */
  seenEnd: bigint | undefined;
}

/** Filter for hashes of transactions that this process sends. */
export interface PendingFilter {
  readonly kind: 'pending';
  /** Number of accepted transactions (`PendingTransactions.accepted`) at the last response. */
  seen: number;
}

export type InstalledFilter = InstalledBlockFilter | LogsFilter | PendingFilter;

interface Entry {
  readonly filter: InstalledFilter;
  readonly release: () => void;
  usedAt: number;
}

/** Filters by id, independent of the connection. Each one is removed `FILTER_LIFETIME_MS` after its last use. */
export class InstalledFilters {
  /** Filters by id, the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #open: OpenCounter;
  readonly #bytes: ByteAccount;
  readonly #now: () => number;
  /** Removes unused filters where no client calls a method of filters. */
  #removal: NodeJS.Timeout | undefined;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(bytes: ByteAccount, limit: OpenLimit = RPC_FILTERS, now = () => performance.now()) {
    this.#bytes = bytes;
    this.#open = new OpenCounter(limit);
    this.#now = now;
  }

  /** Installs a filter of a client and returns its id: random bytes without leading zeros. Throws `LimitReached`. */
  install(client: string, filter: InstalledFilter): string {
    this.#removeUnused();
    const leave = this.#open.add(client);
    const id = idOf(`0x${randomBytes(ID_BYTES).toString('hex')}`);
    const hold = this.#bytes.open(client, () => this.uninstall(id));
    const release = (): void => {
      leave();
      hold.release();
    };
    this.#entries.set(id, { filter, release, usedAt: this.#now() });
    this.#removal ??= setInterval(() => this.#removeUnused(), FILTER_LIFETIME_MS).unref();
    hold.add(filter.kind === 'logs' ? criteriaBytes(filter) : CRITERIA_BYTES);
    return id;
  }

  /** Returns a filter and restarts its lifetime; undefined if there is none. */
  use(given: string): InstalledFilter | undefined {
    this.#removeUnused();
    const id = idOf(given);
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    entry.usedAt = this.#now();
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry.filter;
  }

  /** Returns the results of blocks after this one again, because the database went back to it. */
  returnTo({ index, end }: VisibleBlock): void {
    for (const { filter } of this.#entries.values()) {
      if (filter.kind === 'blocks') {
        if (filter.seen > index) filter.seen = index;
      } else if (filter.kind === 'logs') {
        if (filter.seenEnd !== undefined && filter.seenEnd > end) filter.seenEnd = end;
      }
    }
  }

  /** Removes a filter. Returns whether there was one. */
  uninstall(given: string): boolean {
    this.#removeUnused();
    const id = idOf(given);
    this.#entries.get(id)?.release();
    return this.#entries.delete(id);
  }

  #removeUnused(): void {
    const oldest = this.#now() - FILTER_LIFETIME_MS;
    for (const [id, { usedAt, release }] of this.#entries) {
      if (usedAt > oldest) break;
      this.#entries.delete(id);
      release();
    }
    if (this.#entries.size > 0) return;
    clearInterval(this.#removal);
    this.#removal = undefined;
  }
}

/** Returns an id (hex with `0x`) without leading zeros. */
function idOf(given: string): string {
  return `0x${given.slice(2).replace(/^0+(?=.)/, '')}`;
}
