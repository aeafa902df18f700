import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { LedgerAccount, LedgerToken } from '../../state/ledger-objects.ts';
import { halt, type MethodResult, revertWith, SUCCESS, statusNumber, values } from '../answer.ts';
import type { MethodCall } from '../method.ts';
import { allApproved, nftApproved, unitsApproved } from './logs.ts';
import { demandAccountAt, relationOf, senderOf, usableToken } from './objects.ts';
import { answersCode, attempt, demand } from './simulate.ts';

/**
 * Allowances: the right to transfer units, one NFT, all NFTs or hbars of another account. The caller is the owner.
 */

/** `(spender, amount or serial)` through a token's address → true, or nothing for an NFT. */
export async function approve(call: MethodCall): Promise<MethodResult> {
  const isNft = call.token?.type === 'NON_FUNGIBLE_UNIQUE';
  return approveToken(call, call.token, isNft, 0, isNft ? values() : values(true));
}

/** `(token, spender, amount)` → code, true. */
export async function approveDirect(call: MethodCall): Promise<MethodResult> {
  const token = await call.ledger.tokenAt(call.args.address(0));
  return approveToken(call, token, false, 1, values(SUCCESS, true));
}

/** `(token, spender, serial)` → code. */
export async function approveNftDirect(call: MethodCall): Promise<MethodResult> {
  const token = await call.ledger.tokenAt(call.args.address(0));
  return approveToken(call, token, true, 1, values(SUCCESS));
}

async function approveToken(
  call: MethodCall,
  token: LedgerToken | undefined,
  isNft: boolean,
  first: number,
  success: MethodResult,
): Promise<MethodResult> {
  const [spender, amount] = [call.args.address(first), call.args.integer(first + 1)];
  // The ledger's amounts and serials have 63 bits. It fails on larger ones before any other check.
  if (amount > MAX_INT64) return halt('PRECOMPILE_ERROR');
  const done = await attempt(call.ledger, async () => {
    const usable = await usableToken(call.ledger, token?.id);
    if (isNft) await approveSerial(call, usable, spender, amount);
    else await approveUnits(call, usable, spender, amount);
  });
  return 'refused' in done ? revertWith(done.refused) : success;
}

async function approveUnits(call: MethodCall, token: LedgerToken, spender: string, amount: bigint) {
  const { ledger } = call;
  const owner = senderOf(call);
  demand(token.type === 'FUNGIBLE_COMMON', 'NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES');
  const { id } = await demandAccountAt(ledger, spender, 'INVALID_ALLOWANCE_SPENDER_ID');
  demand(id !== owner.id, 'SPENDER_ACCOUNT_SAME_AS_OWNER');
  demand(token.supplyType === 'INFINITE' || amount <= token.maxSupply, 'AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY');
  await relationOf(ledger, owner.id, token.id);
  ledger.state.tokenAllowances.set([owner.id, token.id, id], amount === 0n ? undefined : amount);
  call.logs.push(
    unitsApproved(ledger.longZero(token.id), [await ledger.addressOf(owner.id), spender], amount),
  );
}

async function approveSerial(call: MethodCall, token: LedgerToken, spender: string, serial: bigint) {
  const { ledger } = call;
  const sender = senderOf(call);
  demand(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES');
  const nft = await ledger.state.nfts.get([token.id, serial]);
  demand(nft !== undefined && !nft.deleted, 'INVALID_TOKEN_NFT_SERIAL_NUMBER');
  if (nft.owner !== sender.id) {
    const isOperator = await ledger.state.nftAllowances.get([nft.owner, token.id, sender.id]);
    demand(isOperator === true, 'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL');
  }
  const isRemoval = spender === ZERO_ADDRESS;
  const account = isRemoval
    ? undefined
    : await demandAccountAt(ledger, spender, 'INVALID_ALLOWANCE_SPENDER_ID');
  demand(account?.id !== nft.owner, 'SPENDER_ACCOUNT_SAME_AS_OWNER');
  ledger.state.nfts.set([token.id, serial], { ...nft, spender: account?.id });
  call.logs.push(
    nftApproved(ledger.longZero(token.id), [await ledger.addressOf(nft.owner), spender], serial),
  );
}

/** `(operator, approved)` through a token's address → code, or a revert. */
export async function setApprovalForAll(call: MethodCall): Promise<MethodResult> {
  const done = await attempt(call.ledger, () => approveAll(call, call.token?.id, 0));
  return 'refused' in done ? revertWith(done.refused) : values(SUCCESS);
}

/** `(token, operator, approved)` → code. */
export const setApprovalForAllDirect = answersCode(async (call) =>
  approveAll(call, call.ledger.longZeroId(call.args.address(0)), 1),
);

async function approveAll(call: MethodCall, id: bigint | undefined, first: number): Promise<void> {
  const { ledger, args } = call;
  const owner = senderOf(call);
  const token = await usableToken(ledger, id);
  demand(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES');
  const [operator, approved] = [args.address(first), args.bool(first + 1)];
  const { id: spender } = await demandAccountAt(ledger, operator, 'INVALID_ALLOWANCE_SPENDER_ID');
  demand(spender !== owner.id, 'SPENDER_ACCOUNT_SAME_AS_OWNER');
  await relationOf(ledger, owner.id, token.id);
  ledger.state.nftAllowances.set([owner.id, token.id, spender], approved ? true : undefined);
  call.logs.push(
    allApproved(ledger.longZero(token.id), [await ledger.addressOf(owner.id), operator], approved),
  );
}

/** `(owner, spender, amount)`, or `(spender, amount)` through the owner's address. */
export async function hbarApprove(call: MethodCall): Promise<MethodResult> {
  const { ledger, args, subject } = call;
  const first = subject === undefined ? 1 : 0;
  const amount = args.integer(first + 1);
  if (amount > MAX_INT64 || amount < -MAX_INT64) return halt('PRECOMPILE_ERROR');
  const done = await attempt(ledger, async () => {
    const owner = await demandAccountAt(ledger, subject ?? args.address(0), 'INVALID_ALLOWANCE_OWNER_ID');
    await approveHbars(call, owner, args.address(first), amount);
  });
  return values('refused' in done ? statusNumber(done.refused) : SUCCESS);
}

async function approveHbars(
  { ledger }: MethodCall,
  owner: LedgerAccount,
  address: string,
  amount: bigint,
): Promise<void> {
  demand(amount >= 0n, 'NEGATIVE_ALLOWANCE_AMOUNT');
  const spender = await demandAccountAt(ledger, address, 'INVALID_ALLOWANCE_SPENDER_ID');
  demand(spender.id !== owner.id, 'SPENDER_ACCOUNT_SAME_AS_OWNER');
  ledger.state.cryptoAllowances.set([owner.id, spender.id], amount === 0n ? undefined : amount);
}

/** Allows an account any number of automatic associations, or none. */
export const setUnlimitedAssociations = answersCode(async (call) => {
  const account = call.subject ? await demandAccountAt(call.ledger, call.subject) : senderOf(call);
  const maxAutomaticTokenAssociations = call.args.bool(0) ? -1 : 0;
  call.ledger.state.accounts.set(account.id, { ...account, maxAutomaticTokenAssociations });
});
