import type { LedgerToken } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import { receivingRelation } from './associations.ts';
import { addUnits, demandOpen, usableToken } from './objects.ts';
import { demand } from './simulate.ts';
import { addHbars, type Moves, TOO_POOR_FOR_FEES as TOO_POOR, type Transfer } from './transfer.ts';

/**
 * Custom fees of a completed transfer: amounts and payers are determined first, then the payments are made. A fee in
 * units of another token is a transfer of that token with its own fees, up to this depth.
 */
const MAX_DEPTH = 2;

/** One payment; without a token in hbars. */
export interface Payment {
  readonly token: bigint | undefined;
  readonly from: bigint;
  readonly to: bigint;
  readonly amount: bigint;
  /** Whether the payment itself is subject to fees of its token: a fixed fee in another token. */
  readonly hasFees: boolean;
  /** Whether it is deducted from the amount of a receiver: `from` is that receiver. */
  readonly isShare?: boolean;
}

/** Returns the fees of all tokens in a transfer, without the fees of their payments. */
export function customFees(transfer: Transfer): Payment[] {
  return transfer.tokens.flatMap((moves) => [...unitFees(moves), ...nftFees(moves, transfer)]);
}

/** Makes payments and those that follow from them; returns all. Throws `Refused` when one cannot be made. */
export async function payCustomFees(
  ledger: Ledger,
  payments: readonly Payment[],
  depth = 0,
): Promise<Payment[]> {
  demand(payments.length === 0 || depth < MAX_DEPTH, 'CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH');
  const paid = [...payments];
  for (const payment of payments) await pay(ledger, payment);
  for (const payment of payments) {
    if (!payment.hasFees) continue;
    paid.push(...(await payCustomFees(ledger, customFees(await transferOf(ledger, payment)), depth + 1)));
  }
  return paid;
}

/** Returns the fees of units: for each sender, based on the amounts before any fee. */
function unitFees({ token, amounts }: Moves): Payment[] {
  const before = new Map<bigint, bigint>();
  for (const { account, amount } of amounts) addTo(before, account, amount);
  const moved = new Map(before);
  const payments: Payment[] = [];
  const add = (payment: Payment): void => {
    payments.push(payment);
    if (payment.token !== token.id) return;
    addTo(moved, payment.from, -payment.amount);
    addTo(moved, payment.to, payment.amount);
  };
  for (const [sender, amount] of before) {
    if (amount >= 0n || sender === token.treasury) continue;
    for (const payment of fixedFees(token, sender)) add(payment);
    let left = -amount;
    for (const fee of token.fees.fractional) {
      const fees = fractionalFee(token, fee, sender, before, moved);
      if (!fee.netOfTransfers) left -= sumOf(fees);
      demand(left >= 0n, TOO_POOR);
      for (const payment of fees) add(payment);
    }
  }
  return payments;
}

/** Returns the fees of NFTs: fixed ones for each NFT, royalties once for a seller. */
function nftFees({ token, nfts }: Moves, transfer: Transfer): Payment[] {
  const paid = new Set<bigint>();
  return nfts
    .filter(({ from }) => from !== token.treasury)
    .flatMap(({ from, to }) => {
      const royalties = paid.has(from) ? [] : royaltyFees(token, from, to, transfer);
      paid.add(from);
      return [...fixedFees(token, from), ...royalties];
    });
}

export type Fee = { readonly collector: bigint; readonly allCollectorsExempt: boolean };

/**
 * Returns whether a payer is exempt from a fee. Treasuries are exempt from fees of their token, and collectors from
 * their own fee; with `allCollectorsExempt`, also from those of other collectors.
 */
export function isExempt({ treasury, fees }: LedgerToken, fee: Fee, payer: bigint): boolean {
  if (payer === treasury || payer === fee.collector) return true;
  const all: readonly Fee[] = [...fees.fixed, ...fees.fractional, ...fees.royalty];
  return fee.allCollectorsExempt && all.some(({ collector }) => collector === payer);
}

function fixedFees(token: LedgerToken, payer: bigint): Payment[] {
  return token.fees.fixed
    .filter((fee) => !isExempt(token, fee, payer))
    .map((fee) => fixedPayment(token, payer, fee.collector, fee));
}

function fixedPayment(
  token: LedgerToken,
  from: bigint,
  to: bigint,
  fee: { readonly amount: bigint; readonly denominatingToken: bigint | undefined },
): Payment {
  const { amount, denominatingToken } = fee;
  const hasFees = denominatingToken !== undefined && denominatingToken !== token.id;
  return { token: denominatingToken, from, to, amount, hasFees };
}

type FractionalFee = LedgerToken['fees']['fractional'][number];

/**
 * Returns the fractional fee of a sender; none if every receiver is exempt (CustomFractionalFeeAssessor of the
 * consensus node). It is paid in addition to the sender's amount, or as the sender's part, in proportion to all
 * senders, of the share of the receivers' amounts. `before`: amounts before any fee, by account; `moved`: amounts
 * including the fees so far.
 */
function fractionalFee(
  token: LedgerToken,
  fee: FractionalFee,
  sender: bigint,
  before: ReadonlyMap<bigint, bigint>,
  moved: ReadonlyMap<bigint, bigint>,
): Payment[] {
  if (sender === fee.collector) return [];
  const paying = ([account]: readonly [bigint, bigint]) => !isExempt(token, fee, account);
  const credits = [...before].filter(([, amount]) => amount > 0n).filter(paying);
  if (credits.length === 0) return [];
  const sent = -(before.get(sender) ?? 0n);
  const payment = { token: token.id, to: fee.collector, hasFees: false };
  if (fee.netOfTransfers) {
    const amount = within((sent * fee.numerator) / fee.denominator, fee);
    return isExempt(token, fee, sender) ? [] : [{ ...payment, from: sender, amount }];
  }
  const debits = [...before].filter(([, amount]) => amount < 0n).filter(paying);
  if (debits.length === 0) return [];
  const nominal = (total(credits) * fee.numerator) / fee.denominator;
  const due = (sent * within(nominal, fee)) / -total(debits);
  const left = [...moved].filter(([, amount]) => amount > 0n).filter(paying);
  demand(nominal >= fee.minimum || total(left) >= due, TOO_POOR);
  return shares(left, due).map((each) => ({ ...payment, ...each, isShare: true }));
}

function within(amount: bigint, { minimum, maximum }: FractionalFee): bigint {
  if (maximum !== undefined && (amount > maximum || minimum > maximum)) return maximum;
  return amount < minimum ? minimum : amount;
}

/** Deducts at most an amount from the receivers in proportion; the first one pays the rounding difference. */
function shares(
  credits: readonly (readonly [bigint, bigint])[],
  due: bigint,
): { from: bigint; amount: bigint }[] {
  const available = total(credits);
  const deducted = due < available ? due : available;
  const list = credits.map(([from, credit]) => ({ from, credit, amount: (credit * deducted) / available }));
  let rest = deducted - sumOf(list);
  for (const each of list) {
    const more = rest < each.credit - each.amount ? rest : each.credit - each.amount;
    each.amount += more;
    rest -= more;
  }
  return list.filter(({ amount }) => amount > 0n).map(({ from, amount }) => ({ from, amount }));
}

function addTo(sums: Map<bigint, bigint>, account: bigint, amount: bigint): void {
  sums.set(account, (sums.get(account) ?? 0n) + amount);
}

function total(amounts: readonly (readonly [bigint, bigint])[]): bigint {
  return amounts.reduce((sum, [, amount]) => sum + amount, 0n);
}

function sumOf(payments: readonly { readonly amount: bigint }[]): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Returns a share of all amounts that the seller gets in the transfer. If these are zero, returns the fallback fee,
 * which the receiver pays.
 */
function royaltyFees(token: LedgerToken, seller: bigint, receiver: bigint, transfer: Transfer): Payment[] {
  const proceeds = proceedsOf(seller, transfer);
  return token.fees.royalty.flatMap((fee): Payment[] => {
    if (isExempt(token, fee, seller)) return [];
    if (proceeds.length === 0) {
      const isFree = fee.fallback === undefined || isExempt(token, fee, receiver);
      return isFree || !fee.fallback ? [] : [fixedPayment(token, receiver, fee.collector, fee.fallback)];
    }
    return proceeds.flatMap(({ token: currency, amount: value }) => {
      const amount = (value * fee.numerator) / fee.denominator;
      if (amount === 0n) return [];
      return [{ token: currency, from: seller, to: fee.collector, amount, hasFees: false }];
    });
  });
}

function proceedsOf(
  seller: bigint,
  { hbars, tokens }: Transfer,
): { token: bigint | undefined; amount: bigint }[] {
  const lists = [
    { token: undefined, amounts: hbars },
    ...tokens.map(({ token, amounts }) => ({ token: token.id, amounts })),
  ];
  return lists.flatMap(({ token, amounts }) =>
    amounts
      .filter(({ account, amount }) => account === seller && amount > 0n)
      .map(({ amount }) => ({ token, amount })),
  );
}

async function pay(ledger: Ledger, { token, from, to, amount }: Payment): Promise<void> {
  if (token === undefined) {
    await addHbars(ledger, from, -amount, TOO_POOR);
    await addHbars(ledger, to, amount, TOO_POOR);
    return;
  }
  const usable = await usableToken(ledger, token);
  const payer = await ledger.state.relations.get([from, token]);
  demand(payer?.associated === true, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT');
  demandOpen(payer);
  // A collector may have dissociated from the token.
  demandOpen(await receivingRelation(ledger, to, usable, 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR'));
  await addUnits(ledger, from, token, -amount, TOO_POOR);
  await addUnits(ledger, to, token, amount);
}

async function transferOf(ledger: Ledger, { token, from, to, amount }: Payment): Promise<Transfer> {
  const amounts = [
    { account: from, amount: -amount, isApproval: false },
    { account: to, amount, isApproval: false },
  ];
  return { hbars: [], tokens: [{ token: await usableToken(ledger, token), amounts, nfts: [] }] };
}
