import type { Draft } from '../ledger/draft.ts';
import { accountId, long, tokenId } from '../ledger/ids.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import type { Generator } from './generator.ts';

/**
 * Returns a transfer that fails: of more than the balance, to an unknown account, unsigned, unbalanced, or of a token
 * that the sender lacks.
 */
export function failingTransfer(g: Generator): Draft {
  const payer = g.payer();
  const other = g.other(payer.num);
  const unknown = g.ledger.counter.nextEntity + 7;
  const move = (from: bigint, to: bigint, receiver = other.num): Draft => ({
    data: hbarTransfer([
      [payer.num, -from],
      [receiver, to],
    ]),
    payer: payer.num,
  });
  switch (g.random.below(5)) {
    case 0:
      return move(payer.balance * 2n, payer.balance * 2n);
    case 1:
      return move(5n, 5n, unknown);
    case 2:
      return { ...move(5n, 5n), unsigned: true };
    case 3:
      return move(5n, 6n);
    default:
      return withoutToken(g, payer.num, unknown);
  }
}

/** Transfers a token of which the payer has none or too little. */
function withoutToken(g: Generator, payer: number, unknown: number): Draft {
  const token = g.token((row) => !row.nonFungible)?.num ?? unknown;
  const transfers = [
    { accountID: accountId(payer), amount: long(-1_000_000_000) },
    { accountID: accountId(g.other(payer).num), amount: long(1_000_000_000) },
  ];
  const tokenTransfers = [{ token: tokenId(token), transfers }];
  return { data: { cryptoTransfer: { tokenTransfers } }, payer };
}
