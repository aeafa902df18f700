import { randomBytes } from 'node:crypto';
import { addCount } from '../../kernel/counts.ts';
import type { ByteAccount } from '../../kernel/limits/byte-account.ts';
import { LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import type { VisibleBlock } from '../../store/reads/visible-blocks.ts';
import { CRITERIA_BYTES, criteriaBytes, type LogFilter } from './log-filter.ts';
import { RpcError } from './rpc-error.ts';
import type { Connection } from './services.ts';

/** Subscriptions of WebSocket connections. */
export const RPC_SUBSCRIPTIONS: OpenLimit = {
  name: 'rpc-subscriptions',
  kind: 'open',
  counts: 'subscriptions of JSON-RPC clients',
  max: 20_000,
  perClient: 2_000,
};

/** Event that a client subscribes to. */
export type SubscribedEvent =
  | { readonly kind: 'newHeads'; readonly details: boolean }
  | ({ readonly kind: 'logs' } & Pick<LogFilter, 'address' | 'topics'>)
  | { readonly kind: 'newPendingTransactions' };

/** Subscribers to one event. */
export interface EventGroup {
  readonly event: SubscribedEvent;
  /** Last block whose results were sent; of no use for transactions. */
  seen: VisibleBlock;
  /** Whether results are being read. */
  isReading: boolean;
  /** Sends results (JSON), of a block or without one, to all subscribers. */
  send(results: readonly string[], block?: bigint): void;
  /** Closes the connections of all subscribers, because a result for them cannot be read. */
  abandon(reason: string): void;
}

/** Close code of a server that temporarily cannot continue (IANA registry of RFC 6455). */
const TRY_AGAIN_LATER = 1_013;
const ID_BYTES = 16;

/** Subscriptions by connection and event. Subscribers to equal events share one group, so that each result is read once. */
export class Subscriptions {
  readonly #groups = new Map<string, Group>();
  /** Groups of logs by client, each with the number of the client's connections that subscribed to it. */
  readonly #logs = new Map<string, Map<Group, number>>();
  readonly #connections = new WeakMap<Connection, Map<string, Subscription>>();
  readonly #bytes: ByteAccount;
  readonly #open: OpenCounter;

  constructor(bytes: ByteAccount, limit: OpenLimit = RPC_SUBSCRIPTIONS) {
    this.#bytes = bytes;
    this.#open = new OpenCounter(limit);
  }

  get size(): number {
    return this.#open.open;
  }

  groups(kind: SubscribedEvent['kind']): readonly EventGroup[] {
    return [...this.#groups.values()].filter(({ event }) => event.kind === kind);
  }

  /** Sends the results of blocks after this one again, because the database went back to it. */
  returnTo(block: VisibleBlock): void {
    for (const group of this.#groups.values()) group.returnTo(block);
  }

  /** Clients that subscribed to logs. */
  get clientsOfLogs(): readonly string[] {
    return [...this.#logs.keys()];
  }

  /** Returns the groups of logs to which a client subscribed. */
  logsOf(client: string): readonly EventGroup[] {
    return [...(this.#logs.get(client)?.keys() ?? [])];
  }

  /**
   * Subscribes a connection to an event of later blocks than `after`. Returns the id; a second subscription of the
   * connection to the same event has the same id. Throws `RpcError` (-32608) at the limit, or `LimitReached`.
   */
  subscribe(connection: Connection, event: SubscribedEvent, after: VisibleBlock): string {
    const key = JSON.stringify(event, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString(16) : value,
    );
    const known = this.#ofConnection(connection);
    for (const one of known.values()) if (one.key === key) return one.id;
    const { client } = connection;
    const release = this.#add(client);
    const hold = this.#bytes.open(client, () => connection.close(TRY_AGAIN_LATER, 'Too many bytes'));
    const group = this.#groups.get(key) ?? new Group(event, after);
    this.#groups.set(key, group);
    const id = `0x${randomBytes(ID_BYTES).toString('hex')}`;
    const subscription = new Subscription(id, key, connection, after.index, () => {
      release();
      hold.release();
      group.subscriptions.delete(subscription);
      if (event.kind === 'logs') this.#countLogs(client, group, -1);
      if (group.subscriptions.size === 0) this.#groups.delete(key);
    });
    group.subscriptions.add(subscription);
    if (event.kind === 'logs') this.#countLogs(client, group, 1);
    known.set(id, subscription);
    hold.add(event.kind === 'logs' ? criteriaBytes(event) : CRITERIA_BYTES);
    return id;
  }

  #countLogs(client: string, group: Group, change: number): void {
    const own = this.#logs.get(client) ?? new Map<Group, number>();
    addCount(own, group, change);
    if (own.size > 0) this.#logs.set(client, own);
    else this.#logs.delete(client);
  }

  /** Ends a subscription of a connection. Returns whether there was one. */
  unsubscribe(connection: Connection, id: string): boolean {
    const known = this.#connections.get(connection);
    known?.get(id)?.end();
    return known?.delete(id) ?? false;
  }

  #ofConnection(connection: Connection): Map<string, Subscription> {
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    const made = new Map<string, Subscription>();
    this.#connections.set(connection, made);
    connection.onClose(() => {
      for (const one of made.values()) one.end();
      made.clear();
    });
    return made;
  }

  #add(client: string): () => void {
    try {
      return this.#open.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      throw new RpcError(-32_608, 'Exceeded maximum allowed subscriptions');
    }
  }
}

class Group implements EventGroup {
  readonly event: SubscribedEvent;
  readonly subscriptions = new Set<Subscription>();
  seen: VisibleBlock;
  isReading = false;

  constructor(event: SubscribedEvent, seen: VisibleBlock) {
    this.event = event;
    this.seen = seen;
  }

  returnTo(block: VisibleBlock): void {
    if (this.seen.index > block.index) this.seen = block;
    for (const one of this.subscriptions) one.returnTo(block.index);
  }

  send(results: readonly string[], block?: bigint): void {
    for (const one of [...this.subscriptions]) one.send(results, block);
  }

  abandon(reason: string): void {
    for (const { connection } of [...this.subscriptions]) connection.close(TRY_AGAIN_LATER, reason);
  }
}

class Subscription {
  readonly id: string;
  readonly key: string;
  readonly connection: Connection;
  readonly end: () => void;
  #after: bigint;
  /** Messages that wait until the response with the id was sent; null from then on. */
  #early: string[] | null = [];

  constructor(id: string, key: string, connection: Connection, after: bigint, end: () => void) {
    this.id = id;
    this.key = key;
    this.connection = connection;
    this.#after = after;
    this.end = end;
    setImmediate(() => this.#answered());
  }

  returnTo(block: bigint): void {
    if (this.#after > block) this.#after = block;
  }

  send(results: readonly string[], block: bigint | undefined): void {
    if (block !== undefined && block <= this.#after) return;
    for (const result of results) {
      const text = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${this.id}","result":${result}}}`;
      if (this.#early === null) this.connection.send(text);
      else this.#early.push(text);
    }
  }

  #answered(): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const text of early) this.connection.send(text);
  }
}
