import { type Item, readJson } from './compare.ts';
import { big, num, type Recorded, UNKNOWN_TYPE } from './history.ts';
import { base64, hex, id, idOrNull, time } from './texts.ts';
import { type Amount, amountOf, transactionId, transactionJson, unitLists } from './transaction-json.ts';
import type { World } from './world.ts';

/** Transactions in lists of all and of single accounts, as single results, and sums over them. */

function movesOf(world: World, recorded: Recorded): { readonly hbar: Amount[]; readonly tokens: Amount[] } {
  return {
    hbar: (recorded.record.transferList?.accountAmounts ?? []).map(amountOf),
    tokens: unitLists(world, recorded).flatMap(({ transfers }) => (transfers ?? []).map(amountOf)),
  };
}

/** Returns whether an account's list contains the transaction: it paid, or something was transferred from or to it. */
export function concerns(world: World, recorded: Recorded, account: number): boolean {
  const nonce = num(recorded.body.transactionID?.nonce);
  const counts =
    nonce === 0 ||
    recorded.parent !== null ||
    ['cryptoCreateAccount', 'cryptoUpdateAccount'].includes(recorded.field);
  if (recorded.payer === account && counts) return true;
  const { hbar, tokens } = movesOf(world, recorded);
  return [...hbar, ...tokens].some((move) => move.account === account);
}

/** Returns the transactions of an account, oldest first. */
export function accountTransactions(world: World, account: number): Item[] {
  return world.recorded
    .filter((recorded) => concerns(world, recorded, account))
    .map((recorded) => transactionJson(world, recorded));
}

export async function checkTransactions(world: World): Promise<void> {
  const { recorded } = world;
  const json = (list: readonly Recorded[]) => list.map((one) => transactionJson(world, one));
  await world.expectList('/transactions', 'transactions', json(recorded));
  const types = new Set(recorded.map(({ name }) => name).filter((name) => name !== UNKNOWN_TYPE));
  const names = world.some([...types], 6);
  for (const name of names) {
    const own = recorded.filter((one) => one.name === name);
    await world.expectList(`/transactions?transactiontype=${name}`, 'transactions', json(own));
  }
  await world.expectList('/transactions?result=fail', 'transactions', json(recorded.filter(({ ok }) => !ok)));
  await checkAccountFilters(world);
  for (const at of world.moments) {
    const [before, after] = [recorded.filter((one) => one.at <= at), recorded.filter((one) => one.at > at)];
    await world.expectList(`/transactions?timestamp=gt:${time(at)}`, 'transactions', json(after));
    world.expectSame(
      `up to ${time(at)}`,
      (await world.get(`/transactions?timestamp=lte:${time(at)}&limit=50`)).transactions,
      json(before.slice(-50).reverse()),
    );
  }
}

async function checkAccountFilters(world: World): Promise<void> {
  const { recorded } = world;
  const json = (list: readonly Recorded[]) => list.map((one) => transactionJson(world, one));
  const busy = [98, 800, 3, ...world.some([...world.ledger.accounts.keys], 6)];
  for (const account of busy) {
    const own = recorded.filter((one) => concerns(world, one, account));
    const path = `/transactions?account.id=${account}`;
    await world.expectList(path, 'transactions', json(own));
    const failed = own.filter(({ ok }) => !ok);
    await world.expectList(`${path}&result=fail`, 'transactions', json(failed));
    const transfers = own.filter(({ field }) => field === 'cryptoTransfer');
    await world.expectList(`${path}&transactiontype=cryptotransfer`, 'transactions', json(transfers));
    for (const [type, sign] of [
      ['credit', 1n],
      ['debit', -1n],
    ] as const) {
      const moving = recorded.filter((one) => {
        const { hbar, tokens } = movesOf(world, one);
        return [...hbar, ...tokens].some((move) => move.account === account && move.amount * sign > 0n);
      });
      await world.expectList(`${path}&type=${type}`, 'transactions', json(moving));
    }
    const [at = 0n] = world.moments;
    const later = own.filter((one) => one.at >= at);
    await world.expectList(`${path}&timestamp=gte:${time(at)}`, 'transactions', json(later));
  }
}

/** Checks transactions by hash, and by id with all transactions of the id, in order. */
export async function checkTransactionsById(world: World): Promise<void> {
  const byId = new Map<string, Recorded[]>();
  for (const one of world.recorded) {
    const name = transactionId(one);
    byId.set(name, [...(byId.get(name) ?? []), one]);
  }
  const groups = [...byId].filter(([, items]) => items.every(({ payer }) => payer > 0));
  const family = groups.filter(([, items]) => items.length > 1);
  for (const [name, items] of [...world.some(groups, 20), ...world.some(family, 30)]) {
    world.expectSame(name, (await world.get(`/transactions/${name}`)).transactions, details(world, items));
    const [one] = world.some(items, 1);
    if (one === undefined) continue;
    const nonce = num(one.body.transactionID?.nonce);
    const same = items.filter(({ body }) => num(body.transactionID?.nonce) === nonce);
    const path = `/transactions/${name}?nonce=${nonce}`;
    world.expectSame(path, (await world.get(path)).transactions, details(world, same));
    const digits = hex(one.record.transactionHash);
    const hashed = world.recorded.filter(({ record }) => hex(record.transactionHash) === digits);
    if (one.field !== 'consensusSubmitMessage') {
      const expected = hashed.map((other) => detailed(world, other));
      const printed = base64(one.record.transactionHash);
      const urlSafe = printed.replaceAll('+', '-').replaceAll('/', '_');
      for (const written of [`0x${digits}`, digits, encodeURIComponent(printed), urlSafe]) {
        const path = `/transactions/${written}`;
        world.expectSame(path, (await world.get(path)).transactions, expected);
      }
    }
  }
}

/** Returns the transactions of one id; a batch is followed by its inner transactions. */
function details(world: World, items: readonly Recorded[]): Item[] {
  const inner = items
    .filter(({ field }) => field === 'atomicBatch')
    .flatMap((batch) =>
      world.recorded.filter(
        ({ parent, body }) => parent === batch.at && num(body.transactionID?.nonce) === 0,
      ),
    );
  return [...items, ...inner.filter((one) => !items.includes(one))].map((recorded) =>
    detailed(world, recorded),
  );
}

/** Returns a transaction with the custom fees that were paid. */
function detailed(world: World, recorded: Recorded): Item {
  const fees = recorded.record.assessedCustomFees
    .map((fee) => ({
      amount: big(fee.amount),
      collector: num(fee.feeCollectorAccountId?.accountNum),
      payers: (fee.effectivePayerAccountId ?? []).map((payer) => id(num(payer.accountNum))),
      token: num(fee.tokenId?.tokenNum),
    }))
    .sort((a, b) => a.collector - b.collector || (a.amount < b.amount ? -1 : 1))
    .map(({ amount, collector, payers, token }) => ({
      amount,
      collector_account_id: id(collector),
      effective_payer_account_ids: payers,
      token_id: idOrNull(token),
    }));
  const json = transactionJson(world, recorded);
  return fees.length === 0 ? json : { ...json, assessed_custom_fees: fees };
}

/** Checks that the sum of all transfers up to a time equals the ledger's balances then. */
export async function checkTransferSums(world: World): Promise<void> {
  const all = await world.readAll('/transactions?order=asc', 'transactions');
  const hbar = new Map<string, bigint>();
  const tokens = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  let next = 0;
  for (const at of world.moments) {
    for (; next < all.length; next++) {
      const item = all[next];
      if (item === undefined || String(item.consensus_timestamp) > time(at)) break;
      for (const transfer of item.transfers as Item[])
        add(hbar, String(transfer.account), big(transfer.amount as number));
      for (const transfer of item.token_transfers as Item[]) {
        add(tokens, `${transfer.account} ${transfer.token_id}`, big(transfer.amount as number));
      }
    }
    for (const [account] of world.ledger.accounts.entries()) {
      const row = world.ledger.accounts.at(account, at);
      world.expectSame(`${id(account)} at ${time(at)}`, sumOf(hbar.get(id(account))), row?.balance ?? 0n);
    }
    for (const [key, { account, token }] of world.ledger.relations.entries()) {
      if (world.ledger.tokens.need(token).nonFungible) continue;
      const balance = world.ledger.relations.at(key, at)?.balance ?? 0n;
      const name = `${id(account)} ${id(token)}`;
      world.expectSame(`${name} at ${time(at)}`, sumOf(tokens.get(name)), balance);
    }
  }
}

/** Formats a sum as in answers. */
function sumOf(sum: bigint | undefined): unknown {
  return readJson(String(sum ?? 0n));
}
