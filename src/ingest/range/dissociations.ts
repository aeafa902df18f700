import { CopyBuffer } from '../../db/copy/copy.ts';
import type { Queryable } from '../../db/writer/writer.ts';
import { appendOnlyTables } from '../../schema/append-only-tables.ts';
import type { Dissociation } from './read-range.ts';

/**
 * Selects the accounts that lost NFTs by leaving deleted tokens: history shows which NFTs ended then. The others lost
 * units.
 */
export async function selectNftDissociations(
  client: Queryable,
  dissociations: readonly Dissociation[],
): Promise<ReadonlySet<Dissociation>> {
  const lost = new Set<Dissociation>();
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
    if (rows[0]?.ended) lost.add(dissociation);
  }
  return lost;
}

/** Rows of the transfers of accounts that lost units. */
export function unitRows(units: readonly Dissociation[]): CopyBuffer<object> {
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
