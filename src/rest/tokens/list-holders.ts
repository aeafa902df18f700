import { byBalanceIndex, ownTable } from '../../store/access/abilities.ts';
import { ENTITY_ID, NUMBER } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { keysetConditions } from '../../store/access/keyset.ts';
import { limitOf, type Sql, sql, where } from '../../store/sql.ts';
import { entityId, integer, timestampJson, tokenAmount } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { Schema } from '../query/json-schema.ts';
import { list, type Operator, WITHOUT_NE } from '../query/parameter.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import { TOKEN_PATH } from './token-path.ts';

const { ENTITY, integer: integerType } = LEDGER.types;
const { limit, order } = LEDGER;

/** Maximum number of holders that are counted. */
const MAX_COUNTED = 10_000;

const BOUNDS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** A holder, from `h` (token_id, account_id, balance) and its `token t`, which may be unknown. */
const HOLDER_FIELDS = {
  account: entityId(sql`h.account_id`, { nullable: false }),
  balance: integer(sql`h.balance`, {
    nullable: false,
    description: 'Balance in the smallest unit of the token; for NFTs their number.',
  }),
  decimals: integer(sql`t.decimals`),
};

/** Tables that have the holders: the one of the balance index, whose index has their order, or all associations. */
const INDEXED = sql`${ownTable('current_token_balance')} h`;
const ASSOCIATIONS = sql`token_account h`;

function isHolder(token: bigint): Sql[] {
  return [sql`h.token_id = ${token}`, sql`h.associated`, sql`h.balance > 0`];
}

const SCHEMA: Readonly<Record<string, Schema>> = {
  timestamp: {
    type: 'string',
    nullable: true,
    description: 'End of the last block, at which the balances are; null before the first block.',
  },
  total: {
    type: 'object',
    properties: {
      value: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_COUNTED,
        description: `Number of holders of the token, at most ${MAX_COUNTED}; the filters do not change it.`,
      },
      relation: {
        type: 'string',
        enum: ['eq', 'gt'],
        description: '`eq`: exactly so many; `gt`: more.',
      },
    },
    required: ['value', 'relation'],
    description: 'Number of holders of the token.',
  },
};

async function selectMembers(token: bigint, { select, shared }: ApiContext): Promise<Record<string, string>> {
  const countOf = (from: Sql) => sql`
    select count(*)
    from (
      select
      from ${from}${where(isHolder(token))} ${limitOf(MAX_COUNTED + 1)}
    ) c`;
  const count = byBalanceIndex(await shared.abilities.get(), () => countOf(INDEXED), countOf(ASSOCIATIONS));
  const [row] = await select(sql`
    select (${count}), (
      select max(consensus_end)
      from record_file
    )`);
  const [counted, end] = row ?? [];
  const found = Number(counted);
  const isMore = found > MAX_COUNTED;
  return {
    timestamp: end ? timestampJson(end) : 'null',
    total: `{"value":${isMore ? MAX_COUNTED : found},"relation":"${isMore ? 'gt' : 'eq'}"}`,
  };
}

/** GET /tokens/{tokenId}/holders: accounts with a balance of a token, greatest balance first. */
export const listHolders = listRoute({
  path: '/api/v1/tokens/{tokenId}/holders',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'tokens',
  summary: 'List the holders of a token',
  description:
    'Accounts with a balance of the token, by balance and then by account, with their number. Bounds of `account.id` belong to the bound of `balance` on the same side: `balance=lte:5&account.id=lt:0.0.7` begins after account 7 among those with a balance of 5. An extension: the public mirror node has no such operation. Fast where feature `token_holders` of `/network/capabilities` is available; otherwise all accounts associated with the token are read.',
  pathParameters: TOKEN_PATH,
  parameters: {
    'account.id': list(ENTITY, 'Account at a bound of the balance.', { operators: BOUNDS }),
    balance: list(integerType(0n), 'Balance in the smallest unit of the token.', { operators: WITHOUT_NE }),
    limit,
    order: order('desc'),
  },
  items: 'holders',
  fields: HOLDER_FIELDS,
  csv: { fields: { ...HOLDER_FIELDS, balance: tokenAmount(sql`h.balance`, sql`t.decimals`) } },
  members: {
    schema: SCHEMA,
    write: (_page, { pathValues }, context) => selectMembers(pathValues.tokenId, context),
  },
  async page({ pathValues: { tokenId }, values, given }, { shared }) {
    checkTwoKeys(
      { name: 'balance', filters: values.balance },
      { name: 'account.id', filters: values['account.id'] },
      given,
    );
    const keys = [
      pageKey('balance', sql`h.balance`, NUMBER, values.balance, 'all'),
      pageKey('account.id', sql`h.account_id`, ENTITY_ID, values['account.id']),
    ];
    const page = { order: values.order, limit: values.limit };
    const scan = (from: Sql) =>
      indexScan({
        ...page,
        select: sql`h.token_id, h.account_id, h.balance`,
        from,
        where: [...isHolder(tokenId), ...keysetConditions(keys)],
        by: keys.map(({ column }) => column),
      });
    return {
      ...page,
      scan: byBalanceIndex(await shared.abilities.get(), () => scan(INDEXED), scan(ASSOCIATIONS)),
      alias: 'h',
      joins: leftJoinTable('token', 't', [sameKey('token_id', 'h', 'token_id', tokenId)]),
      keys,
    };
  },
});
