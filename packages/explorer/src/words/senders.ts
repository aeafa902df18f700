/** Provider that a wallet injects into the page (EIP-1193). */
export interface Provider {
  request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
}

/** Sender of transactions: a wallet, or an account that the local network signs for. */
export interface Sender {
  readonly key: string;
  readonly name: string;
  readonly provider: Provider;
  /** Address of the account; null: the wallet chooses it. */
  readonly account: string | null;
}

/** Maximum number of wallets, because any extension of the browser can announce more. */
const MAX_WALLETS = 20;

/** Returns senders with further ones. Wallets beyond the maximum, and senders with a known key, are left out. */
export function withSenders(before: readonly Sender[], found: readonly Sender[]): readonly Sender[] {
  const isWallet = ({ account }: Sender): boolean => account === null;
  const added = found.filter(({ key }) => !before.some((other) => other.key === key));
  const wallets = added.filter(isWallet).slice(0, MAX_WALLETS - before.filter(isWallet).length);
  return [...before, ...added.filter((sender) => !isWallet(sender) || wallets.includes(sender))];
}
