import { MAX_INT64 } from '@tain/ledger/timestamp';
import { indexScan } from '../../store/access/index-scan.ts';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import { newestRow } from '../../store/access/lookup.ts';
import { newestOfVersions, type Versions } from '../../store/access/newest-version.ts';
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
      obtainer_id, permanent_removal, proxy_account_id, timestamp_range, type`;

/**
 * Conditions of a time on the newest version: `where` bounds its begin, `valid` requires that it lasted. `eq` means up to that
 * time.
 */
function inForce({ operator, value }: Filter<bigint>): Pick<Versions, 'where' | 'valid'> {
  // Later times are equivalent to this one.
  const time = value > MAX_INT64 - 1n ? MAX_INT64 - 1n : value;
  switch (operator) {
    case 'ne':
      return { where: [sql`not timestamp_range @> ${time}::bigint`] };
    case 'lt':
      return { where: [sql`lower(timestamp_range) < ${time}`] };
    case 'gt':
      return { where: [], valid: [sql`timestamp_range && int8range(${time}, null, '()')`] };
    case 'gte':
      return { where: [], valid: [sql`timestamp_range && int8range(${time}, null, '[)')`] };
    default:
      return { where: [sql`lower(timestamp_range) <= ${time}`] };
  }
}

const IS_CONTRACT = sql`type = 'CONTRACT'`;

/** Selects `select` from the present contracts of a reference; two are enough to detect ambiguity. */
function present(select: Sql, reference: EntityReference): Sql {
  const from = sql`(
    select ${COLUMNS}
    from entity${where([IS_CONTRACT, named(reference)])}) e`;
  return indexScan({
    select,
    from: withCode(from),
    where: [],
    by: [sql`e.deleted is true`],
    order: 'asc',
    limit: 2,
  });
}

/** Selects `select` from the newest version of a reference's contracts that was in force at the times. */
function past(select: Sql, reference: EntityReference, timestamps: readonly Filter<bigint>[]): Sql {
  const times = timestamps.map(inForce);
  const newest = (id: Sql): Sql =>
    newestOfVersions({
      table: 'entity',
      alias: 'v',
      select: COLUMNS,
      where: [sql`id = ${id}`, ...times.flatMap((time) => time.where)],
      valid: [IS_CONTRACT, ...times.flatMap((time) => time.valid ?? [])],
    });
  const from =
    'id' in reference
      ? sql`(${newest(sql`${reference.id}`)}) e`
      : sql`(select id as named from entity${where([named(reference)])}) n
        cross join lateral (${newest(sql`n.named`)}) e`;
  return newestRow({ select, from: withCode(from), where: [], by: [sql`e.timestamp_range`] });
}

function named(reference: EntityReference): Sql {
  return 'evmAddress' in reference
    ? sql`evm_address = ${Buffer.from(reference.evmAddress, 'hex')}`
    : sql`id = ${'id' in reference ? reference.id : null}`;
}

function withCode(version: Sql): Sql {
  return sql`${version}
    ${leftJoinTable('contract', 'c', [sql`c.id = e.id`])}`;
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
    const shown = sql`${selected},e.deleted`;
    const rows = await context.lookup(
      values.timestamp.length === 0
        ? present(shown, pathValues.contractIdOrAddress)
        : past(shown, pathValues.contractIdOrAddress, values.timestamp),
    );
    const [first, second] = rows;
    const isDeleted = (row: typeof first) => row?.at(-1) === 't';
    if (first === undefined || (second !== undefined && isDeleted(first) === isDeleted(second))) {
      throw notFound();
    }
    return { body: write(first) };
  },
});
