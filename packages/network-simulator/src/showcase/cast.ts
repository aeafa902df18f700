import { accountId, long, tokenId } from '../ledger/ids.ts';
import { TREASURY } from '../ledger/ledger.ts';
import type { Stage } from './stage.ts';

const HBAR = 100_000_000n;

/** Accounts and tokens of the showcase. All have the operator's key. */
export interface Cast {
  readonly alice: number;
  readonly bob: number;
  /** Account that collects all custom fees. */
  readonly collector: number;
  /** A token without fees that all accounts of the showcase hold. */
  readonly dollar: number;
}

export async function makeCast(stage: Stage): Promise<Cast> {
  const alice = await stage.createAccount('showcase: Alice', 1_000n * HBAR);
  const bob = await stage.createAccount('showcase: Bob', 1_000n * HBAR);
  const collector = await stage.createAccount('showcase: collects fees', 10n * HBAR);
  const dollar = await stage.createToken({
    name: 'Showcase Dollar',
    symbol: 'SHOW',
    decimals: 2,
    initialSupply: long(1_000_000_00),
    memo: 'no fees; others are paid in it',
  });
  await sendUnits(stage, dollar, TREASURY, [
    [alice, 10_000_00n],
    [bob, 10_000_00n],
    [collector, 1n],
  ]);
  return { alice, bob, collector, dollar };
}

/** Transfers units of a token from one account to others. */
export async function sendUnits(
  stage: Stage,
  token: number,
  from: number,
  to: readonly (readonly [account: number, amount: bigint])[],
): Promise<void> {
  const sum = to.reduce((all, [, amount]) => all + amount, 0n);
  const transfers = [[from, -sum] as const, ...to].map(([account, amount]) => ({
    accountID: accountId(account),
    amount: long(amount),
  }));
  await stage.submit({
    payer: from,
    data: { cryptoTransfer: { tokenTransfers: [{ token: tokenId(token), transfers }] } },
  });
}
