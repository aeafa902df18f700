import type { FractionalFee, Token } from './entities.ts';
import type { Execution } from './execution.ts';
import { type FeeLevel, isExempt, noteFee } from './fee-level.ts';
import { check } from './refusal.ts';
import { Status } from './status.ts';

/**
 * Assesses the fractional fees on the amounts of one sender of a token. They are paid on top by the sender
 * (`netOfTransfers`), or deducted from the receivers in proportion.
 */
export function collectFractional(
  x: Execution,
  level: FeeLevel,
  token: Readonly<Token>,
  sender: number,
): void {
  const before = level.before(token.num);
  const sent = -(before.get(sender) ?? 0n);
  let left = sent;
  for (const fee of token.fractionalFees) {
    if (fee.collector === sender) continue;
    const payers = payingCredits(before, token, fee);
    if (payers.size === 0) continue;
    if (fee.netOfTransfers) {
      payOnTop(x, level, token, sender, fee, bounded((sent * share(fee)[0]) / share(fee)[1], fee));
      continue;
    }
    const due = dueOfSender(before, token, fee, sent, sum(payers.values()));
    const debits = takeFromCredits(level, token, fee, due.amount);
    const taken = sum(debits.values());
    check(!due.isMinimum || taken === due.amount, FOR_FEE);
    if (taken === 0n) continue;
    left -= taken;
    check(left >= 0n, FOR_FEE);
    level.input.add(token.num, fee.collector, taken);
    level.assessed = true;
    noteFee(x, token.num, taken, fee.collector, [...payers.keys()], [...debits]);
  }
}

const FOR_FEE = Status.INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE;

function share({ numerator, denominator }: FractionalFee): readonly [bigint, bigint] {
  return [BigInt(numerator), BigInt(denominator)];
}

function bounded(amount: bigint, { minimum, maximum }: FractionalFee): bigint {
  const min = amount < minimum ? minimum : amount;
  return maximum > 0n && min > maximum ? maximum : min;
}

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/** Returns the credits of receivers that are not exempt. */
function payingCredits(
  amounts: ReadonlyMap<number, bigint>,
  token: Readonly<Token>,
  fee: FractionalFee,
): Map<number, bigint> {
  return new Map([...amounts].filter(([account, amount]) => amount > 0n && !isExempt(token, fee, account)));
}

function payOnTop(
  x: Execution,
  level: FeeLevel,
  token: Readonly<Token>,
  sender: number,
  fee: FractionalFee,
  amount: bigint,
): void {
  if (amount === 0n || isExempt(token, fee, sender)) return;
  level.input.add(token.num, sender, -amount);
  level.input.add(token.num, fee.collector, amount);
  level.assessed = true;
  noteFee(x, token.num, amount, fee.collector, [sender]);
}

/**
 * Returns the sender's part of the fee on all credits of receivers that are not exempt, by its share of the debits.
 */
function dueOfSender(
  before: ReadonlyMap<number, bigint>,
  token: Readonly<Token>,
  fee: FractionalFee,
  sent: bigint,
  credits: bigint,
): { readonly amount: bigint; readonly isMinimum: boolean } {
  const debits = sum(
    [...before]
      .filter(([account, amount]) => amount < 0n && !isExempt(token, fee, account))
      .map(([, amount]) => -amount),
  );
  const nominal = (credits * share(fee)[0]) / share(fee)[1];
  const total = bounded(nominal, fee);
  // If all senders are exempt, none of them owes anything.
  const amount = debits === 0n ? 0n : (sent * total) / debits;
  return { amount, isMinimum: nominal < fee.minimum };
}

/** Deducts an amount from the receivers in proportion; the first one pays the rounding. Returns the deducted amounts. */
function takeFromCredits(
  level: FeeLevel,
  token: Readonly<Token>,
  fee: FractionalFee,
  amount: bigint,
): ReadonlyMap<number, bigint> {
  const credits = payingCredits(level.input.of(token.num), token, fee);
  const available = sum(credits.values());
  const due = amount < available ? amount : available;
  const debits = new Map<number, bigint>();
  let taken = 0n;
  const take = (account: number, part: bigint): void => {
    if (part === 0n) return;
    level.input.add(token.num, account, -part);
    credits.set(account, (credits.get(account) ?? 0n) - part);
    debits.set(account, (debits.get(account) ?? 0n) + part);
    taken += part;
  };
  for (const [account, credit] of credits) take(account, available === 0n ? 0n : (credit * due) / available);
  for (const [account, credit] of credits) {
    const rest = due - taken;
    if (rest === 0n) break;
    take(account, credit < rest ? credit : rest);
  }
  return debits;
}
