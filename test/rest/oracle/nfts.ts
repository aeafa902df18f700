import type { Nft } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { nftKey } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { Item } from './compare.ts';
import { num, type Recorded } from './history.ts';
import { base64, id, idOrNull, time } from './texts.ts';
import { tokensAt } from './tokens.ts';
import { transactionId, transactionJson } from './transaction-json.ts';
import { changeTimes } from './versions.ts';
import type { World } from './world.ts';

/** NFTs of tokens and of accounts, and the transactions of each. */

/** Returns the times at which an NFT was changed, oldest first. */
function versions(world: World, row: Readonly<Nft>): bigint[] {
  return changeTimes(world, world.ledger.nfts.versions(nftKey(row.token, row.serial)));
}

function nftJson(world: World, row: Readonly<Nft>): object {
  return {
    account_id: idOrNull(row.deleted ? 0 : row.owner),
    created_timestamp: time(row.createdAt),
    delegating_spender: idOrNull(row.delegatingSpender),
    deleted: row.deleted || world.ledger.tokens.need(row.token).deleted,
    metadata: base64(row.metadata),
    modified_timestamp: time(versions(world, row).at(-1) ?? 0n),
    serial_number: row.serial,
    spender: idOrNull(row.spender),
    token_id: id(row.token),
  };
}

function sorted(world: World): Readonly<Nft>[] {
  return [...world.ledger.nfts.values()].sort((a, b) => a.token - b.token || a.serial - b.serial);
}

export async function checkNfts(world: World): Promise<void> {
  const all = sorted(world);
  const json = (rows: readonly Readonly<Nft>[]) => rows.map((row) => nftJson(world, row));
  await world.expectList('/tokens/nfts', 'nfts', json(all));
  for (const { num } of tokensAt(world)) {
    const own = all.filter(({ token }) => token === num);
    await world.expectList(`/tokens/${num}/nfts`, 'nfts', json(own));
    const [some] = world.some(own, 1);
    if (some === undefined) continue;
    const held = own.filter(({ owner, deleted }) => owner === some.owner && !deleted);
    await world.expectList(`/tokens/${num}/nfts?account.id=${some.owner}`, 'nfts', json(held));
    await world.expectOne(`/tokens/${num}/nfts/${some.serial}`, nftJson(world, some));
    await world.expectOne(`/tokens/nfts/${some.serial}?token.id=${num}`, nftJson(world, some));
  }
  const owners = [...new Set(all.map(({ owner }) => owner))].filter((owner) => owner !== 0);
  for (const owner of world.some(owners, 12)) {
    const own = all.filter((row) => row.owner === owner && !row.deleted);
    await world.expectList(`/accounts/${owner}/nfts`, 'nfts', json(own));
    for (const { token, serial } of world.some(own, 1)) {
      const later = own.filter((row) => row.token > token || (row.token === token && row.serial >= serial));
      const path = `/accounts/${owner}/nfts?token.id=gte:${token}&serialnumber=gte:${serial}`;
      await world.expectList(path, 'nfts', json(later));
    }
    for (const { spender } of own.filter((row) => row.spender !== 0).slice(0, 2)) {
      const allowed = own.filter((row) => row.spender === spender);
      await world.expectList(`/accounts/${owner}/nfts?spender.id=${spender}`, 'nfts', json(allowed));
    }
  }
}

/** Checks the history of NFTs: their changes, and the deletion of their token. */
export async function checkNftTransactions(world: World): Promise<void> {
  const byTime = new Map(world.recorded.map((recorded) => [recorded.at, recorded]));
  const rows = world.some(sorted(world), 40);
  for (const row of rows) {
    const deletion = world.recorded.filter(
      ({ ok, field, body }) =>
        ok && field === 'tokenDeletion' && num(body.tokenDeletion?.token?.tokenNum) === row.token,
    );
    const recorded = [...versions(world, row).flatMap((at) => byTime.get(at) ?? []), ...deletion];
    const items = recorded
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map((one) => nftTransaction(world, row, one));
    await world.expectList(`/tokens/${row.token}/nfts/${row.serial}/transactions`, 'transactions', items);
    if (row !== rows[0]) continue;
    const other = `/tokens/nfts/${row.serial}/transactions?token.id=${row.token}`;
    await world.expectList(other, 'transactions', items);
  }
}

function nftTransaction(world: World, row: Readonly<Nft>, recorded: Recorded): object {
  const transfers = transactionJson(world, recorded).nft_transfers as Item[];
  const own = transfers.find(
    ({ token_id, serial_number }) => token_id === id(row.token) && serial_number === row.serial,
  );
  return {
    consensus_timestamp: time(recorded.at),
    is_approval: own?.is_approval ?? false,
    nonce: num(recorded.body.transactionID?.nonce),
    receiver_account_id: own?.receiver_account_id ?? null,
    sender_account_id: own?.sender_account_id ?? null,
    transaction_id: transactionId(recorded),
    type: recorded.name,
  };
}
