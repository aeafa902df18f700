import type { LedgerOverlay } from './ledger-overlay.ts';
import type { LedgerReader } from './ledger-state.ts';

/** Returns the ledger after the executions of an overlay, for the executions that follow. */
export function overlayReader(state: LedgerOverlay): LedgerReader {
  return {
    idOfAlias: (address) => state.aliases.get(address),
    verifyAbsent: (address) => state.verifyAbsent(address),
    account: (id) => state.accounts.get(id),
    code: (id) => state.code.get(id),
    storage: (contract, slot) => state.storage.get([contract, slot]),
    token: (id) => state.tokens.get(id),
    relation: (account, token) => state.relations.get([account, token]),
    nft: (token, serial) => state.nfts.get([token, serial]),
    cryptoAllowance: (owner, spender) => state.cryptoAllowances.get([owner, spender]),
    tokenAllowance: (owner, token, spender) => state.tokenAllowances.get([owner, token, spender]),
    nftAllowance: (owner, token, spender) => state.nftAllowances.get([owner, token, spender]),
    airdrop: (sender, receiver, token, serial) => state.airdrops.get([sender, receiver, token, serial]),
    schedule: (id) => state.schedules.get(id),
    signatories: (schedule) => state.signatories.get(schedule),
    automaticAssociations: async (account) => (await state.automaticAssociations.get(account)) ?? 0,
    isTreasury: (account) => state.isTreasury(account),
    positiveBalances: (account) => state.positiveBalances(account),
    maxId: () => state.lastId(),
  };
}
