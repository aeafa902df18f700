/** What an account had, in tinybars and in the smallest units of tokens. */
export interface AccountBalance {
  /** Packed entity id. */
  readonly accountId: bigint;
  readonly balance: bigint;
  readonly tokens: readonly { readonly tokenId: bigint; readonly balance: bigint }[];
}

/** All balances at an instant, as the network wrote them. */
export interface BalanceFile {
  /** Nanoseconds, as the content says. */
  readonly consensusTimestamp: bigint;
  /**
   * Read as it is walked, once. Throws `MalformedError` at the first line or message that is not
   * exactly of the format: then nothing of the file may be kept.
   */
  readonly accounts: Iterable<AccountBalance>;
}
