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
   * Read as it is walked, once. Lines and messages that make no sense are told of and left out;
   * throws `MalformedError` where nothing more can be read.
   */
  readonly accounts: Iterable<AccountBalance>;
}

export interface BalanceReading {
  /** Accounts of other shards are none of this network. */
  readonly shard: bigint;
  /** Told of each line or message that is left out. */
  readonly onBad: (message: string) => void;
}
