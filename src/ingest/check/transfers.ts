import { printEntityId } from '@tain/ledger/entity-id';
import { printTimestamp } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences, LIMIT, TOTAL } from './difference.ts';

const TOKEN_DISSOCIATE = 41;
/** Types that create or destroy units of tokens: create, mint, burn, wipe, and dissociation from a deleted token. */
const SUPPLY_TYPES = [TYPE.tokenCreation, 37, 38, 39, TOKEN_DISSOCIATE];
const CREATE_ACCOUNT = 11;

interface Sum {
  readonly at: string;
  readonly token: string | null;
  readonly sum: string;
  readonly total: string;
}

/**
 * Checks that the transfers of a transaction sum to zero, in hbar and in each token; errata are left out. In its first
 * block a network gives balances to its first accounts without a sender.
 */
export async function compareTransfers(chunk: Chunk): Promise<Differences> {
  const { client, blocks, begin } = chunk;
  const genesis = blocks[0]?.number === 0n && blocks[0].start === begin ? blocks[0].end : null;
  const hbar = await client.query<Sum>(
    `select c.consensus_timestamp::text as at, null as token, sum(c.amount)::text as sum, ${TOTAL}
     from crypto_transfer c
     where c.consensus_timestamp > $1 and c.consensus_timestamp <= $2 and c.errata is null
     group by c.consensus_timestamp
     having sum(c.amount) <> 0 and not (c.consensus_timestamp <= $3 and min(c.amount) > 0 and exists (
       select from transaction t
       where t.consensus_timestamp = c.consensus_timestamp and t.type = ${CREATE_ACCOUNT}))
     order by c.consensus_timestamp ${LIMIT}`,
    [...boundsOf(chunk), (genesis ?? -1n).toString()],
  );
  const tokens = await client.query<Sum>(
    `select s.at::text, s.token::text, s.sum::text, ${TOTAL}
     from (
       select consensus_timestamp as at, token_id as token, sum(amount) as sum
       from token_transfer
       where consensus_timestamp > $1 and consensus_timestamp <= $2
       group by consensus_timestamp, token_id
       having sum(amount) <> 0
     ) s
     join transaction t on t.consensus_timestamp = s.at
     where t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.type <> all($3) and t.errata is null
     order by s.at ${LIMIT}`,
    [...boundsOf(chunk), SUPPLY_TYPES],
  );
  const differences = new Differences();
  differences.addRows(hbar.rows, (row) => sumDifference('crypto_transfer', row));
  differences.addRows(tokens.rows, (row) => sumDifference('token_transfer', row));
  return differences;
}

function sumDifference(table: string, row: Sum): Difference {
  const at = BigInt(row.at);
  const unit = row.token === null ? 'hbar (in tinybars)' : `token ${printEntityId(BigInt(row.token))}`;
  return {
    at,
    table,
    column: 'amount',
    subject: `the sum of what transaction ${printTimestamp(at)} moves of ${unit}`,
    expected: '0',
    found: row.sum,
  };
}
