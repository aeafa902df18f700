import { ENTITY_ID, TIME } from '../../store/access/domain.ts';
import { keyedRows } from '../../store/access/joined-rows.ts';
import { selectTokenKind, tokenTransferTimes } from '../../store/reads/token-transfers.sql.ts';
import { tokensOfTransfers } from '../../store/reads/touched-ids.sql.ts';
import { TRANSACTION_OF_TIME } from '../../store/reads/transactions/transaction-rows.sql.ts';
import { sql } from '../../store/sql.ts';
import { listInSql, listSchema, nestedList } from '../answer/objects.ts';
import { json } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EQ, list, type ParameterType, WITHOUT_NE } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import {
  NFT_TRANSFER_FIELDS,
  OF_TRANSACTION,
  TOKEN_TRANSFER_FIELDS,
  TRANSACTION_FIELDS,
} from '../transactions/transaction.json.ts';
import { balanceRows, TOKEN_CHANGE_COLUMNS } from '../transactions/transfers-csv.ts';
import { TOKEN_PATH } from './token-path.ts';

const { ENTITY, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const MAX_AMOUNT = (1n << 63n) - 1n;

/** An amount with its sign. */
const AMOUNT: ParameterType<bigint> = {
  parse(text) {
    if (!/^-?\d{1,19}$/.test(text)) return undefined;
    const amount = BigInt(text);
    return amount <= MAX_AMOUNT && amount >= -MAX_AMOUNT ? amount : undefined;
  },
  schema: { type: 'integer', format: 'int64' },
  compared: true,
  form: '-?\\d{1,19}',
};

/** A transaction that transferred the token `w.token_id`, from `transaction t`. */
const FIELDS = {
  consensus_timestamp: TRANSACTION_FIELDS.consensus_timestamp,
  name: TRANSACTION_FIELDS.name,
  nft_transfers: nestedList(
    NFT_TRANSFER_FIELDS,
    sql`jsonb_array_elements(t.nft_transfer) e where (e->>'token_id')::bigint = w.token_id`,
    undefined,
    sql`jsonb_typeof(t.nft_transfer) = 'array'`,
  ),
  token_transfers: json<readonly unknown[]>(
    sql`(
        select ${listInSql(TOKEN_TRANSFER_FIELDS, sql`account_id, amount`)}
        from ${keyedRows('token_transfer', [OF_TRANSACTION, sql`token_id = w.token_id`])}
      )`,
    listSchema(TOKEN_TRANSFER_FIELDS),
    '[]',
  ),
  transaction_id: TRANSACTION_FIELDS.transaction_id,
};

/** GET /tokens/{tokenId}/transfers: transactions that transferred a token, newest first. */
export const listTokenTransfers = listRoute({
  path: '/api/v1/tokens/{tokenId}/transfers',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'tokens',
  summary: 'List the transfers of a token',
  description:
    'Transactions that transferred the token, with its transfers alone. `account.id` and `amount` select transactions with a transfer that meets both. An extension: the public mirror node has no such operation. Fast where feature `token_transfers` of `/network/capabilities` is available; otherwise many more transfers are read, and a request may take too long.',
  pathParameters: TOKEN_PATH,
  parameters: {
    'account.id': list(ENTITY, 'Account that sent or received the token; repeated: any of them.', {
      operators: EQ,
    }),
    amount: list(
      AMOUNT,
      'Amount in the smallest unit of the token, negative for the sender; for an NFT -1 or 1.',
      { operators: WITHOUT_NE },
    ),
    limit,
    order: order('desc'),
    timestamp: list(TIMESTAMP, 'Consensus time; repeated: all must match.'),
  },
  items: 'transactions',
  fields: FIELDS,
  csv: balanceRows(FIELDS, TOKEN_CHANGE_COLUMNS, ''),
  stream: {
    time: sql`w.consensus_timestamp`,
    family: 'transactions',
    touched: {
      kind: 'tokens of transfers',
      select: tokensOfTransfers,
      names: ({ pathValues: { tokenId } }) => [tokenId.toString()],
    },
  },
  async page({ pathValues: { tokenId }, values }, context) {
    const { settings, shared } = context;
    const amounts = rangeOf(values.amount, 'all', MAX_AMOUNT, -MAX_AMOUNT);
    const time = pageKey('timestamp', sql`w.consensus_timestamp`, TIME, values.timestamp, 'all');
    const accounts = rangeOf(values['account.id'], 'any', ENTITY_ID.max, ENTITY_ID.min).equals ?? [];
    const { order, limit } = values;
    const isEmpty = amounts.empty || time.range.empty;
    const abilities = await shared.abilities.get();
    const times = tokenTransferTimes({
      token: tokenId,
      kind: isEmpty ? 'fungible' : await selectTokenKind(context.lookup, tokenId),
      accounts,
      amounts,
      times: time.range,
      order,
      limit,
      sampled: settings.thresholds.sampled,
      gathered: settings.thresholds.gathered,
      hasTokenIndex: abilities.tokenTransfers,
      hasAccountIndex: abilities.accountTransfers,
    });
    return {
      scan: sql`
    select consensus_timestamp, ${tokenId}::bigint as token_id
    from (${times}) x`,
      alias: 'w',
      rowsOfKey: TRANSACTION_OF_TIME,
      keys: [time],
      order,
      limit,
      empty: isEmpty,
    };
  },
});
