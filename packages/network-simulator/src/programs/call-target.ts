import type { proto } from '@tain/protos/hapi';
import { longZero, numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
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
 * Returns the receiver (hex) of a wallet's transaction, or of an impersonated account's: an existing entity, or the address itself if there is none. At
 * such an address a transfer creates an account or halts, and a call without value does nothing.
 */
export function reachedBy(ledger: Ledger, to: Uint8Array): string {
  const known = ledger.resolveAlias(to);
  return known === 0 ? hex(to) : hex(ledger.addressOf(known));
}
