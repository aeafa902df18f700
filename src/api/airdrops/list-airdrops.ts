import { ENTITY_ID, inRange, NUMBER } from '../../access/domain.ts';
import type { Order } from '../../access/order.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { isCrossed, lastBounds, lastBoundsWithin } from '../../query/bounds.ts';
import type { EntityReference } from '../../query/common-types.ts';
import { NETWORK } from '../../query/dialects/network.ts';
import type { Key } from '../../query/key.ts';
import { type Filter, list } from '../../query/parameter.ts';
import type { RequestParameter } from '../../query/query-string.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import { AIRDROP_FIELDS, SERIAL_NUMBER } from './airdrop.json.ts';

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
    max: { values: 2, as: 'serialNumbers' },
  }),
  'token.id': list(ENTITY, 'Token.', { max: { values: 2, as: 'tokenIds' } }),
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
  const keys: Key[] = [
    pageKey(parameter, other, ENTITY_ID, lastBounds(accounts, ENTITY_ID)),
    pageKey('token.id', sql`token_id`, ENTITY_ID, lastBoundsWithin(values['token.id'], ENTITY_ID)),
    {
      ...pageKey('serialnumber', sql`serial_number`, NUMBER, lastBoundsWithin(values.serialnumber)),
      linked: SERIAL_NUMBER,
    },
  ];
  return {
    from: sql`token_airdrop`,
    where: [sql`state = 'PENDING'`, sql`${own} = ${id}`, ...plainFilters(keys, given)],
    keys,
    order: values.order,
    limit: values.limit,
  };
}

/**
 * Conditions that hold keys within their bounds independently of the tuple comparison, which ignores a bound of a later
 * key at an end where an earlier key has none. They apply to a key that the request names before all earlier keys, also
 * when `links.next` adds bounds of those.
 */
function plainFilters(keys: readonly Key[], given: readonly RequestParameter[]): Sql[] {
  const rankOf = (name: string) => {
    const index = given.findIndex((candidate) => candidate.name === name);
    return index < 0 ? Number.POSITIVE_INFINITY : index;
  };
  return keys.flatMap(({ parameter, column, range, domain }, index) => {
    const before = keys.slice(0, index);
    if (before.length === 0 || before.some((earlier) => rankOf(earlier.parameter) < rankOf(parameter)))
      return [];
    const open = before.filter((earlier) => earlier.range.equals === undefined);
    const isFree = (end: 'lower' | 'upper') => open.some((earlier) => earlier.range[end] === undefined);
    const { lower, upper } = range;
    const nothing = (lower ?? domain.min) > domain.max || (upper ?? domain.max) < domain.min;
    const filter = {
      ...(lower !== undefined && isFree('lower') ? { lower } : {}),
      ...(upper !== undefined && isFree('upper') ? { upper } : {}),
      except: [],
      empty: nothing,
    };
    return inRange(column, filter, domain);
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
