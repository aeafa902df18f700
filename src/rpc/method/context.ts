import type { Network } from '@tain/ledger/network';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { Select, TextRows } from '../../store/connections/select.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import type { Sql } from '../../store/sql.ts';
import type { AnswerBytes } from './answer-memory.ts';
import type { InstalledFilters } from './installed-filters.ts';
import type { JsonText } from './json-text.ts';
import type { PendingTransactions } from './pending-transactions.ts';
import type { Connection, RpcServices } from './services.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Settings that methods read. */
export interface RpcSettings extends Network {
  readonly chainId: number;
  /** Result of `web3_clientVersion`. */
  readonly clientVersion: string;
  /** Maximum number of rows of one response with logs. */
  readonly maxLogs: number;
}

/** Cache of responses that never change, by a key that names method and block. */
export interface ResponseCache {
  get(key: string): JsonText | undefined;
  set(key: string, json: JsonText): void;
}

/** Snapshot, settings and client of a message. All requests of a batch have the same, except `memory`. */
export interface RpcContext {
  /** Identifies the HTTP request or WebSocket message in errors and logs. */
  readonly requestId: string;
  /** Client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignalLike;
  /** Memory of the answer; `select` adds what it reads. */
  readonly memory: AnswerBytes;
  /** Newest block that the request reads; null before the first one. Rows up to its end never change. */
  readonly head: BlockMark | null;
  /** Whether the database went back to an earlier block since `head` was read. */
  readonly hasReturned: () => boolean;
  /** Resolves when the client may use the processor for another slice of a long answer. */
  readonly turn: () => Promise<void>;
  /** Runs one SELECT after waiting for its turn. Throws `RpcError`. */
  readonly select: Select;
  /** Runs a SELECT like `select`, for state: also returns the last block that the rows reflect. */
  readonly selectSeen: (query: Sql) => Promise<{ readonly rows: TextRows; readonly block: BlockMark | null }>;
  /** Responses that never change. */
  readonly cache: ResponseCache;
  /** Filters that clients have installed. */
  readonly filters: InstalledFilters;
  readonly settings: RpcSettings;
  readonly services: RpcServices;
  /** Transactions that this process sent and that are not in a visible block yet. */
  readonly pending: PendingTransactions;
  readonly subscriptions: Subscriptions;
  /**
   * Resolves to the newest block once that of a consensus time (nanoseconds) is visible, or after some seconds; null before
   * the first one.
   */
  readonly reached: (time: bigint) => Promise<BlockMark | null>;
  /**
   * Runs work that may return the network to an earlier block, and resolves to its result: whether it did. Then reads
   * show that block.
   */
  readonly returned: (work: () => Promise<boolean>) => Promise<boolean>;
  /** Logs a failure that is not the one that the request ends with. */
  readonly onFailure: (error: unknown, text: string) => void;
  /** The WebSocket connection, if the request came over one. */
  readonly connection: Connection | undefined;
  /** Calls a listener once the response to the message was sent. */
  readonly onAnswered: (listener: () => void) => void;
  /** Whether the client may control the local network, by the origin of its request. */
  readonly mayControl: boolean;
}
