/** What a transfer moves, its accounts found. Amounts in tinybars or the token's units; negative ones are taken. */
export interface Transfer {
  readonly hbar: readonly Move[];
  readonly tokens: readonly TokenTransfer[];
}

export interface Move {
  readonly account: number;
  readonly amount: bigint;
  /** The payer takes it by an allowance. */
  readonly approved?: boolean;
}

export interface TokenTransfer {
  readonly token: number;
  readonly units: readonly Move[];
  readonly nfts: readonly NftTransfer[];
  /** What the client took the token's decimals to be. */
  readonly decimals?: number | undefined;
}

export interface NftTransfer {
  readonly serial: number;
  readonly sender: number;
  readonly receiver: number;
  readonly approved?: boolean;
}
