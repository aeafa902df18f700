import type { StateSetting } from '../ledger/execution.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunCode } from '../ledger/run-code.ts';
import type { Status } from '../ledger/status.ts';
import type { RecentTransactions } from './recent-transactions.ts';

/** Response of a node before a transaction reaches consensus. */
export interface Submitted {
  /** Status; `OK` means that the transaction will reach consensus and have a receipt with its outcome. */
  readonly code: Status;
  /** The fee in tinybars where the code is INSUFFICIENT_TX_FEE, else 0. */
  readonly cost: bigint;
}

/** Right of a transaction of tests of contracts, which those of clients do not have. */
export type Privilege =
  /**
   * The payer's keys count as signed. The transaction has no signatures in the stream. A call reaches accounts and unused
   * addresses as well, as that of a wallet does.
   */
  | { readonly kind: 'unsigned' }
  /** The keys of all accounts count as signed. */
  | { readonly kind: 'all-signed' }
  /** The created contract has this EVM address, which a hollow account may have. */
  | { readonly kind: 'create-at'; readonly address: Uint8Array }
  /** State is set from the call's input, see `StateSetting`. */
  | { readonly kind: 'set'; readonly what: StateSetting };

/** Position in the stream of a network between two blocks. */
export interface NetworkPosition {
  /** Position in the journal of the network's state. */
  readonly journal: number;
  /** Number of the last block. */
  readonly block: bigint;
}

/**
 * The simulated network for its clients: a node that accepts transactions and responds to queries. It is independent of
 * the protocol: a server (such as gRPC) passes bytes in and out.
 */
export interface ConsensusNode {
  /** Engine for contract code, for calls without state changes. */
  readonly runCode: RunCode;
  /**
   * Checks a serialized `Transaction` and queues it for the next block. Never throws for hostile bytes. `isExpected`:
   * whether the called method accepts a data field of the body; other fields result in INVALID_TRANSACTION_BODY.
   * Returns BUSY while the network is overloaded, or not ready yet.
   */
  submit(transaction: Uint8Array, isExpected?: (field: string) => boolean): Promise<Submitted>;
  /**
   * Queues a transaction like `submit`, but with a privilege, for tests of contracts. Not reachable through a server.
   */
  submitPrivileged(transaction: Uint8Array, privilege: Privilege): Promise<Submitted>;
  /**
   * Pays for a query of `cost` tinybars with its payment, a serialized `Transaction` with a transfer to a node. Any status
   * but `OK` is the reason for refusing the query.
   */
  pay(payment: Uint8Array, cost: bigint): Promise<Submitted>;
  /**
   * Runs `read` between two blocks, on the ledger after the last block on the disk. Rejects when the network has ended.
   * Clients (by address; default: the network itself) take turns.
   */
  read<T>(read: (ledger: Ledger) => T | Promise<T>, client?: string): Promise<T>;
  /** Receipts and records of the last minutes. */
  readonly recent: RecentTransactions;
  /** Starts or stops holding submitted transactions back until `closeBlock`. */
  hold(isHeld: boolean): void;
  /** Closes a block with the queued transactions as soon as the minimum interval allows it. */
  closeBlock(): void;
  /** Drops a transaction (its serialized `SignedTransaction`) if it waits for a block: it will be in none. */
  drop(signedBytes: Uint8Array): void;
  /** Returns the network's current time in nanoseconds since 1970. */
  now(): bigint;
  /** Lets the network read the clock, which was set, instead of waiting for its next block. */
  clockChanged(): void;
  /**
   * Stops making blocks until `resume`, and returns the position after the last one. Rejects when the network has ended.
   * Calls must not overlap.
   */
  pause(): Promise<NetworkPosition>;
  /** Returns a paused network to an earlier position. Transactions after it, and those that wait for a block, are dropped. */
  returnTo(position: NetworkPosition): Promise<void>;
  /** Makes blocks again. `holdsPositions`: whether the network may still return to positions of `pause`. */
  resume(holdsPositions: boolean): void;
}
