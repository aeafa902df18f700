import { CopyBuffer } from '../../store/copy/copy.ts';
import { appendOnlyTables } from '../../store/schema/append-only-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import type { Dissociation } from './read-range.ts';

/** Losses of accounts that dissociated from deleted tokens: NFTs, and rows of transfers of units. */
export interface Losses {
  readonly nfts: readonly Dissociation[];
  readonly unitRows: CopyBuffer<object>;
}

/**
 * Returns the losses. A token has NFTs if the history has versions of them that were deleted at that time; otherwise it
 * has units.
 */
export async function selectLosses(
  client: Queryable,
  dissociations: readonly Dissociation[],
): Promise<Losses> {
  const nfts: Dissociation[] = [];
  const units: Dissociation[] = [];
  for (const dissociation of dissociations) {
    const { rows } = await client.query<{ ended: boolean }>(
      `select exists (
         select from (
           select deleted, timestamp_range from nft where token_id = $1
           union all
           select deleted, timestamp_range from nft_history where token_id = $1
         ) n
         where deleted and lower(timestamp_range) = $2) as ended`,
      [dissociation.tokenId.toString(), dissociation.at.toString()],
    );
    (rows[0]?.ended ? nfts : units).push(dissociation);
  }
  return { nfts, unitRows: unitRows(units) };
}

function unitRows(units: readonly Dissociation[]): CopyBuffer<object> {
  const rows = new CopyBuffer<object>(appendOnlyTables.token_transfer);
  for (const { tokenId, accountId, at, amount, payer } of units) {
    rows.add({
      token_id: tokenId,
      account_id: accountId,
      consensus_timestamp: at,
      amount,
      payer_account_id: payer,
      is_approval: false,
    });
  }
  return rows;
}
