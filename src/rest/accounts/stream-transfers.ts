import { TIME } from '../../store/access/domain.ts';
import { rowByKey } from '../../store/access/lookup.ts';
import {
  nftTransfersOf,
  type TransferSearch,
  tokenTransfersOf,
} from '../../store/reads/account-transfers.sql.ts';
import { accountsOfNftTransfers, accountsOfTokenTransfers } from '../../store/reads/touched-ids.sql.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { Fields } from '../answer/field.ts';
import { objectSchema } from '../answer/objects.ts';
import { entityId, flag, integer } from '../answer/scalars.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { EQ, list, single, type Values } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import { streamRoute, type Window, type WindowRows } from '../route/stream.ts';
import { OF_TRANSACTION_FIELDS, TOKEN_TRANSFER_FIELDS } from '../transactions/transaction.json.ts';
import { ACCOUNT_PATH } from './get-account.ts';

const { ENTITY, oneOf, TIMESTAMP } = LEDGER.types;

const PARAMETERS = {
  timestamp: list(TIMESTAMP, 'Consensus time.'),
  'token.id': list(ENTITY, 'Token that was transferred; repeated: any of them.', { operators: EQ }),
  type: single(
    oneOf({ credit: 'credit' as const, debit: 'debit' as const }),
    'Direction: to the account, or from it.',
  ),
};

/** A transfer of a fungible token with its transaction, from `x` and `transaction t`. */
const TOKEN_FIELDS = { ...OF_TRANSACTION_FIELDS, ...TOKEN_TRANSFER_FIELDS };

/** A transfer of an NFT with its transaction. */
const NFT_FIELDS = {
  ...OF_TRANSACTION_FIELDS,
  is_approval: flag(sql`x.is_approval`),
  receiver_account_id: entityId(sql`x.receiver_account_id`),
  sender_account_id: entityId(sql`x.sender_account_id`),
  serial_number: integer(sql`x.serial_number`, { nullable: false }),
  token_id: entityId(sql`x.token_id`, { nullable: false }),
};

interface TransferRequest {
  readonly values: Values<typeof PARAMETERS>;
  readonly pathValues: { readonly idOrAliasOrEvmAddress: EntityReference };
}

async function rows(
  { values, pathValues }: TransferRequest,
  context: ApiContext,
  { after, limit }: Window,
  fields: Fields,
  scan: (search: TransferSearch) => Sql,
): Promise<WindowRows> {
  const times = rangeOf(values.timestamp, 'all');
  const transaction = rowByKey({
    select: sql`consensus_timestamp, payer_account_id, valid_start_ns`,
    from: sql`transaction`,
    where: [sql`consensus_timestamp = x.consensus_timestamp`],
  });
  return {
    fields,
    page: {
      scan: scan({
        account: await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, LEDGER),
        tokens: values['token.id'].map(({ value }) => value),
        direction: values.type,
        times,
        after: after.ordinal === undefined ? undefined : { time: after.time, ordinal: after.ordinal },
        limit,
      }),
      alias: 'x',
      joins: sql`join ${transaction} t on true`,
      keys: [
        pageKey('timestamp', sql`x.consensus_timestamp`, TIME, times),
        { parameter: 'ordinal', column: sql`x.ordinal`, domain: TIME, range: { except: [], empty: false } },
      ],
      order: 'asc',
      limit,
      empty: times.empty,
    },
  };
}

/** Times of a window. If the window begins between rows of one time, that time is included again. */
function within(values: Values<typeof PARAMETERS>, { after, upTo }: Window): Values<typeof PARAMETERS> {
  const operator = after.ordinal === undefined ? 'gt' : 'gte';
  const bounds = [
    { operator, value: after.time },
    { operator: 'lte', value: upTo },
  ] as const;
  return { ...values, timestamp: [...values.timestamp, ...bounds] };
}

const names = ({ pathValues: { idOrAliasOrEvmAddress: account } }: TransferRequest) =>
  'id' in account ? [account.id.toString()] : undefined;

const COMMON = {
  dialect: LEDGER,
  tag: 'accounts',
  pathParameters: ACCOUNT_PATH,
  parameters: PARAMETERS,
  pathOneByOne: true,
  time: sql`x.consensus_timestamp`,
  ordinal: sql`x.ordinal`,
  family: 'transactions',
  within,
} as const;

/** GET /accounts/{idOrAliasOrEvmAddress}/token-transfers/stream: transfers of fungible tokens from or to an account. */
export const streamTokenTransfers = streamRoute({
  ...COMMON,
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/token-transfers/stream',
  summary: 'Stream: transfers of fungible tokens of an account',
  description:
    'Each event is an entry of `token_transfers` of a transaction, with the time and id of that transaction.',
  items: 'token_transfers',
  schema: {
    ...objectSchema(TOKEN_FIELDS),
    description: 'A transfer of a fungible token, with its transaction.',
  },
  touched: { kind: 'accounts of token transfers', select: accountsOfTokenTransfers, names },
  rows: (request, context, window) => rows(request, context, window, TOKEN_FIELDS, tokenTransfersOf),
});

/** GET /accounts/{idOrAliasOrEvmAddress}/nft-transfers/stream: transfers of NFTs from or to an account. */
export const streamNftTransfers = streamRoute({
  ...COMMON,
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/nft-transfers/stream',
  summary: 'Stream: transfers of NFTs of an account',
  description:
    'Each event is an entry of `nft_transfers` of a transaction, with the time and id of that transaction. A replay of old times is slow, because the transfers of all accounts are read.',
  items: 'nft_transfers',
  schema: { ...objectSchema(NFT_FIELDS), description: 'A transfer of an NFT, with its transaction.' },
  touched: { kind: 'accounts of NFT transfers', select: accountsOfNftTransfers, names },
  rows: (request, context, window) => rows(request, context, window, NFT_FIELDS, nftTransfersOf),
});
