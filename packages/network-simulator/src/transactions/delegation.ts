import type { Authorization } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { CHAIN_ID } from '../ledger/fees.ts';
import { accountId } from '../ledger/ids.ts';
import { keep } from '../ledger/table.ts';
import { createByAlias } from '../ledger/transfer-hbar.ts';
import { signAuthorization } from './ethereum-bytes.ts';
import { type Generator, isUser } from './generator.ts';

/** Code for accounts of people: EIP-7702 as HIP-1340 brings it to these networks. */

/** Gas charged for each authorization, whatever its outcome. */
export const AUTHORIZATION_GAS = 25_000;
const NO_CODE = new Uint8Array(20);

/** Address of a contract whose code an account may have, zeros to have none, or one where there is no code. */
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

/** A wallet's request besides its call: code for its own account, another one, or one that does not exist yet. */
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
    const wish = { address, nonce: senderNonce + 1n + late };
    return [signAuthorization(g, ofSender, wish, onAnyChain)];
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
 * Applies the authorizations whose nonce fits and skips the others. Each has a preceding child record. They
 * remain even when the call itself fails.
 */
export function delegate(x: Execution, sender: number, authorizations: readonly Authorization[]): void {
  const { ledger } = x;
  for (const { authority: evmAddress, chainId, address, nonce } of authorizations) {
    if (evmAddress === null || (chainId !== 0n && chainId !== CHAIN_ID)) continue;
    const known = ledger.resolveAlias(evmAddress);
    // A contract has its own code.
    if (ledger.accounts.get(known)?.contract) continue;
    if (BigInt(ledger.accounts.get(known)?.ethereumNonce ?? 0) !== nonce) continue;
    const num = known === 0 ? createByAlias(x, evmAddress, keep(address)) : known;
    if (known !== 0) tellUpdate(x, num, address);
    const account = ledger.accounts.edit(num);
    account.delegation = keep(address);
    account.ethereumNonce += 1;
    // The sender's nonce is in the result.
    if (num !== sender) account.untoldNonce += 1;
  }
}

function tellUpdate(x: Execution, num: number, delegationAddress: Uint8Array): void {
  const accountIDToUpdate = accountId(num);
  const body = { cryptoUpdateAccount: { accountIDToUpdate, delegationAddress } };
  x.child('cryptoUpdateAccount', body, 'preceding').receipt.accountID = accountIDToUpdate;
}
