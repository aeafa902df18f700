import type { BlockEnvironment, Engine, EngineState, ExecutionOptions, Word } from '@tain/evm/execution';
import type { ExchangeRate } from '@tain/ledger/exchange-rates';
import type { Network } from '@tain/ledger/network';
import type { StoredBlock } from '../../store/reads/block.ts';
import type { LedgerReader, LedgerState } from '../state/ledger-state.ts';

/** Context of a call: a block, and the ledger as of it. */
export interface CallWorld {
  readonly network: Network;
  readonly chainId: bigint;
  readonly block: StoredBlock;
  /** Consensus time of the call, in nanoseconds. */
  readonly now: bigint;
  readonly reader: LedgerReader;
  /** Returns the first 32 bytes of the hash of a block. */
  readonly blockHash: (number: bigint) => Promise<Word | undefined>;
  /** Values that replace those of the block environment. */
  readonly environment?: Partial<BlockEnvironment>;
  /** Tinybars for a unit of gas. */
  readonly gasPrice: bigint;
  readonly rate: ExchangeRate;
  readonly ledgerEngine: LedgerEngine;
  /** Whether a given sender must be able to pay for value and gas (`validatePayerBalance`). */
  readonly validatesPayers: boolean;
}

/** Options of an execution that depend on the ledger. */
export type LedgerOptions = Pick<ExecutionOptions, 'systemContracts' | 'takesValue' | 'hollowAccountGas'>;

/** Options that differ between executions in one world. */
export interface RunTerms {
  /** Minimum balance of accounts in tinybars; contracts have their own balance. */
  readonly minimumBalance: bigint;
  /** Called with the status of each failed transaction that a system contract made. */
  readonly childFailed?: (status: string) => void;
}

/** The engine, its state, and the system contracts, for one block. */
export interface LedgerEngine {
  readonly engine: Engine;
  /** Whether a call of an address without a contract succeeds. */
  readonly callsMissing: boolean;
  engineState(state: LedgerState, world: CallWorld, minimumBalance: bigint): EngineState;
  options(state: LedgerState, world: CallWorld, terms: RunTerms): LedgerOptions;
}

/** Limits of a call: a deadline, and an abort when its client disconnects. */
export interface CallLimits {
  readonly signal: Pick<AbortSignal, 'aborted'>;
  /** Milliseconds since the epoch. A pause moves it. */
  readonly deadline: number;
  /** Pauses the execution, as in `ExecutionOptions`. */
  readonly pause?: () => Promise<number> | undefined;
}
