import type { NetworkPosition, Privilege } from '@tain/network-simulator/node/consensus-node';
import type { Config } from '../config/config.ts';
import type { NodeAddress } from './demo-node.ts';
import type { FundedAccount, OwnAccount } from './local-accounts.ts';

/** Settings of the thread of a demo network. */
export type NetworkSettings = Pick<
  Config,
  | 'port'
  | 'demoNodePort'
  | 'demoNodeHost'
  | 'demoBlockNodePort'
  | 'demoCutover'
  | 'demoQuiet'
  | 'demoTps'
  | 'clientMemory'
> & { readonly chainId: bigint };

/** Data that the thread starts with. */
export interface NetworkStart {
  /** Folder of its stream. */
  readonly dir: string;
  readonly settings: NetworkSettings;
  /** Buffer of the `SharedClock`. */
  readonly clock: SharedArrayBuffer;
  /** Accounts to create and fund before the network is ready, from `TAIN_DEMO_ACCOUNTS`. */
  readonly accounts: readonly OwnAccount[];
}

/** Message to the thread. */
export type ToNetwork =
  /** End after the running block. */
  | { readonly kind: 'stop' }
  /** Submit a serialized `Transaction` to the node. */
  | {
      readonly kind: 'submit';
      readonly call: number;
      readonly transaction: Uint8Array;
      readonly privilege: Privilege | null;
    }
  /** Hold submitted transactions back from blocks, or stop that. */
  | { readonly kind: 'hold'; readonly isHeld: boolean }
  /** Make a block of the transactions that were held back. */
  | { readonly kind: 'close-block' }
  /** Read the clock, which was set ahead, instead of waiting for the next block. */
  | { readonly kind: 'clock-changed' }
  /** Drop those of some transactions that wait for a block. Their submissions are then settled with null. */
  | { readonly kind: 'drop'; readonly signedBytes: readonly Uint8Array[] }
  /** Stop making blocks. The answer is `paused`. */
  | { readonly kind: 'pause'; readonly call: number }
  /** Return the paused network to an earlier position. The answer is `returned`. */
  | { readonly kind: 'return'; readonly call: number; readonly position: NetworkPosition }
  /** Make blocks again. `holdsPositions`: whether the network may still return to a position. */
  | { readonly kind: 'resume'; readonly holdsPositions: boolean };

/** Message from the thread. */
export type FromNetwork =
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly text: string }
  /** Address at which it accepts transactions; null: it accepts none. */
  | { readonly kind: 'listening'; readonly node: NodeAddress | null }
  /**
   * The folder of the stream holds nothing but the blocks of the network's history, of which the last one ends at this consensus
   * time, in nanoseconds.
   */
  | { readonly kind: 'opened'; readonly consensusEnd: bigint }
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  /**
   * The network accepts transactions from now on. `after`: consensus time of the last one before, in nanoseconds; 0 if it
   * never accepts any. `accounts`: the funded accounts.
   */
  | { readonly kind: 'ready'; readonly after: bigint; readonly accounts: readonly FundedAccount[] }
  /** A block was published; the end is its consensus time in nanoseconds. */
  | { readonly kind: 'block'; readonly consensusEnd: bigint }
  /** The node's response code to a submitted transaction. Unless it is OK, nothing follows. */
  | { readonly kind: 'submitted'; readonly call: number; readonly code: number }
  /** A submitted transaction is in a block on the disk; null: it will be in none. */
  | {
      readonly kind: 'settled';
      readonly call: number;
      readonly outcome: { readonly status: number; readonly time: bigint } | null;
    }
  /** The network is paused at a position. */
  | { readonly kind: 'paused'; readonly call: number; readonly position: NetworkPosition }
  /** The paused network has returned to a position. */
  | { readonly kind: 'returned'; readonly call: number }
  /** The thread ended. `usage`: the failure is one sentence for the person at the terminal, as in a `Failure`. */
  | { readonly kind: 'ended'; readonly failure?: { readonly error: unknown; readonly usage: boolean } };
