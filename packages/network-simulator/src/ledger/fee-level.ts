import type { RoyaltyFee, Token } from './entities.ts';
import type { CustomFee, Execution } from './execution.ts';
import { accountId, long, tokenId } from './ids.ts';
import type { Move, Transfer } from './moves.ts';

/** Changes by token (0: tinybars) and account, in order of first occurrence. */
export class Changes {
  readonly #byToken = new Map<number, Map<number, bigint>>();

  add(token: number, account: number, amount: bigint): void {
    const accounts = this.of(token);
    accounts.set(account, (accounts.get(account) ?? 0n) + amount);
  }

  /** Returns the changes of one token, which may be modified. */
  of(token: number): Map<number, bigint> {
    let accounts = this.#byToken.get(token);
    if (accounts === undefined) {
      accounts = new Map();
      this.#byToken.set(token, accounts);
    }
    return accounts;
  }

  get(token: number, account: number): bigint {
    return this.#byToken.get(token)?.get(account) ?? 0n;
  }

  *entries(): Generator<[token: number, account: number, amount: bigint]> {
    for (const [token, accounts] of this.#byToken)
      for (const [account, amount] of accounts) yield [token, account, amount];
  }

  tokens(): number[] {
    return [...this.#byToken.keys()].filter((token) => token !== 0);
  }
}

/** One level of fees: the transfer that causes fees, as modified by them, and the further transfer of the fees. */
export interface FeeLevel {
  /** Changes of the transfer, including fees in its own tokens. */
  readonly input: Changes;
  /** Further transfer, which consists of fees. */
  readonly output: Changes;
  /** Whether there is any fee. */
  assessed: boolean;
  /** Returns the credit of an account by the transfer itself, without fees. */
  inputCredit(token: number, account: number): bigint;
  /** Returns the changes of a token by the transfer itself, without fees. */
  before(token: number): ReadonlyMap<number, bigint>;
  /** Returns the tinybars and units that the transfer credits to an account. */
  creditsOf(account: number): { readonly token: number; readonly amount: bigint }[];
  royaltyPaid(account: number, token: number): boolean;
  noteRoyalty(account: number, token: number): void;
  changed(): Transfer;
  caused(): Transfer;
}

/** Returns the level of a transfer, without fees yet. */
export function levelOf(transfer: Transfer): FeeLevel {
  const before = changesOf(transfer);
  const input = changesOf(transfer);
  const output = new Changes();
  const royalties = new Set<string>();
  const credit = (token: number, account: number): bigint => {
    const amount = before.get(token, account);
    return amount > 0n ? amount : 0n;
  };
  return {
    input,
    output,
    assessed: false,
    inputCredit: credit,
    before: (token) => before.of(token),
    creditsOf: (account) =>
      [0, ...before.tokens()]
        .map((token) => ({ token, amount: credit(token, account) }))
        .filter(({ amount }) => amount > 0n),
    royaltyPaid: (account, token) => royalties.has(`${account}:${token}`),
    noteRoyalty: (account, token) => royalties.add(`${account}:${token}`),
    changed: () => ({
      hbar: revised(transfer.hbar, input.of(0)),
      tokens: transfer.tokens.map((list) => ({ ...list, units: revised(list.units, input.of(list.token)) })),
    }),
    caused: () => ({
      hbar: movesOf(output.of(0)),
      tokens: output
        .tokens()
        .map((token) => ({ token, units: movesOf(output.of(token)), nfts: [] }))
        .filter(({ units }) => units.length > 0),
    }),
  };
}

function changesOf({ hbar, tokens }: Transfer): Changes {
  const changes = new Changes();
  for (const { account, amount } of hbar) changes.add(0, account, amount);
  for (const { token, units } of tokens)
    for (const { account, amount } of units) changes.add(token, account, amount);
  return changes;
}

/** Returns the moves with changed amounts, followed by moves of the added accounts. */
function revised(moves: readonly Move[], amounts: ReadonlyMap<number, bigint>): Move[] {
  const known = new Set(moves.map(({ account }) => account));
  const added = movesOf(amounts).filter(({ account }) => !known.has(account));
  return [...moves.map((move) => ({ ...move, amount: amounts.get(move.account) ?? move.amount })), ...added];
}

function movesOf(amounts: ReadonlyMap<number, bigint>): Move[] {
  return [...amounts].map(([account, amount]) => ({ account, amount }));
}

/** Returns the royalty's share of a value. */
export function royaltyDue(value: bigint, { numerator, denominator }: RoyaltyFee): bigint {
  return (value * BigInt(numerator)) / BigInt(denominator);
}

/**
 * Returns whether an account is exempt from a fee: the token's treasury, the collector itself, and, with
 * `allCollectorsAreExempt`, collectors of its other fees.
 */
export function isExempt(
  token: Readonly<Token>,
  fee: { readonly collector: number; readonly allExempt: boolean },
  account: number,
): boolean {
  if (account === token.treasury || account === fee.collector) return true;
  if (!fee.allExempt) return false;
  const fees = [...token.fixedFees, ...token.fractionalFees, ...token.royaltyFees];
  return fees.some(({ collector }) => collector === account);
}

/**
 * Adds a custom fee to the record. `debits`: amounts that the payers pay, if there are several; by default the only payer
 * pays all.
 */
export function noteFee(
  x: Execution,
  token: number,
  amount: bigint,
  collector: number,
  payers: readonly number[],
  debits: CustomFee['debits'] = payers.map((payer) => [payer, amount]),
): void {
  x.customFees.push({ token, collector, amount, debits });
  x.record.assessedCustomFees ??= [];
  x.record.assessedCustomFees.push({
    amount: long(amount),
    feeCollectorAccountId: accountId(collector),
    effectivePayerAccountId: payers.map(accountId),
    ...(token === 0 ? null : { tokenId: tokenId(token) }),
  });
}
