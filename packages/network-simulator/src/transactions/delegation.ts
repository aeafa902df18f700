import type { Authorization } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId } from '../ledger/ids.ts';
import { ownCopy } from '../ledger/table.ts';
import { createByAlias } from '../ledger/transfer-hbar.ts';
import { signAuthorization } from './ethereum-bytes.ts';
import { type Generator, isUser } from './generator.ts';

/** Delegation of accounts to code: EIP-7702 as adopted by HIP-1340. */

/** Gas charged for each authorization, whatever its outcome. */
export const AUTHORIZATION_GAS = 25_000;
const NO_CODE = new Uint8Array(20);

/** Returns an address for a delegation: a contract, zeros to remove the delegation, or an address without code. */
export function delegateAddress(g: Generator): Uint8Array {
  const kind = g.random.unit();
  if (kind < 0.15) return NO_CODE;
  if (kind < 0.25) return g.random.bytes(20);
  const { ledger } = g;
  const contract = g.find(
    ledger.contracts,
    (row) => row.program === 'Counter' && !ledger.accounts.need(row.num).deleted,
  );
  return contract === undefined ? NO_CODE : ledger.addressOf(contract.num);
}

/** Returns the ECDSA key of the account for wallets; undefined when it has none. */
function walletKey(row: Readonly<Account>): number | undefined {
  const ref = row.key?.form === 'key' ? (row.key.refs[0] ?? 0) : 0;
  return ref < 0 && row.evmAddress !== null ? ref : undefined;
}

/**
 * Returns authorizations that accompany a wallet's call: of its own account, another one, or one that does not exist
 * yet.
 */
export function randomAuthorizations(
  g: Generator,
  sender: Readonly<Account>,
  senderNonce: bigint,
  chainId: bigint,
): Authorization[] {
  const { ledger, random } = g;
  const kind = random.unit();
  const address = delegateAddress(g);
  const late = g.failing() ? 5n : 0n;
  const onAnyChain = random.chance(0.2) ? 0n : chainId;
  const ofSender = walletKey(sender);
  if (kind < 0.5 && ofSender !== undefined) {
    const content = { address, nonce: senderNonce + 1n + late };
    return [signAuthorization(g, ofSender, content, onAnyChain)];
  }
  if (kind < 0.6 && g.mayGrow('accounts')) {
    const authority = g.freshEcdsa();
    return [signAuthorization(g, authority, { address, nonce: late }, onAnyChain)];
  }
  const other = g.find(
    ledger.accounts,
    (row) => isUser(row) && row.num !== sender.num && walletKey(row) !== undefined,
  );
  const authority = other === undefined ? undefined : walletKey(other);
  if (other === undefined || authority === undefined) return [];
  const nonce = BigInt(other.ethereumNonce) + late;
  return [signAuthorization(g, authority, { address, nonce }, onAnyChain)];
}

/**
 * Applies the authorizations with the right nonce and skips the others. Each applied one has a preceding child record.
 * They remain even when the call itself fails.
 */
export function delegate(x: Execution, authorizations: readonly Authorization[]): void {
  const { ledger } = x;
  for (const { authority: evmAddress, chainId, address, nonce } of authorizations) {
    if (evmAddress === null || (chainId !== 0n && chainId !== ledger.chainId)) continue;
    const known = ledger.resolveAlias(evmAddress);
    // Contracts have their own code and cannot delegate.
    if (ledger.accounts.get(known)?.contract) continue;
    if (BigInt(ledger.accounts.get(known)?.ethereumNonce ?? 0) !== nonce) continue;
    const num = known === 0 ? createByAlias(x, evmAddress, ownCopy(address)) : known;
    if (known !== 0) reportUpdate(x, num, address);
    const account = ledger.accounts.edit(num);
    account.delegation = ownCopy(address);
    account.ethereumNonce += 1;
  }
}

function reportUpdate(x: Execution, num: number, delegationAddress: Uint8Array): void {
  const accountIDToUpdate = accountId(num);
  const body = { cryptoUpdateAccount: { accountIDToUpdate, delegationAddress } };
  x.child('cryptoUpdateAccount', body, 'preceding').receipt.accountID = accountIDToUpdate;
}
