import { MAX_INT64 } from '@tain/ledger/timestamp';
import { indexScan } from '../../store/access/index-scan.ts';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { newestRow } from '../../store/access/lookup.ts';
import { unionAll } from '../../store/access/merge.ts';
import { type Sql, sql, where } from '../../store/sql.ts';
import { objectSchema, objectWriter } from '../answer/objects.ts';
import { timesOfState } from '../holdings/snapshot.sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list } from '../query/parameter.ts';
import { notFound } from '../query/problem.ts';
import { requireRetained } from '../route/require-retained.ts';
import { route } from '../route/route.ts';
import { CONTRACT_DETAIL_FIELDS } from './contract.json.ts';
import { CONTRACT_PATH } from './contract-id.ts';

const { TIMESTAMP } = LEDGER.types;

/** Columns of an entity's version that `CONTRACT_DETAIL_FIELDS` need. */
const COLUMNS = sql`id, auto_renew_account_id, auto_renew_period, created_timestamp, deleted,
      ethereum_nonce, evm_address, expiration_timestamp, key, max_automatic_token_associations, memo,
      obtainer_id, permanent_removal, proxy_account_id, timestamp_range`;

/** Condition that a version was in force at some time of the filter; `eq` means up to that time. */
function wasInForce({ operator, value }: Filter<bigint>): Sql {
  // Later times are equivalent to this one.
  const time = value > MAX_INT64 - 1n ? MAX_INT64 - 1n : value;
  switch (operator) {
    case 'ne':
      return sql`not timestamp_range @> ${time}::bigint`;
    case 'lt':
      return sql`timestamp_range && int8range(null, ${time}, '()')`;
    case 'gt':
      return sql`timestamp_range && int8range(${time}, null, '()')`;
    case 'gte':
      return sql`timestamp_range && int8range(${time}, null, '[)')`;
    default:
      return sql`timestamp_range && int8range(null, ${time}, '(]')`;
  }
}

/** Selects `select` from the requested versions; the first row is the one to return. */
function versions(select: Sql, reference: EntityReference, timestamps: readonly Filter<bigint>[]): Sql {
  const named =
    'evmAddress' in reference
      ? sql`evm_address = ${Buffer.from(reference.evmAddress, 'hex')}`
      : sql`id = ${'id' in reference ? reference.id : null}`;
  const conditions = [sql`type = 'CONTRACT'`, named, ...timestamps.map(wasInForce)];
  const of = (table: Sql) => sql`
    select ${COLUMNS}
    from ${table}${where(conditions)}`;
  const withCode = (versions: Sql) => sql`(${versions}) e
    ${leftJoinTable('contract', 'c', [sql`c.id = e.id`])}`;
  // Without a time only current versions count; two are enough to detect ambiguity.
  if (timestamps.length === 0) {
    const from = withCode(of(sql`entity`));
    return indexScan({ select, from, where: [], by: [sql`e.deleted is true`], order: 'asc', limit: 2 });
  }
  const from = withCode(unionAll([of(sql`entity`), of(sql`entity_history`)]));
  return newestRow({ select, from, where: [], by: [sql`e.timestamp_range`] });
}

/**
 * GET /contracts/{contractIdOrAddress}: a contract, now or at a past time. If several contracts have had the address,
 * it means the one that is not deleted; 404 unless there is exactly one.
 */
export const getContract = route({
  path: '/api/v1/contracts/{contractIdOrAddress}',
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'contracts',
  summary: 'Get a contract',
  description: 'A contract by id, number or EVM address. With `timestamp`: its version at that time.',
  pathParameters: { contractIdOrAddress: CONTRACT_PATH },
  parameters: {
    timestamp: list(
      TIMESTAMP,
      'Time of the version: the newest one in force then. A value without an operator means up to that time.',
    ),
  },
  schema: objectSchema(CONTRACT_DETAIL_FIELDS),
  async answer({ pathValues, values }, context) {
    await requireRetained(context, timesOfState(values.timestamp).upper, 'history');
    const { selected, write } = objectWriter(CONTRACT_DETAIL_FIELDS);
    const rows = await context.lookup(
      versions(sql`${selected},e.deleted`, pathValues.contractIdOrAddress, values.timestamp),
    );
    const [first, second] = rows;
    const isDeleted = (row: typeof first) => row?.at(-1) === 't';
    if (first === undefined || (second !== undefined && isDeleted(first) === isDeleted(second))) {
      throw notFound();
    }
    return { body: write(first) };
  },
});
