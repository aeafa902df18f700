import { ENTITY_ID, NUMBER } from '../../store/access/domain.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import type { Order } from '../../store/access/order.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { entityId, integer } from '../answer/scalars.ts';
import { timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';
import type { EntityReference } from '../query/common-types.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Key } from '../query/next-link.ts';
import { type Filter, list } from '../query/parameter.ts';
import type { RequestParameter } from '../query/query-string.ts';
import { isCrossed, lastBounds, lastBoundsWithin } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';

/** Serial number of an airdropped NFT; the table holds 0 for fungible tokens. */
const SERIAL_NUMBER = sql`nullif(serial_number, 0)`;

/** An airdrop, from `token_airdrop`. */
const AIRDROP_FIELDS = {
  amount: integer(sql`amount`, {
    description: 'Amount of a fungible token; null for an NFT.',
  }),
  receiver_id: entityId(sql`receiver_account_id`, { nullable: false }),
  sender_id: entityId(sql`sender_account_id`, { nullable: false }),
  serial_number: integer(SERIAL_NUMBER, {
    description: 'Serial number of an NFT; null for a fungible token.',
  }),
  timestamp: timestampRangeOrZero(sql`timestamp_range`, {
    nullable: false,
    description: 'Validity of the pending airdrop.',
  }),
  token_id: entityId(sql`token_id`, { nullable: false }),
};

const { ENTITY, INT64, ACCOUNT_IN_PATH } = NETWORK.types;
const { limit, order } = NETWORK;

type Filters = readonly Filter<bigint>[];

const PATH = {
  idOrAliasOrEvmAddress: {
    type: ACCOUNT_IN_PATH,
    name: 'id',
    description: 'Id, alias (base32) or EVM address of the account.',
  },
};

const FILTERS = {
  serialnumber: list(INT64, 'Serial number of the NFT.', {
    max: { values: 2, as: 'serialNumbers', bounds: 3 },
  }),
  'token.id': list(ENTITY, 'Token.', { max: { values: 2, as: 'tokenIds', bounds: 3 } }),
};

interface Side {
  /** Columns of the path's account, and of the other account. */
  readonly own: Sql;
  readonly other: Sql;
  /** The parameter of the other account, and its filters. */
  readonly parameter: string;
  readonly accounts: Filters;
}

interface AirdropRequest {
  readonly values: {
    readonly 'token.id': Filters;
    readonly serialnumber: Filters;
    readonly order: Order;
    readonly limit: number;
  };
  readonly pathValues: { readonly idOrAliasOrEvmAddress: EntityReference };
  readonly given: readonly RequestParameter[];
}

/**
 * Pending airdrops by the other account, the token and the serial number: the rows between the lower and the upper
 * bounds of the three, compared together.
 */
async function airdropPage(request: AirdropRequest, context: ApiContext, side: Side): Promise<Page> {
  const { values, pathValues, given } = request;
  const { own, other, parameter, accounts } = side;
  if (isCrossed(accounts)) throw NETWORK.badRequest('Invalid range provided for account.id');
  const id = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, NETWORK);
  const filters = [accounts, values['token.id'], values.serialnumber];
  const keys: Key[] = [
    pageKey(parameter, other, ENTITY_ID, lastBounds(accounts, ENTITY_ID)),
    pageKey('token.id', sql`token_id`, ENTITY_ID, lastBoundsWithin(values['token.id'], ENTITY_ID)),
    {
      ...pageKey('serialnumber', sql`serial_number`, NUMBER, lastBoundsWithin(values.serialnumber)),
      linked: SERIAL_NUMBER,
    },
  ];
  // As in the public mirror node, a bound at this end applies to the first page only if the account has no bound at all.
  const begin = values.order === 'asc' ? 'lower' : 'upper';
  const plain = keys.map((_, from) => plainKeys(keys, filters, from, given));
  return {
    from: sql`token_airdrop`,
    where: [sql`state = 'PENDING'`, sql`${own} = ${id}`, ...plain.flatMap((keys) => keysetConditions(keys))],
    keys: keys.map(({ linked, ...key }) => {
      const isPlain =
        accounts.length > 0 &&
        plain
          .flat()
          .some(({ parameter: name, range }) => name === key.parameter && range[begin] !== undefined);
      // A fungible token has serial number 0 in the table, and none in a link, unless the link also has a plain bound.
      return { ...key, placed: { isPlain }, ...(isPlain || linked === undefined ? {} : { linked }) };
    }),
    order: values.order,
    limit: values.limit,
  };
}

/**
 * Keys from `from` on with the bounds that hold for all rows, independently of the comparison of all keys together, which
 * ignores a bound at an end where an earlier key has none. They are those of a key that the request names before all
 * earlier keys that may vary; `links.next` adds bounds of these, and then a second bound from which a key continues: of
 * two bounds at one end the first holds for all rows.
 */
function plainKeys(
  keys: readonly Key[],
  filters: readonly Filters[],
  from: number,
  given: readonly RequestParameter[],
): Key[] {
  const rankOf = ({ parameter }: Key) => {
    const rank = given.findIndex(({ name }) => name === parameter);
    return rank < 0 ? Number.POSITIVE_INFINITY : rank;
  };
  const [key] = keys.slice(from);
  const open = keys.slice(0, from).filter(({ range }) => range.equals === undefined);
  if (key === undefined || open.length === 0) return [];
  if (open.some((earlier) => rankOf(earlier) <= rankOf(key))) return [];
  const boundOf = (index: number, end: 'lower' | 'upper'): bigint | undefined => {
    if (open.some(({ range }) => range[end] === undefined)) return keys[index]?.range[end];
    const own =
      filters[index]?.filter(({ operator }) => operator.startsWith(end === 'lower' ? 'gt' : 'lt')) ?? [];
    return own.length > 1 ? lastBoundsWithin(own.slice(0, 1))[end] : undefined;
  };
  return keys.slice(from).map((each, at) => {
    if (each.range.equals !== undefined) return each;
    const [lower, upper] = [boundOf(from + at, 'lower'), boundOf(from + at, 'upper')];
    const ends = { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) };
    return { ...each, range: { ...ends, except: [], empty: false } };
  });
}

/** Declarations that both lists share. */
const AIRDROPS = {
  dialect: NETWORK,
  maxAgeSeconds: 1,
  tag: 'airdrops',
  pathParameters: PATH,
  items: 'airdrops',
  fields: AIRDROP_FIELDS,
} as const;

/** GET /accounts/{id}/airdrops/outstanding: unclaimed airdrops that an account sent. */
export const listOutstandingAirdrops = listRoute({
  ...AIRDROPS,
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/outstanding',
  summary: 'List airdrops that an account sent',
  description: 'Airdrops that were neither claimed nor cancelled yet, by receiver, token and serial number.',
  parameters: {
    limit,
    order: order('asc'),
    'receiver.id': list(ENTITY, 'Account that may claim the airdrop.', {
      max: { values: 2, as: 'receiverIds' },
    }),
    ...FILTERS,
  },
  page: (request, context) =>
    airdropPage(request, context, {
      own: sql`sender_account_id`,
      other: sql`receiver_account_id`,
      parameter: 'receiver.id',
      accounts: request.values['receiver.id'],
    }),
});

/** GET /accounts/{id}/airdrops/pending: airdrops that an account may claim. */
export const listPendingAirdrops = listRoute({
  ...AIRDROPS,
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/airdrops/pending',
  summary: 'List airdrops that an account may claim',
  description: 'Airdrops that were neither claimed nor cancelled yet, by sender, token and serial number.',
  parameters: {
    limit,
    order: order('asc'),
    'sender.id': list(ENTITY, 'Account that sent the airdrop.', {
      max: { values: 2, as: 'senderIds' },
    }),
    ...FILTERS,
  },
  page: (request, context) =>
    airdropPage(request, context, {
      own: sql`receiver_account_id`,
      other: sql`sender_account_id`,
      parameter: 'sender.id',
      accounts: request.values['sender.id'],
    }),
});
