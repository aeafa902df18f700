import type { Address } from '@tain/evm/execution';

/**
 * Units of all objects: entity numbers are encoded ids, as `kernel/entity-id.ts` packs them; amounts of hbar are
 * tinybars; times are nanoseconds.
 */

/** An account or a contract. */
export interface LedgerAccount {
  readonly id: bigint;
  readonly type: 'ACCOUNT' | 'CONTRACT';
  /** EVM address: `evm_address`, or else an alias of 20 bytes. */
  readonly evmAddress: Address | undefined;
  /** Protobuf `Key`, as stored; undefined for a hollow account. */
  readonly key: Uint8Array | undefined;
  readonly balance: bigint;
  /** Whether the account is older than the stored stream, so that `balance` has only the changes since. */
  readonly hasUnknownBalance?: boolean;
  readonly nonce: bigint;
  readonly deleted: boolean;
  readonly receiverSigRequired: boolean;
  readonly maxAutomaticTokenAssociations: number;
  readonly autoRenewAccount: bigint | undefined;
  readonly autoRenewPeriod: bigint | undefined;
  readonly expiration: bigint | undefined;
  readonly createdTimestamp: bigint | undefined;
  /** Address whose code runs in calls of an account (EIP-7702). */
  readonly delegation?: Address;
}

/** Returns an account without stored rows, for accounts that always exist on the ledger. */
export function emptyAccount(id: bigint): LedgerAccount {
  return {
    id,
    type: 'ACCOUNT',
    evmAddress: undefined,
    key: undefined,
    balance: 0n,
    nonce: 0n,
    deleted: false,
    receiverSigRequired: false,
    maxAutomaticTokenAssociations: 0,
    autoRenewAccount: undefined,
    autoRenewPeriod: undefined,
    expiration: undefined,
    createdTimestamp: undefined,
  };
}

export type TokenKeyName =
  | 'admin'
  | 'kyc'
  | 'freeze'
  | 'wipe'
  | 'supply'
  | 'feeSchedule'
  | 'pause'
  | 'metadata';

/** Custom fees as stored in the database (tables `custom_fee`, `custom_fee_history`). */
export interface TokenFees {
  readonly fixed: readonly {
    readonly amount: bigint;
    /** Token in which the fee is paid; undefined: hbar. */
    readonly denominatingToken: bigint | undefined;
    readonly collector: bigint;
    readonly allCollectorsExempt: boolean;
  }[];
  readonly fractional: readonly {
    readonly numerator: bigint;
    readonly denominator: bigint;
    readonly minimum: bigint;
    readonly maximum: bigint | undefined;
    readonly netOfTransfers: boolean;
    readonly collector: bigint;
    readonly allCollectorsExempt: boolean;
  }[];
  readonly royalty: readonly {
    readonly numerator: bigint;
    readonly denominator: bigint;
    readonly fallback:
      | { readonly amount: bigint; readonly denominatingToken: bigint | undefined }
      | undefined;
    readonly collector: bigint;
    readonly allCollectorsExempt: boolean;
  }[];
}

export interface LedgerToken {
  readonly id: bigint;
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly memo: string;
  readonly metadata: Uint8Array;
  readonly treasury: bigint;
  readonly totalSupply: bigint;
  readonly supplyType: 'INFINITE' | 'FINITE';
  readonly maxSupply: bigint;
  readonly freezeDefault: boolean;
  /** Status of a new relation; `NOT_APPLICABLE` without the key. */
  readonly kycDefault: 'NOT_APPLICABLE' | 'GRANTED' | 'REVOKED';
  readonly paused: boolean;
  readonly deleted: boolean;
  /** Protobuf `Key` by name; keys may be missing. */
  readonly keys: Readonly<Partial<Record<TokenKeyName, Uint8Array>>>;
  readonly fees: TokenFees;
  readonly autoRenewAccount: bigint | undefined;
  /** Period in seconds. */
  readonly autoRenewPeriod: bigint | undefined;
  /** Time in nanoseconds. */
  readonly expiration: bigint | undefined;
  readonly nextSerial: bigint;
}

/** An account's association with a token. */
export interface TokenRelation {
  readonly account: bigint;
  readonly token: bigint;
  readonly associated: boolean;
  readonly automatic: boolean;
  /** Balance in smallest units; for an NFT class the number of serials. */
  readonly balance: bigint;
  readonly freeze: 'NOT_APPLICABLE' | 'FROZEN' | 'UNFROZEN';
  readonly kyc: 'NOT_APPLICABLE' | 'GRANTED' | 'REVOKED';
}

export interface LedgerNft {
  readonly token: bigint;
  readonly serial: bigint;
  readonly owner: bigint;
  readonly spender: bigint | undefined;
  readonly metadata: Uint8Array;
  readonly createdTimestamp: bigint;
  readonly deleted: boolean;
}

/** A scheduled transaction. */
export interface LedgerSchedule {
  readonly id: bigint;
  readonly creator: bigint;
  readonly payer: bigint;
  /** Protobuf `SchedulableTransactionBody`. */
  readonly body: Uint8Array;
  /** Protobuf `Key`; undefined: the schedule cannot be deleted. */
  readonly adminKey: Uint8Array | undefined;
  readonly memo: string;
  /** Whether it is executed only when it expires. */
  readonly waitForExpiry: boolean;
  readonly executed: boolean;
  readonly deleted: boolean;
  /** Time in nanoseconds. */
  readonly expiration: bigint | undefined;
}

/** A key that signed a schedule: its kind, and its bytes in hex or the id of the contract. */
export type Signatory = `${'ed25519' | 'ecdsa' | 'contract' | 'delegatable'}:${string}`;
