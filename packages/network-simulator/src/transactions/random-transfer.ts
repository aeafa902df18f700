import type { Draft } from '../ledger/draft.ts';
import type { Account } from '../ledger/entities.ts';
import { accountId, aliasId, long, tokenId } from '../ledger/ids.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import { spendAllowance } from './allowed-transfer.ts';
import type { Generator } from './generator.ts';
import { transferWithHooks } from './hooked-transfer.ts';
import { transferNft, transferUnits } from './token-transfer.ts';
import { memo } from './transfer-memo.ts';

const HBAR = 100_000_000;

/** Returns a typical transfer: mostly tinybars between two accounts. */
export function randomTransfer(g: Generator): Draft {
  if (g.failing()) return failingTransfer(g);
  const kind = g.random.unit();
  const draft =
    kind < 0.18
      ? transferUnits(g)
      : kind < 0.26
        ? transferNft(g)
        : kind < 0.28
          ? transferToAlias(g)
          : kind < 0.3
            ? spendAllowance(g)
            : kind < 0.34
              ? transferToMany(g)
              : kind < 0.347
                ? transferWithHooks(g)
                : kind < 0.352
                  ? completeHollow(g)
                  : null;
  return draft ?? transferToOne(g);
}

/** Returns the first transaction signed by a hollow account, which sets its key. */
function completeHollow(g: Generator): Draft | null {
  const hollow = g.find(
    g.ledger.accounts,
    (row) => row.hollow && row.hollowKey !== 0 && !row.deleted && row.balance > 90_000_000n,
  );
  if (hollow === undefined) return null;
  const receiver = g.other(hollow.num);
  if (receiver.receiverSigRequired) return null;
  return {
    data: hbarTransfer([
      [hollow.num, -1_000n],
      [receiver.num, 1_000n],
    ]),
    payer: hollow.num,
    signers: [hollow.hollowKey],
  };
}

function transferToOne(g: Generator): Draft {
  const payer = g.payer();
  const amount = g.random.amount(10_000, 10 * HBAR);
  const receiver = g.other(payer.num);
  const data = hbarTransfer([
    [payer.num, -amount],
    [receiver.num, amount],
  ]);
  // Some clients name the receiver by its alias or EVM address.
  const name = receiver.alias ?? receiver.evmAddress;
  const credit = data.cryptoTransfer?.transfers?.accountAmounts?.[1];
  if (name !== null && credit && g.random.chance(0.05)) credit.accountID = aliasId(name);
  return {
    data,
    payer: payer.num,
    signers: receiver.receiverSigRequired ? g.keysOf(receiver.num) : [],
    ...memo(g),
  };
}

/** Returns a transfer to several receivers, sometimes from a sender that is not the payer. */
function transferToMany(g: Generator): Draft {
  const payer = g.payer();
  const sender = g.random.chance(0.5) ? g.payer() : payer;
  const receivers = new Map<number, Readonly<Account>>();
  for (let i = g.random.between(2, 8); i > 0; i--) {
    const receiver = g.other(sender.num);
    if (!receiver.receiverSigRequired) receivers.set(receiver.num, receiver);
  }
  const each = g.random.amount(1_000, HBAR / 10);
  const entries: [number, bigint][] = [[sender.num, -each * BigInt(receivers.size)]];
  for (const num of receivers.keys()) entries.push([num, each]);
  return { data: hbarTransfer(entries), payer: payer.num, signers: g.keysOf(sender.num), ...memo(g) };
}

/** Returns a transfer to a new account, named by an EVM address or a key. */
function transferToAlias(g: Generator): Draft | null {
  if (!g.mayGrow('accounts')) return null;
  const payer = g.payer();
  const key = g.ledger.keys.get(g.freshEcdsa());
  const alias = g.random.chance(0.5) && key.evmAddress !== null ? key.evmAddress : key.messageBytes;
  const amount = g.random.amount(HBAR, 20 * HBAR);
  return {
    data: {
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: accountId(payer.num), amount: long(-amount) },
            { accountID: aliasId(alias), amount: long(amount) },
          ],
        },
      },
    },
    payer: payer.num,
  };
}

/**
 * Returns a transfer that fails: of more than the balance, to an unknown account, unsigned, unbalanced, or of a token
 * that the sender lacks.
 */
function failingTransfer(g: Generator): Draft {
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
