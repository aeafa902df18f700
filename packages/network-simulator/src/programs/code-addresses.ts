import { longZero } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CodeKind } from '../ledger/run-code.ts';

/** Resolution of addresses in code (40 hex digits). */

const LONG_ZERO = '0'.repeat(24);
const NO_CODE = new Uint8Array();
const ZERO_ADDRESS = '0'.repeat(40);

/** Bytecode that redirects calls to a system contract, before the contract's address, and after the entity's (HIP-719). */
const PROXY_HEAD = '6080604052348015600f57600080fd5b50600061';
const PROXY_TAIL =
  '600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea2646970667358221220' +
  'd8378feed472ba49a0005514ef7087017f707b45fb9bf56bb81bb93ff19a238b64736f6c634300080b0033';

/** Returns the number in a long-zero address, or 0. */
export function longZeroNum(address: string): number {
  if (!address.startsWith(LONG_ZERO)) return 0;
  const num = BigInt(`0x${address}`);
  return num <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(num) : 0;
}

/**
 * Returns the number of the account or contract at an address; 0: none. The long-zero address of an account with
 * another address does not count.
 */
export function accountAt(ledger: Ledger, address: string): number {
  if (!address.startsWith(LONG_ZERO)) return ledger.resolveAlias(Buffer.from(address, 'hex'));
  const num = longZeroNum(address);
  const account = ledger.accounts.get(num);
  if (account === undefined || account.deleted) return 0;
  return account.evmAddress === null || hex(account.evmAddress) === address ? num : 0;
}

/** Returns the number of the entity with an address, including tokens and schedules; 0: none. */
export function entityAt(ledger: Ledger, address: string): number {
  const account = accountAt(ledger, address);
  if (account !== 0) return account;
  const num = longZeroNum(address);
  return ledger.tokens.has(num) || ledger.schedules.has(num) ? num : 0;
}

export function kindAt(ledger: Ledger, address: string): CodeKind {
  const num = accountAt(ledger, address);
  if (num !== 0) return ledger.accounts.get(num)?.contract ? 'contract' : 'account';
  const other = longZeroNum(address);
  if (ledger.tokens.has(other)) return 'token';
  return ledger.schedules.has(other) ? 'schedule' : 'missing';
}

/** Returns the code of a token, which responds as an ERC-20 or ERC-721 contract. */
export function tokenProxy(address: string): Uint8Array {
  return proxy('0167905077618dc65e', address);
}

/** Returns the code that runs for functions of an account (HIP-906). */
export function accountProxy(address: string): Uint8Array {
  return proxy('016a905077e4cbd3a7', address);
}

/** Returns the code of a schedule (HIP-755). */
export function scheduleProxy(address: string): Uint8Array {
  return proxy('016b9050775c3889ca', address);
}

/** `to`: the system contract, and the selector of its redirect, between two instructions. */
function proxy(to: string, address: string): Uint8Array {
  return Buffer.from(`${PROXY_HEAD}${to}${address}${PROXY_TAIL}`, 'hex');
}

/** Returns the code that EXTCODE* report for an account with a contract's code (EIP-7702): the delegation. */
export function delegationCode(delegation: Uint8Array | null): Uint8Array {
  if (delegation === null || hex(delegation) === ZERO_ADDRESS) return NO_CODE;
  return Buffer.concat([Buffer.from('ef0100', 'hex'), delegation]);
}

/** Returns the long-zero address of the entity with an address; the address itself if there is no entity. */
export function longZeroAt(ledger: Ledger, address: string): string {
  const num = entityAt(ledger, address);
  return num === 0 ? address : hex(longZero(num));
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
