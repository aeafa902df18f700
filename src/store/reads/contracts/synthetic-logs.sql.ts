import { isNotTrue } from '../../access/condition.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';

/** Topic 0 of `Transfer(address,address,uint256)`, the event of ERC-20 and ERC-721. */
const TRANSFER = sql`'\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea`;

/** Topic 3 of the serial number -1, with which a network records that a treasury transferred all NFTs of a token. */
const WILDCARD_SERIAL = sql`'\\xffffffffffffffff'::bytea`;

/**
 * Condition that a log is not the synthetic one of a wildcard NFT transfer. No response shows that log, as in the
 * public mirror since 0.163. A contract's own `Transfer` of the token id 2^64 - 1 has the same topics and is shown.
 */
export function isShownLog(alias: string): Sql {
  const log = raw(alias);
  return sql`(${isNotTrue(sql`${log}.synthetic`)} or ${log}.topic0 is distinct from ${TRANSFER} or ${log}.topic3 is distinct from ${WILDCARD_SERIAL})`;
}
