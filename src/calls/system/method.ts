import type { Address, Log, SystemCall } from '@tain/evm/execution';
import type { LedgerAccount, LedgerToken } from '../state/ledger-objects.ts';
import type { Arguments } from './abi/arguments.ts';
import type { MethodResult } from './answer.ts';
import type { Ledger } from './ledger.ts';

/** A call of one method, decoded. */
export interface MethodCall {
  readonly ledger: Ledger;
  readonly args: Arguments;
  readonly signature: string;
  /** Call of the engine. */
  readonly raw: SystemCall;
  /** The caller; for a redirect, the caller of the token or account. Undefined when no account has this address. */
  readonly sender: LedgerAccount | undefined;
  readonly senderAddress: Address;
  /** Subject of a redirect, else undefined. */
  readonly subject: Address | undefined;
  /** Token at `subject`. */
  readonly token: LedgerToken | undefined;
  readonly isStatic: boolean;
  /** Logs of the method, which are added if it succeeds. */
  readonly logs: Log[];
}

export type Service = 'HTS' | 'HAS' | 'HSS';

/** Returns the price of a call in gas, before it runs. */
export type GasRule = (call: MethodCall) => bigint | Promise<bigint>;

/** One declared method of a system contract. */
export interface Method {
  readonly service: Service;
  readonly signature: string;
  /** Types of the results in parentheses. */
  readonly returns: string;
  readonly kind: 'read' | 'write';
  /**
   * Allowed callers. `redirect`: only through the code of a token, account or schedule. `direct`: only at the contract
   * itself.
   */
  readonly via: 'direct' | 'redirect' | 'either';
  /** The only address of the token service that has the method. */
  readonly only?: '0x167' | '0x16c';
  /** Type of token to which this entry applies, for a selector with two results. */
  readonly tokenType?: LedgerToken['type'];
  readonly inStatic: boolean;
  readonly gas: GasRule;
  readonly run: (call: MethodCall) => Promise<MethodResult>;
  /** Name of the test that covers the method: `test/calls/system/GROUP.unit.test.ts`. */
  readonly group: string;
}
