import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { LedgerToken } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import { receivingRelation } from './associations.ts';
import { addUnits, demandOpen, demandUnfrozen, existingToken, relationOf } from './objects.ts';
import { demand, Refused } from './simulate.ts';

/** Transfers by ids. Amounts below zero are debits, those above are credits. */
export interface Transfer {
  readonly hbars: readonly Amount[];
  readonly tokens: readonly Moves[];
}

export interface Amount {
  readonly account: bigint;
  readonly amount: bigint;
  readonly isApproval: boolean;
}

export interface NftMove {
  readonly from: bigint;
  readonly to: bigint;
  readonly serial: bigint;
  readonly isApproval: boolean;
}

export interface Moves {
  readonly token: LedgerToken;
  readonly amounts: readonly Amount[];
  readonly nfts: readonly NftMove[];
}

/** Status of an account whose balance does not cover the custom fees. */
export const TOO_POOR_FOR_FEES = 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE';

/** Accounts that must pay custom fees in units of a token, each as `token,account`. */
export type FeePayers = ReadonlySet<string>;

/**
 * Applies the requested transfers, without fees. `spender` uses allowances. Problems are reported in the ledger's
 * order: associations of all, hbars, units of all tokens, NFTs. An account in `feePayers` whose balance is too low is
 * reported as too poor for the fees.
 */
export async function applyTransfer(
  ledger: Ledger,
  transfer: Transfer,
  spender: bigint,
  feePayers: FeePayers = new Set(),
): Promise<void> {
  demandSums(transfer);
  for (const moves of transfer.tokens) await associateAll(ledger, moves, spender);
  for (const each of transfer.hbars) await moveHbars(ledger, each, spender);
  await moveUnits(ledger, transfer.tokens, spender, feePayers);
  for (const { token, nfts } of transfer.tokens) {
    for (const each of nfts) await moveNft(ledger, token, each, spender);
  }
}

/** Associates accounts with a free slot, and requires an association of all others. */
async function associateAll(ledger: Ledger, { token, amounts, nfts }: Moves, spender: bigint): Promise<void> {
  await existingToken(ledger, token.id);
  demand(!token.paused, 'TOKEN_IS_PAUSED');
  for (const { account, amount, isApproval } of amounts) {
    const isTaken = isApproval && amount < 0n;
    // The missing allowance is reported before a missing association of the debited account.
    if (isTaken && !(await ledger.state.relations.get([account, token.id]))?.associated) {
      allowanceLeft(await ledger.state.tokenAllowances.get([account, token.id, spender]), -amount);
    }
    demandUnfrozen(await receivingRelation(ledger, account, token));
  }
  for (const { from, to, serial } of nfts) {
    await relationOf(ledger, from, token.id);
    const nft = await ledger.state.nfts.get([token.id, serial]);
    demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
    demandUnfrozen(await receivingRelation(ledger, to, token));
  }
}

function demandSums({ hbars, tokens }: Transfer): void {
  demand(sum(hbars) === 0n, 'INVALID_ACCOUNT_AMOUNTS');
  demandOnce(hbars);
  for (const { token, amounts, nfts } of tokens) {
    demand(amounts.length > 0 || nfts.length > 0, 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS');
    demand(
      amounts.length === 0 || token.type === 'FUNGIBLE_COMMON',
      'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
    );
    demand(nfts.length === 0 || token.type === 'NON_FUNGIBLE_UNIQUE', 'INVALID_NFT_ID');
    demand(sum(amounts) === 0n, 'TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN');
    demandOnce(amounts);
    demand(
      nfts.every(({ from, to }) => from !== to),
      'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    );
    demand(new Set(nfts.map(({ serial }) => serial)).size === nfts.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST');
  }
}

function sum(amounts: readonly Amount[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}

function demandOnce(amounts: readonly Amount[]): void {
  const keys = new Set(amounts.map(({ account, isApproval }) => `${account},${isApproval}`));
  demand(keys.size === amounts.length, 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS');
}

async function moveHbars(ledger: Ledger, { account, amount, isApproval }: Amount, spender: bigint) {
  if (isApproval && amount < 0n) {
    const left = allowanceLeft(await ledger.state.cryptoAllowances.get([account, spender]), -amount);
    ledger.state.cryptoAllowances.set([account, spender], left);
  }
  await addHbars(ledger, account, amount, 'INSUFFICIENT_ACCOUNT_BALANCE');
}

/**
 * Adds to or subtracts from an account's hbars. An account may spend the minimum balance of the environment; spending
 * beyond its own balance makes that negative in the state of the engine.
 */
export async function addHbars(ledger: Ledger, id: bigint, amount: bigint, tooLittle: string): Promise<void> {
  const account = await ledger.state.accounts.get(id);
  demand(account !== undefined, 'INVALID_ACCOUNT_ID');
  const min = account.type === 'ACCOUNT' ? ledger.environment.minimumAccountBalance : 0n;
  const spendable = account.balance > min ? account.balance : min;
  demand(amount >= 0n || spendable + amount >= 0n, tooLittle);
  ledger.state.accounts.set(id, { ...account, balance: account.balance + amount });
}

/** Transfers units of all tokens: checks rights and allowances, and then changes the balances. */
async function moveUnits(
  ledger: Ledger,
  tokens: readonly Moves[],
  spender: bigint,
  feePayers: FeePayers,
): Promise<void> {
  const all = tokens.flatMap(({ token, amounts }) => amounts.map((each) => ({ ...each, token: token.id })));
  for (const { account, amount, token } of all) {
    demand(amount <= MAX_INT64 && amount >= -MAX_INT64, 'INVALID_ACCOUNT_AMOUNTS');
    demandOpen(await relationOf(ledger, account, token));
  }
  const totals = new Map<string, { account: bigint; token: bigint; amount: bigint }>();
  for (const { account, amount, isApproval, token } of all) {
    if (isApproval && amount < 0n) {
      const key = [account, token, spender] as const;
      const left = allowanceLeft(await ledger.state.tokenAllowances.get(key), -amount);
      ledger.state.tokenAllowances.set(key, left);
    }
    const name = `${token},${account}`;
    totals.set(name, { account, token, amount: (totals.get(name)?.amount ?? 0n) + amount });
  }
  for (const [name, { account, token, amount }] of totals) {
    const tooLittle = feePayers.has(name) ? TOO_POOR_FOR_FEES : 'INSUFFICIENT_TOKEN_BALANCE';
    await addUnits(ledger, account, token, amount, tooLittle);
  }
}

/** Returns an allowance less an amount; undefined when it is used up. */
function allowanceLeft(allowance: bigint | undefined, amount: bigint): bigint | undefined {
  if (allowance === undefined || allowance === 0n) throw new Refused('SPENDER_DOES_NOT_HAVE_ALLOWANCE');
  demand(allowance >= amount, 'AMOUNT_EXCEEDS_ALLOWANCE');
  return allowance === amount ? undefined : allowance - amount;
}

async function moveNft(ledger: Ledger, token: LedgerToken, move: NftMove, spender: bigint): Promise<void> {
  const { state } = ledger;
  demandOpen(await relationOf(ledger, move.from, token.id));
  demandOpen(await relationOf(ledger, move.to, token.id));
  const nft = await state.nfts.get([token.id, move.serial]);
  demand(nft !== undefined && !nft.deleted, 'INVALID_NFT_ID');
  if (move.isApproval && nft.spender !== spender) {
    const isOperator = await state.nftAllowances.get([move.from, token.id, spender]);
    demand(isOperator === true, 'SPENDER_DOES_NOT_HAVE_ALLOWANCE');
  }
  demand(nft.owner === move.from, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO');
  state.nfts.set([token.id, move.serial], { ...nft, owner: move.to, spender: undefined });
  await addUnits(ledger, move.from, token.id, -1n);
  await addUnits(ledger, move.to, token.id, 1n);
}
