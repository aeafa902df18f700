import { MAX_INT64 } from '@tain/ledger/timestamp';
import { joinTable } from '../../store/access/joined-rows.ts';
import { newestOfVersions } from '../../store/access/newest-version.ts';
import { selectSupplyAt } from '../../store/reads/supply-at.ts';
import { selectVersion } from '../../store/reads/version.ts';
import { join, raw, type Sql, sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list } from '../query/parameter.ts';
import { itemRoute } from '../route/item-route.ts';
import { requireRetained } from '../route/require-retained.ts';
import type { ApiContext } from '../route/route.ts';
import { TOKEN_INFO_FIELDS } from './token-info.json.ts';
import { TOKEN_PATH } from './token-path.ts';

const { TIMESTAMP } = LEDGER.types;

const TOKEN_COLUMNS = [
  'token_id',
  'created_timestamp',
  'decimals',
  'fee_schedule_key',
  'freeze_default',
  'freeze_key',
  'initial_supply',
  'kyc_key',
  'max_supply',
  'metadata',
  'metadata_key',
  'name',
  'pause_key',
  'pause_status',
  'supply_key',
  'supply_type',
  'symbol',
  'treasury_account_id',
  'type',
  'wipe_key',
];
const ENTITY_COLUMNS = [
  'auto_renew_account_id',
  'auto_renew_period',
  'deleted',
  'expiration_timestamp',
  'key',
  'memo',
];
const FEE_COLUMNS = ['fixed_fees', 'fractional_fees', 'royalty_fees'];

/**
 * The newest version of a row that began at a time or before it, from the table or its history: a sub-select. `id`:
 * column of its id; `further`: columns in addition to `columns`.
 */
function version(
  table: string,
  id: string,
  columns: readonly string[],
  value: bigint,
  at: bigint,
  further: readonly Sql[] = [],
): Sql {
  return sql`(${newestOfVersions({
    table,
    alias: 'e',
    select: join([...[...columns, 'timestamp_range'].map((column) => raw(column)), ...further]),
    where: [sql`${raw(id)} = ${value}`, sql`lower(timestamp_range) <= ${at}`],
  })})`;
}

/**
 * The column `total_supply` of a token's version at a time. If the history does not reach back to that time, the
 * supply at the version's end.
 */
async function supplyThen(
  { lookup, select, settings }: ApiContext,
  tokenId: bigint,
  at: bigint,
): Promise<Sql> {
  const token = await selectVersion(lookup, 'token', { token_id: tokenId }, at);
  const supply = token && (await selectSupplyAt(select, settings, token, at));
  return supply === undefined ? sql`total_supply` : sql`${supply}::bigint as total_supply`;
}

/** Returns the instant up to which versions count, by the last of several timestamps. */
function momentOf(filters: readonly Filter<bigint>[]): bigint | undefined {
  const last = filters.at(-1);
  if (last === undefined) return undefined;
  const moment = last.operator === 'lt' ? last.value - 1n : last.value;
  // Ten digits of seconds may exceed int64 in nanoseconds.
  return moment > MAX_INT64 ? MAX_INT64 : moment;
}

/** GET /tokens/{tokenId}: a token, now or at a past time. */
export const getToken = itemRoute({
  path: '/api/v1/tokens/{tokenId}',
  dialect: LEDGER,
  maxAgeSeconds: 5,
  tag: 'tokens',
  summary: 'Get a token',
  description:
    'A token; with `timestamp` its version at that time, with the custom fees and the supply at that time.',
  pathParameters: TOKEN_PATH,
  parameters: {
    timestamp: list(TIMESTAMP, 'Time of the state: at or before it; repeated: the last value is used.', {
      operators: ['eq', 'lt', 'lte'],
    }),
  },
  fields: TOKEN_INFO_FIELDS,
  require: ({ values }, context) => requireRetained(context, momentOf(values.timestamp), 'history'),
  async from({ pathValues: { tokenId }, values }, context) {
    const at = momentOf(values.timestamp);
    if (at === undefined) {
      return {
        from: sql`token t
          ${joinTable('entity', 'e', [sql`e.id = t.token_id`])}
          ${joinTable('custom_fee', 'cf', [sql`cf.entity_id = t.token_id`])}`,
        where: [sql`t.token_id = ${tokenId}`],
      };
    }
    const supply = await supplyThen(context, tokenId, at);
    const token = version('token', 'token_id', TOKEN_COLUMNS, tokenId, at, [supply]);
    const entity = version('entity', 'id', ENTITY_COLUMNS, tokenId, at);
    const fees = version('custom_fee', 'entity_id', FEE_COLUMNS, tokenId, at);
    return {
      from: sql`${token} t
        cross join ${entity} e
        cross join ${fees} cf`,
    };
  },
});
