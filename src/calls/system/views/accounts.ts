import type { MaybePromise } from '@tain/evm/maybe-promise';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import type { LedgerAccount } from '../../state/ledger-objects.ts';
import { type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import type { MethodCall } from '../method.ts';

/** Views of the account service. */

/** Returns the allowance of hbars; through an account's own address, that account is the owner. */
export async function hbarAllowance(call: MethodCall): Promise<MethodResult> {
  const { ledger, args, subject } = call;
  const isRedirect = subject !== undefined;
  const owner = await ledger.accountAt(isRedirect ? subject : args.address(0));
  if (owner === undefined) return revertWith('INVALID_ALLOWANCE_OWNER_ID');
  const spender = await ledger.partyAt(args.address(isRedirect ? 0 : 1));
  const amount = spender && (await ledger.state.cryptoAllowances.get([owner.id, spender]));
  return values(SUCCESS, amount ?? 0n);
}

/** Converts a long-zero address to the EVM address. */
export async function getEvmAddressAlias({ ledger, args }: MethodCall): Promise<MethodResult> {
  const id = ledger.longZeroId(args.address(0));
  const account = id === undefined ? undefined : await live(ledger.state.accounts.get(id));
  if (account?.evmAddress === undefined) return values(statusNumber('INVALID_ACCOUNT_ID'), ZERO_ADDRESS);
  return values(SUCCESS, account.evmAddress);
}

/** Converts an EVM address to the long-zero address. */
export async function getHederaAccountNumAlias({ ledger, args }: MethodCall): Promise<MethodResult> {
  const account = await ledger.accountAt(args.address(0));
  if (account?.evmAddress === undefined)
    return values(statusNumber('INVALID_SOLIDITY_ADDRESS'), ZERO_ADDRESS);
  return values(SUCCESS, ledger.longZero(account.id));
}

/** Returns whether the address is one of either kind of any account. */
export async function isValidAlias({ ledger, args }: MethodCall): Promise<MethodResult> {
  const address = args.address(0);
  const id = ledger.longZeroId(address) ?? (await ledger.state.aliases.get(address));
  return values(id !== undefined && (await live(ledger.state.accounts.get(id))) !== undefined);
}

async function live(account: MaybePromise<LedgerAccount | undefined>): Promise<LedgerAccount | undefined> {
  const found = await account;
  return found?.deleted ? undefined : found;
}
