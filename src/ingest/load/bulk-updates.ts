import type { Queryable, Writer } from '../../store/writer/writer.ts';
import type { BulkUpdate } from '../records/context.ts';
import { sumSql } from './state-sql.ts';

/**
 * Applies a bulk update: a change of a set of keys that only the database can determine. `storesHistory`: whether
 * former rows are stored.
 */
export async function applyBulkUpdate(
  writer: Writer,
  change: BulkUpdate,
  storesHistory: boolean,
): Promise<void> {
  if (change.kind === 'nft-treasury') await moveTreasuryNfts(writer, change, storesHistory);
  else await dissociateDeletedToken(writer, change, storesHistory);
}

type TreasuryChange = Extract<BulkUpdate, { kind: 'nft-treasury' }>;
type Dissociation = Extract<BulkUpdate, { kind: 'deleted-token-dissociate' }>;

const NFT_COLUMNS =
  'account_id, created_timestamp, deleted, metadata, serial_number, token_id, delegating_spender, spender';

/**
 * Returns a statement that adds a version from a time ($3) on to every NFT of a token ($1) and an owner ($2), and
 * selects their number.
 */
function changeNftsSql(set: string, storesHistory: boolean): string {
  return `with former as (
       insert into nft_history (${NFT_COLUMNS}, timestamp_range)
       select ${NFT_COLUMNS}, int8range(lower(timestamp_range), $3)
       from nft
       where token_id = $1 and account_id = $2 and deleted is not true and lower(timestamp_range) < $3
         and ${storesHistory}
     ), changed as (
       update nft
       set ${set}, spender = null, delegating_spender = null,
         timestamp_range = int8range($3, null)
       where token_id = $1 and account_id = $2 and deleted is not true
       returning 1
     )
     select count(*) from changed`;
}

/** Adds a new version, owned by the new treasury, of every NFT of the token that the old treasury owns. */
async function moveTreasuryNfts(
  writer: Writer,
  change: TreasuryChange,
  storesHistory: boolean,
): Promise<void> {
  const { tokenId, from, to, at } = change;
  const [moved] = await writer.queryText(
    changeNftsSql('account_id = $4', storesHistory),
    [tokenId, from, at, to].map(String),
  );
  const count = moved?.[0] ?? '0';
  await writer.queryText(
    `update token_account
     set balance = case account_id when $2 then 0 else ${sumSql('balance', '$4::bigint')} end,
       balance_timestamp = $5
     where token_id = $1 and account_id in ($2, $3)`,
    [tokenId, from, to, count, at].map(String),
  );
}

/** Removes an account's holdings of a deleted token: its NFTs, or its share of the supply. */
async function dissociateDeletedToken(
  writer: Writer,
  change: Dissociation,
  storesHistory: boolean,
): Promise<void> {
  const { tokenId, accountId, amount, payer, at, isStored } = change;
  const [ended] = await writer.queryText(
    changeNftsSql('account_id = null, deleted = true', storesHistory),
    [tokenId, accountId, at].map(String),
  );
  if (ended?.[0] !== '0') {
    await addLostNfts(writer, change);
    return;
  }
  await writer.queryText(
    `with supply as (
       update token
       set total_supply = ${sumSql('total_supply', '$4::bigint')}
       where token_id = $1
     )
     insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id,
       is_approval)
     select $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, false
     where ${isStored}`,
    [tokenId, accountId, at, amount, payer].map(String),
  );
}

/** Adds the NFTs that an account lost with a deleted token to the row of the transaction. */
export async function addLostNfts(
  client: Queryable,
  { tokenId, accountId, amount, at }: Pick<Dissociation, 'tokenId' | 'accountId' | 'amount' | 'at'>,
): Promise<void> {
  await client.query(
    `update transaction
     set nft_transfer = coalesce(nft_transfer, '[]') || jsonb_build_object(
       'is_approval', false,
       'receiver_account_id', null,
       'sender_account_id', $2::bigint,
       'serial_number', $4::bigint,
       'token_id', $1::bigint)
     where consensus_timestamp = $3`,
    [tokenId, accountId, at, amount].map(String),
  );
}
