import { type Authorization, authorityOf } from '../../ledger/authorization.ts';
import type { Address } from '../engine/execution.ts';
import type { LedgerReader } from '../state/ledger-state.ts';

/**
 * Returns the ledger after the authorizations of a call, in which existing accounts that signed one delegate. As on the
 * ledger, one counts only on this chain, with the nonce of its account, which the call itself has increased for its
 * sender; contracts cannot delegate.
 */
export async function authorizedReader(
  reader: LedgerReader,
  list: readonly Authorization[],
  { chainId, from }: { readonly chainId: bigint; readonly from: Address | undefined },
): Promise<LedgerReader> {
  const changed = new Map<bigint, { readonly nonce: bigint; readonly delegation: Address }>();
  for (const authorization of list) {
    const chain = BigInt(authorization.chain_id);
    const signer = chain === 0n || chain === chainId ? authorityOf(authorization) : undefined;
    const address = signer && Buffer.from(signer).toString('hex');
    const id = address === undefined ? undefined : await reader.idOfAlias(address);
    const account = id === undefined ? undefined : await reader.account(id);
    if (account === undefined || account.type === 'CONTRACT' || account.deleted) continue;
    const nonce = changed.get(account.id)?.nonce ?? account.nonce + (address === from ? 1n : 0n);
    if (nonce !== BigInt(authorization.nonce)) continue;
    changed.set(account.id, { nonce: nonce + 1n, delegation: authorization.address.slice(2) });
  }
  if (changed.size === 0) return reader;
  return {
    ...reader,
    async account(id) {
      const found = await reader.account(id);
      const change = changed.get(id);
      return found && change ? { ...found, ...change } : found;
    },
  };
}
