/** An account's balances, in tinybars and in the smallest units of tokens. */
export interface AccountBalance {
  /** Packed entity id. */
  readonly accountId: bigint;
  readonly balance: bigint;
  readonly tokens: readonly { readonly tokenId: bigint; readonly balance: bigint }[];
}

/** All balances at an instant, as the network wrote them. */
export interface BalanceFile {
  /** Nanoseconds, from the content. */
  readonly consensusTimestamp: bigint;
  /**
   * Accounts, read from the file while they are iterated, which is possible once. Throws `MalformedError` at the first
   * line or message that does not match the format exactly: then nothing of the file may be stored.
   */
  readonly accounts: Iterable<AccountBalance>;
}
