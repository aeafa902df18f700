import type { Log } from '@tain/evm/execution';
import type { Ledger } from '../ledger.ts';
import { nftMoved, unitsMoved } from './logs.ts';

/** Transferred units of a transaction, by ids. Amounts below zero are debits. */
export interface UnitsMoved {
  readonly token: bigint;
  readonly account: bigint;
  readonly amount: bigint;
}

export interface NftMoved {
  readonly token: bigint;
  readonly from: bigint;
  readonly to: bigint;
  readonly serial: bigint;
}

/**
 * Returns the `Transfer` events of a transaction that is not an ERC transfer. For each token, senders are paired with
 * receivers, the largest amounts first; its NFTs follow. Source: the ledger's event logging of such transactions.
 */
export async function changeLogs(
  ledger: Ledger,
  units: readonly UnitsMoved[],
  nfts: readonly NftMoved[],
): Promise<Log[]> {
  const tokens = [...new Set([...units, ...nfts].map(({ token }) => token))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  const logs: Log[] = [];
  for (const token of tokens) {
    const address = ledger.longZero(token);
    for (const { from, to, amount } of pairs(units.filter((each) => each.token === token))) {
      logs.push(unitsMoved(address, [await ledger.addressOf(from), await ledger.addressOf(to)], amount));
    }
    for (const { from, to, serial } of nfts.filter((each) => each.token === token)) {
      logs.push(nftMoved(address, [await ledger.addressOf(from), await ledger.addressOf(to)], serial));
    }
  }
  return logs;
}

/** Returns net amounts of one token as transfers from one account to one other. */
function pairs(units: readonly UnitsMoved[]): { from: bigint; to: bigint; amount: bigint }[] {
  const net = new Map<bigint, bigint>();
  for (const { account, amount } of units) net.set(account, (net.get(account) ?? 0n) + amount);
  const side = (sign: bigint) =>
    [...net]
      .filter(([, amount]) => amount * sign > 0n)
      .map(([account, amount]) => ({ account, left: amount * sign }))
      .toSorted((a, b) => (a.left === b.left ? (a.account < b.account ? -1 : 1) : a.left > b.left ? -1 : 1));
  const [senders, receivers] = [side(-1n), side(1n)];
  const moves = [];
  for (const sender of senders) {
    for (const receiver of receivers) {
      const amount = sender.left < receiver.left ? sender.left : receiver.left;
      if (amount === 0n) continue;
      moves.push({ from: sender.account, to: receiver.account, amount });
      sender.left -= amount;
      receiver.left -= amount;
    }
  }
  return moves;
}
