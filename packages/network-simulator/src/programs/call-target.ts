import type { proto } from '@tain/protos/hapi';
import { longZero, numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { isInRealm } from '../ledger/named.ts';
import { Status } from '../ledger/status.ts';
import { entityAt, hex, longZeroNum } from './code-addresses.ts';
import { isSystemContract } from './system-contracts.ts';

/** Returns the number of a contract by any form of its id; 0: there is none. */
export function contractNumOf(ledger: Ledger, id: proto.IContractID | null | undefined): number {
  const address = id?.evmAddress;
  return address?.length ? ledger.resolveAlias(address) : numOf(id?.contractNum);
}

/** Returns the address (hex) at which code runs for a call by number or address, or the reason why none runs. */
export function calledBy(ledger: Ledger, id: proto.IContractID | null | undefined): string | Status {
  const address = id?.evmAddress;
  const num = address?.length
    ? ledger.resolveAlias(address) || entityAt(ledger, hex(address)) || longZeroNum(hex(address))
    : numOf(id?.contractNum);
  if (ledger.accounts.get(num)?.deleted) return Status.CONTRACT_DELETED;
  if (ledger.codeOf(num) !== 0) return hex(ledger.addressOf(num));
  // Tokens can be called like contracts; system contracts have no account.
  return ledger.tokens.has(num) || isSystemContract(num)
    ? longZero(num).toString('hex')
    : Status.INVALID_CONTRACT_ID;
}

/**
 * Returns the address (hex) that a client's call reaches, or a status for an impossible id. A call to an account, to a
 * deleted contract or to nothing runs no code (`contracts.evm.allowCallsToNonContractAccounts`).
 */
export function sentTo(ledger: Ledger, id: proto.IContractID | null | undefined): string | Status {
  if (!id || !isInRealm(id)) return Status.INVALID_CONTRACT_ID;
  if (id.evmAddress?.length) return reachedBy(ledger, id.evmAddress);
  const num = longToBigInt(id.contractNum);
  if (num <= 0n) return Status.INVALID_CONTRACT_ID;
  return reachedBy(ledger, Buffer.from(num.toString(16).padStart(40, '0'), 'hex'));
}

/**
 * Returns the receiver (hex) of a wallet's transaction, or of an impersonated account's: an existing entity, or the address itself if there is none. At
 * such an address a transfer creates an account or halts, and a call without value does nothing.
 */
export function reachedBy(ledger: Ledger, to: Uint8Array): string {
  const known = ledger.resolveAlias(to);
  return known === 0 ? hex(to) : hex(ledger.addressOf(known));
}
