import { randomBytes } from 'node:crypto';
import type { ByteAccount, ByteHold } from '../../kernel/limits/byte-account.ts';
import { inSlices, type Steps } from '../../kernel/limits/in-slices.ts';
import { LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import type { LoopTurns } from '../../kernel/limits/loop-turns.ts';
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

/** Result (JSON) for subscribers, with the number of its block if it is of one. */
export interface PushedResult {
  readonly json: string;
  readonly block?: bigint;
}

/** Read of results for a group. */
export interface GroupRead {
  /** Client in whose name results are read; undefined: all clients of the group. */
  readonly client: string | undefined;
}

/** Subscribers to one event. */
export interface EventGroup {
  readonly event: SubscribedEvent;
  /** Last block whose results were sent; of no use for transactions. */
  seen: VisibleBlock;
  /** Read of results in progress. A read that another one replaced here sends nothing. */
  reading: GroupRead | undefined;
  /** Clients of the subscribers. */
  readonly clients: readonly string[];
  /** Sends results to all present subscribers, in turns of their clients. */
  send(results: readonly PushedResult[]): void;
  /** Closes the connections of a client's subscribers, or of all (undefined), because a result for them cannot be read. */
  abandon(reason: string, client: string | undefined): void;
}

/** Close code of a server that temporarily cannot continue (IANA registry of RFC 6455). */
const TRY_AGAIN_LATER = 1_013;
const ID_BYTES = 16;
/** Maximum number of results that are sent to a connection in one step: less than a millisecond of work. */
const STEP_RESULTS = 50;
/** Number of characters of results above which a step ends earlier. */
const STEP_CHARACTERS = 64 * 1024;

/** Subscriptions by connection and event. Subscribers to equal events share one group, so that each result is read once. */
export class Subscriptions {
  readonly #groups = new Map<string, Group>();
  /** Groups of logs by client. */
  readonly #logs = new Map<string, Set<Group>>();
  readonly #connections = new WeakMap<Connection, Map<string, Subscription>>();
  readonly #bytes: ByteAccount;
  readonly #turns: LoopTurns;
  readonly #open: OpenCounter;

  constructor(bytes: ByteAccount, turns: LoopTurns, limit: OpenLimit = RPC_SUBSCRIPTIONS) {
    this.#bytes = bytes;
    this.#turns = turns;
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
    return [...(this.#logs.get(client) ?? [])];
  }

  /**
   * Subscribes a connection to an event of later blocks than `after`. Returns the id; a second subscription of the
   * connection to the same event has the same id. `onAnswered` calls a listener once the response with the id was sent:
   * results wait for that. Throws `RpcError` (-32608) at the limit, or `LimitReached`.
   */
  subscribe(
    connection: Connection,
    event: SubscribedEvent,
    after: VisibleBlock,
    onAnswered: (listener: () => void) => void,
  ): string {
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
    const audience = group.audiences.get(client) ?? new Audience(client, this.#bytes, this.#turns);
    group.audiences.set(client, audience);
    const id = `0x${randomBytes(ID_BYTES).toString('hex')}`;
    const subscription = new Subscription(id, key, connection, after.index, hold, () => {
      release();
      hold.release();
      audience.subscriptions.delete(subscription);
      if (audience.subscriptions.size > 0) return;
      group.audiences.delete(client);
      this.#forgetLogs(client, group);
      if (group.audiences.size === 0) this.#groups.delete(key);
    });
    audience.subscriptions.add(subscription);
    if (event.kind === 'logs') this.#logs.set(client, (this.#logs.get(client) ?? new Set()).add(group));
    known.set(id, subscription);
    hold.add(event.kind === 'logs' ? criteriaBytes(event) : CRITERIA_BYTES);
    onAnswered(() => subscription.answered());
    return id;
  }

  #forgetLogs(client: string, group: Group): void {
    const own = this.#logs.get(client);
    if (own?.delete(group) && own.size === 0) this.#logs.delete(client);
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
  /** Subscribers by client. */
  readonly audiences = new Map<string, Audience>();
  seen: VisibleBlock;
  reading: GroupRead | undefined;

  constructor(event: SubscribedEvent, seen: VisibleBlock) {
    this.event = event;
    this.seen = seen;
  }

  get clients(): readonly string[] {
    return [...this.audiences.keys()];
  }

  returnTo(block: VisibleBlock): void {
    if (this.seen.index > block.index) this.seen = block;
    for (const { subscriptions } of this.audiences.values())
      for (const one of subscriptions) one.returnTo(block.index);
  }

  send(results: readonly PushedResult[]): void {
    if (results.length === 0) return;
    for (const audience of this.audiences.values()) audience.send(results);
  }

  abandon(reason: string, client: string | undefined): void {
    for (const [name, audience] of this.audiences) {
      if (client === undefined || name === client) audience.abandon(reason);
    }
  }
}

/**
 * Subscribers to one event that are connections of one client. Results are sent in the client's turns, because a block may have
 * thousands for each of hundreds of connections. Until then they count as held by the client.
 */
class Audience {
  readonly subscriptions = new Set<Subscription>();
  readonly #client: string;
  readonly #bytes: ByteAccount;
  readonly #turns: LoopTurns;
  /** Resolves when all results were sent. Never rejects. */
  #sent: Promise<void> = Promise.resolve();

  constructor(client: string, bytes: ByteAccount, turns: LoopTurns) {
    this.#client = client;
    this.#bytes = bytes;
    this.#turns = turns;
  }

  send(results: readonly PushedResult[]): void {
    const hold = this.#bytes.open(this.#client, () => this.abandon('Too many bytes'));
    hold.set(results.reduce((sum, { json }) => sum + json.length, 0));
    const receivers = [...this.subscriptions];
    this.#sent = this.#sent.then(async () => {
      const turn = (): Promise<void> => this.#turns.take(this.#client);
      await turn();
      if (!hold.isEnded) await inSlices(sendSteps(results, receivers), turn);
      hold.release();
    });
  }

  abandon(reason: string): void {
    for (const { connection } of [...this.subscriptions]) connection.close(TRY_AGAIN_LATER, reason);
  }
}

/** Sends results to subscribers, some of them to one subscriber in a step. */
function* sendSteps(results: readonly PushedResult[], receivers: readonly Subscription[]): Steps<void> {
  let from = 0;
  while (from < results.length) {
    let to = from;
    for (let characters = 0; to < results.length && to - from < STEP_RESULTS; to++) {
      if (characters > STEP_CHARACTERS) break;
      characters += results[to]?.json.length ?? 0;
    }
    const part = results.slice(from, to);
    for (const one of receivers) {
      one.send(part);
      yield;
    }
    from = to;
  }
}

class Subscription {
  readonly id: string;
  readonly key: string;
  readonly connection: Connection;
  readonly #end: () => void;
  #isEnded = false;
  #after: bigint;
  /** Bytes of the subscription and its waiting messages. */
  readonly #hold: ByteHold;
  /** Messages that wait until the response with the id was sent; null from then on. */
  #early: string[] | null = [];

  constructor(
    id: string,
    key: string,
    connection: Connection,
    after: bigint,
    hold: ByteHold,
    end: () => void,
  ) {
    this.id = id;
    this.key = key;
    this.connection = connection;
    this.#after = after;
    this.#hold = hold;
    this.#end = end;
  }

  end(): void {
    this.#isEnded = true;
    this.#end();
  }

  returnTo(block: bigint): void {
    if (this.#after > block) this.#after = block;
  }

  send(results: readonly PushedResult[]): void {
    if (this.#isEnded) return;
    const messages: string[] = [];
    for (const { json, block } of results) {
      if (block !== undefined && block <= this.#after) continue;
      messages.push(
        `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${this.id}","result":${json}}}`,
      );
    }
    if (this.#early === null) {
      this.connection.push(messages);
      return;
    }
    // A batch may wait long for its slowest request.
    this.#hold.set(this.#hold.bytes + bytesOf(messages));
    if (!this.#hold.isEnded) this.#early.push(...messages);
  }

  /** Sends the messages that waited for the response with the id. */
  answered(): void {
    const early = this.#early ?? [];
    this.#early = null;
    this.#hold.set(this.#hold.bytes - bytesOf(early));
    if (!this.#isEnded) this.connection.push(early);
  }
}

function bytesOf(messages: readonly string[]): number {
  return messages.reduce((sum, { length }) => sum + length, 0);
}
