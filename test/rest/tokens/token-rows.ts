import type { Database } from '../../../src/store/connections/database.ts';
import { insert } from '../rows.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Returns an entity with defaults for irrelevant columns. */
export function entity(id: number, type: string, more: Columns = {}): Columns {
  return { id, num: id, realm: 0, shard: 0, type, timestamp_range: '[1,)', deleted: false, ...more };
}

/** Returns a fungible token. */
export function token(id: number, more: Columns = {}): Columns {
  return {
    token_id: id,
    created_timestamp: id,
    decimals: 2,
    initial_supply: 0,
    name: `Token ${id}`,
    symbol: `T${id}`,
    treasury_account_id: 1001,
    freeze_status: 0,
    kyc_status: 0,
    timestamp_range: `[${id},)`,
    ...more,
  };
}

/** Inserts a token with its entity and its fees, as the ingest does for every token. */
export async function insertToken(
  database: Database,
  id: number,
  {
    token: ofToken = {},
    entity: ofEntity = {},
    fees = {},
  }: { token?: Columns; entity?: Columns; fees?: Columns } = {},
): Promise<void> {
  await insert(database, 'entity', [entity(id, 'TOKEN', ofEntity)]);
  await insert(database, 'token', [token(id, ofToken)]);
  await insert(database, 'custom_fee', [{ entity_id: id, timestamp_range: `[${id},)`, ...fees }]);
}

/** Returns an association of an account with a token. */
export function holding(
  accountId: number,
  tokenId: number,
  balance: bigint | number,
  more: Columns = {},
): Columns {
  return {
    account_id: accountId,
    token_id: tokenId,
    balance,
    balance_timestamp: 100,
    associated: true,
    timestamp_range: '[1,)',
    ...more,
  };
}

/** Returns an NFT that was minted at a time in nanoseconds. */
export function nft(
  tokenId: number,
  serial: bigint | number,
  owner: number | null,
  more: Columns = {},
): Columns {
  return {
    token_id: tokenId,
    serial_number: serial,
    account_id: owner,
    created_timestamp: 5,
    deleted: owner === null,
    metadata: Buffer.from('m'),
    timestamp_range: '[5,)',
    ...more,
  };
}

/** Returns the text of each message in an error response. */
export async function problems(response: Response): Promise<unknown[]> {
  const body = (await response.json()) as { _status: { messages: { message: string }[] } };
  return body._status.messages.map(({ message }) => message);
}
