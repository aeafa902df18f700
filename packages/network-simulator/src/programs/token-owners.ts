import type { Ledger } from '../ledger/ledger.ts';

/** Returns the accounts and contracts that own tokens, or are treasuries. They must not destroy themselves. */
export function tokenOwners(ledger: Ledger): ReadonlySet<number> {
  const owners = new Set<number>();
  for (const { treasury, deleted } of ledger.tokens.values()) if (!deleted) owners.add(treasury);
  for (const { account, associated, balance } of ledger.relations.values()) {
    if (associated && balance > 0n) owners.add(account);
  }
  return owners;
}
