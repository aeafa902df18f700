/** Content of a transfer, with its accounts resolved. Amounts in tinybars or the token's units; negative for debits. */
export interface Transfer {
  readonly hbar: readonly Move[];
  readonly tokens: readonly TokenTransfer[];
}

export interface Move {
  readonly account: number;
  readonly amount: bigint;
  /** Whether the payer moves the amount by an allowance. */
  readonly approved?: boolean;
}

export interface TokenTransfer {
  readonly token: number;
  readonly units: readonly Move[];
  readonly nfts: readonly NftTransfer[];
  /** Decimals of the token that the client expects. */
  readonly decimals?: number | undefined;
}

export interface NftTransfer {
  readonly serial: number;
  readonly sender: number;
  readonly receiver: number;
  readonly approved?: boolean;
}
