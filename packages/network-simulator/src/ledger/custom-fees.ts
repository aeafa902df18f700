import type { FixedFee, RoyaltyFee, Token } from './entities.ts';
import type { Execution } from './execution.ts';
import { type FeeLevel, isExempt, levelOf, noteFee, royaltyDue } from './fee-level.ts';
import { collectFractional } from './fractional-fees.ts';
import type { Transfer } from './moves.ts';
import { check, must } from './refusal.ts';
import { Status } from './status.ts';

/**
 * Custom fees of tokens (HIP-18, HIP-573). They are assessed for a whole transfer before any balance changes: fees in the
 * token itself change the transfer; fees in tinybars or other tokens are a further transfer, with its own fees.
 */

/** Maximum depth of fees on fees. */
const MAX_DEPTH = 2;
/** Maximum number of balances that a transfer with custom fees changes. */
const MAX_CHANGES = 20;

/** Returns the transfer with its fees, and the transfers that they cause, in order. */
export function assessFees(
  x: Execution,
  transfer: Transfer,
  created: ReadonlySet<number>,
): readonly Transfer[] {
  const levels: Transfer[] = [];
  let current = transfer;
  let depth = 0;
  do {
    check(depth <= MAX_DEPTH, Status.CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH);
    const level = assessLevel(x, current, created);
    if (level === null) break;
    levels.push(level.changed());
    current = level.caused();
    depth++;
  } while (current.tokens.length > 0);
  const assessed = levels.length > 0;
  if (current.hbar.length + current.tokens.length > 0) levels.push(current);
  if (assessed)
    check(changesOf(levels) <= MAX_CHANGES, Status.CUSTOM_FEE_CHARGING_EXCEEDED_MAX_ACCOUNT_AMOUNTS);
  return levels;
}

function changesOf(levels: readonly Transfer[]): number {
  const changed = new Set<string>();
  let nftMoves = 0;
  for (const { hbar, tokens } of levels) {
    for (const { account } of hbar) changed.add(`${account}`);
    for (const { token, units, nfts } of tokens) {
      nftMoves += nfts.length;
      for (const { account } of units) changed.add(`${account}:${token}`);
    }
  }
  return changed.size + nftMoves;
}

/** Returns the fees that a transfer causes directly, or null. */
function assessLevel(x: Execution, transfer: Transfer, created: ReadonlySet<number>): FeeLevel | null {
  const level = levelOf(transfer);
  for (const { token: num, units, nfts } of transfer.tokens) {
    const token = x.ledger.tokens.get(num);
    check(token !== undefined, Status.INVALID_TOKEN_ID);
    check(!token.deleted, Status.TOKEN_WAS_DELETED);
    if (token.fixedFees.length + token.fractionalFees.length + token.royaltyFees.length === 0) continue;
    for (const { account, amount } of units) {
      const mayMove = !token.nonFungible || amount === 0n;
      check(mayMove, Status.ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON);
      if (amount >= 0n || account === token.treasury) continue;
      assess(x, level, token, account, 0, created);
    }
    const nftsFit = token.nonFungible || nfts.length === 0;
    check(nftsFit, Status.NFT_TRANSFERS_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE);
    for (const { sender, receiver } of nfts)
      if (sender !== token.treasury) assess(x, level, token, sender, receiver, created);
  }
  return level.assessed ? level : null;
}

/** Assesses all fees that one sender of a token causes. `receiver`: receiver of an NFT. */
function assess(
  x: Execution,
  level: FeeLevel,
  token: Readonly<Token>,
  sender: number,
  receiver: number,
  created: ReadonlySet<number>,
): void {
  for (const fee of token.fixedFees) if (fee.collector !== sender) chargeFixed(x, level, token, sender, fee);
  must(isPayable(x, level, created));
  if (token.nonFungible) chargeRoyalties(x, level, token, sender, receiver);
  else collectFractional(x, level, token, sender);
  must(isPayable(x, level, created));
}

/** Charges a fixed amount, in tinybars, the token itself or another one. */
function chargeFixed(
  x: Execution,
  level: FeeLevel,
  token: Readonly<Token>,
  payer: number,
  fee: FixedFee,
): void {
  if (isExempt(token, fee, payer)) return;
  const target = fee.token === token.num ? level.input : level.output;
  target.add(fee.token, payer, -fee.amount);
  target.add(fee.token, fee.collector, fee.amount);
  level.assessed = true;
  noteFee(x, fee.token, fee.amount, fee.collector, [payer]);
}

/** Charges a share of the value that the seller of an NFT receives; without any, the fallback, which the receiver pays. */
function chargeRoyalties(
  x: Execution,
  level: FeeLevel,
  token: Readonly<Token>,
  seller: number,
  receiver: number,
): void {
  if (level.royaltyPaid(seller, token.num)) return;
  const values = level.creditsOf(seller);
  for (const fee of token.royaltyFees) {
    if (values.length === 0) {
      if (fee.fallback > 0n && !level.royaltyPaid(receiver, token.num))
        chargeFixed(x, level, token, receiver, fallbackOf(fee));
    } else if (!isExempt(token, fee, seller)) {
      for (const { token: of, amount } of values) {
        const share = royaltyDue(amount, fee);
        level.input.add(of, seller, -share);
        level.output.add(of, fee.collector, share);
        level.assessed = true;
        noteFee(x, of, share, fee.collector, [seller]);
      }
    }
  }
  level.noteRoyalty(values.length === 0 ? receiver : seller, token.num);
}

function fallbackOf({ collector, allExempt, fallback, fallbackToken }: RoyaltyFee): FixedFee {
  return { collector, allExempt, amount: fallback, token: fallbackToken ?? 0 };
}

/** Returns OK when the balances of payers and collectors can hold the fees so far. */
function isPayable(x: Execution, { inputCredit, output }: FeeLevel, created: ReadonlySet<number>): Status {
  for (const [token, account, amount] of output.entries()) {
    if (amount === 0n) continue;
    if (token === 0) {
      if (amount < 0n && created.has(account))
        return Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
      continue;
    }
    if (x.ledger.relation(account, token) !== undefined) continue;
    const row = x.ledger.accounts.get(account);
    const max = row?.maxAutoAssociations ?? 0;
    const used = row?.usedAutoAssociations ?? 0;
    if (amount > 0n) {
      if (max !== -1 && used >= max) return Status.TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR;
    } else if (created.has(account)) return Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;
    else if (inputCredit(token, account) === 0n || used >= max) return Status.TOKEN_NOT_ASSOCIATED_TO_ACCOUNT;
  }
  return Status.OK;
}
