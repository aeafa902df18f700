import { inRange, TIME } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { joinTable, sameKey } from '../../store/access/joined-rows.ts';
import { as, exists, firstByKey } from '../../store/access/lookup.ts';
import { merge } from '../../store/access/merge.ts';
import { all, type Sql, sql } from '../../store/sql.ts';
import { listSchema } from '../answer/objects.ts';
import { computed, entityId, flag, timestampJson } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list, type Values } from '../query/parameter.ts';
import { LINKS_SCHEMA } from '../route/list-route.ts';
import { linksJson, type Page, pageKey, selectPage } from '../route/page.ts';
import { type Answer, type ApiContext, type ApiRequest, route } from '../route/route.ts';
import { TRANSACTION_FIELDS } from '../transactions/transaction.json.ts';
import { NFT_PATH, requiredToken, SERIAL_NUMBER, TOKEN_IN_QUERY } from './token-path.ts';

const { TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const PARAMETERS = {
  limit,
  order: order('desc'),
  timestamp: list(TIMESTAMP, 'Consensus time; repeated: all must match.'),
};

/** A transaction of an NFT, from `transaction t`, its transfer `x.transfer` and the NFT's `w.created`. */
const NFT_TRANSACTION_FIELDS = {
  consensus_timestamp: computed<string>(
    // The creation of the NFT is not a field of the item, but decides the status of the answer.
    [sql`t.consensus_timestamp`, sql`w.created`],
    (time) => timestampJson(time ?? '0'),
    TRANSACTION_FIELDS.consensus_timestamp.schema,
  ),
  is_approval: flag(sql`(x.transfer->>'is_approval')::boolean`),
  nonce: TRANSACTION_FIELDS.nonce,
  receiver_account_id: entityId(sql`(x.transfer->>'receiver_account_id')::bigint`),
  sender_account_id: entityId(sql`(x.transfer->>'sender_account_id')::bigint`),
  transaction_id: TRANSACTION_FIELDS.transaction_id,
  type: TRANSACTION_FIELDS.name,
};
const CREATED_COLUMN = 1;

const SCHEMA = {
  type: 'object',
  properties: { transactions: listSchema(NFT_TRANSACTION_FIELDS), links: LINKS_SCHEMA },
  required: ['transactions', 'links'],
} as const;
const PARTIAL = 206;

/** Type number of TOKENDELETION, which applies to all NFTs of the token without a transfer. */
const TOKEN_DELETION = sql`35`;

/** The page of transactions that made a version of an NFT, or deleted its token. */
function transactionsPage(values: Values<typeof PARAMETERS>, token: bigint, serialNumber: bigint): Page {
  const time = pageKey('timestamp', sql`t.consensus_timestamp`, TIME, values.timestamp, 'all');
  const version = sql`lower(timestamp_range)`;
  const { order, limit } = values;
  const ofNft = [sql`token_id = ${token}`, sql`serial_number = ${serialNumber}`];
  const within = inRange(version, time.range, TIME);
  // Condition that the transaction of a version is stored, so that a missing one does not count towards the page.
  const known = exists(sql`transaction`, [sql`consensus_timestamp = ${version}`]);
  const times = (from: Sql, conditions: readonly Sql[]) =>
    indexScan({
      select: sql`${version} as at`,
      distinct: true,
      from,
      where: [...conditions, ...within, known],
      by: [sql`at`],
      order,
      limit,
    });
  const versions = merge({
    scans: [
      times(sql`nft`, ofNft),
      times(sql`nft_history`, ofNft),
      times(sql`entity`, [sql`id = ${token}`, sql`deleted`]),
    ],
    as: 'v',
    select: sql`at`,
    distinct: true,
    by: [sql`at`],
    order,
    limit,
  });
  const created = sql`(
      select created_timestamp
      from nft
      where ${all(ofNft)}
    )`;
  const transfer = firstByKey({
    select: sql`e.transfer`,
    from: sql`jsonb_array_elements(
        case when jsonb_typeof(t.nft_transfer) = 'array' then t.nft_transfer end
      ) with ordinality e(transfer, ordinal)`,
    where: [
      sql`(e.transfer->>'token_id')::bigint = ${token}`,
      sql`(e.transfer->>'serial_number')::bigint = ${serialNumber}`,
    ],
    by: [sql`e.ordinal`],
    order: 'asc',
  });
  return {
    scan: sql`
    select at, ${created} as created
    from ${as(versions, 'v')}`,
    alias: 'w',
    joins: sql`${joinTable('transaction', 't', [sameKey('consensus_timestamp', 'w', 'at')])}
    left join ${transfer} x on t.type <> ${TOKEN_DELETION}`,
    keys: [{ ...time, column: sql`w.at` }],
    order,
    limit,
  };
}

/** Answers with a page: with 206 (partial content) if the creation of the NFT is unknown. */
async function answerPage(
  { path, given }: Pick<ApiRequest, 'path' | 'given'>,
  context: ApiContext,
  page: Page,
): Promise<Answer> {
  const request = { path, given, dialect: LEDGER };
  const { items, next, rows } = await selectPage(context, request, NFT_TRANSACTION_FIELDS, page);
  const body = `{"transactions":[${items}],"links":${linksJson(next)}}`;
  const partial = rows[0]?.[CREATED_COLUMN] === null;
  return { body, next, ...(partial ? { status: PARTIAL } : {}) };
}

const COMMON = {
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'tokens',
  schema: SCHEMA,
  furtherAnswers: { [PARTIAL]: SCHEMA },
} as const;

/** GET /tokens/{tokenId}/nfts/{serialNumber}/transactions: the history of an NFT, newest first. */
export const listTokenNftTransactions = route({
  ...COMMON,
  path: '/api/v1/tokens/{tokenId}/nfts/{serialNumber}/transactions',
  summary: 'List the transactions of an NFT of a token',
  description: 'Mint, transfers, approvals, burn or wipe, and the deletion of its token.',
  pathOneByOne: true,
  pathParameters: NFT_PATH,
  parameters: PARAMETERS,
  answer: (request, context) => {
    const { tokenId, serialNumber } = request.pathValues;
    return answerPage(request, context, transactionsPage(request.values, tokenId, serialNumber));
  },
});

/** GET /tokens/nfts/{id}/transactions: the history of an NFT of the token that `token.id` names. */
export const listNftTransactions = route({
  ...COMMON,
  path: '/api/v1/tokens/nfts/{id}/transactions',
  summary: 'List the transactions of an NFT',
  description:
    'Transactions of an NFT of the token that `token.id` names, as /tokens/{tokenId}/nfts/{serialNumber}/transactions; `id` is the serial number.',
  pathParameters: { id: SERIAL_NUMBER },
  parameters: { ...PARAMETERS, 'token.id': TOKEN_IN_QUERY },
  answer: (request, context) => {
    const token = requiredToken(request.values['token.id']);
    return answerPage(request, context, transactionsPage(request.values, token, request.pathValues.id));
  },
});
