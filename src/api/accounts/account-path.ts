import { firstRow } from '../../access/lookup.ts';
import { type Sql, sql } from '../../access/sql.ts';
import type { EntityReference } from '../../query/common-types.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import { notFound } from '../../query/problem.ts';
import { parseBase32, selectEntityId } from '../entity-reference.ts';
import type { ApiContext } from '../route.ts';

const { ENTITY_OR_ALIAS } = LEDGER.types;

/** The account in the paths of its resources. */
export const ACCOUNT_PATH = {
  idOrAliasOrEvmAddress: {
    type: ENTITY_OR_ALIAS,
    description:
      'Account as `shard.realm.num`, `realm.num` or `num`, as base32 alias, or as EVM address with or without `0x`.',
  },
} as const;

/**
 * The packed id that a reference stands for, as SQL: the number itself, or a look-up within the same
 * statement, which finds null where nothing has that address or alias (`selectEntityId` has the
 * rules, and the error).
 */
export function accountId(reference: EntityReference): Sql {
  if ('id' in reference) return sql`${reference.id}`;
  if ('evmAddress' in reference) {
    const address = Buffer.from(reference.evmAddress, 'hex');
    return firstId([sql`evm_address = ${address}`, sql`deleted <> true`]);
  }
  const alias = parseBase32(reference.alias);
  return firstId([sql`alias = ${alias}`, sql`coalesce(deleted, false) = false`]);
}

/** The least id of the entities that meet conditions, as a sub-select. */
function firstId(conditions: readonly Sql[]): Sql {
  return sql`(${firstRow({ select: sql`id`, from: sql`entity`, where: conditions, by: [sql`id`], order: 'asc' })})`;
}

/** Throws `Problem` (404) if the reference stands for nothing that was ever created. */
export async function checkExists(context: ApiContext, reference: EntityReference): Promise<void> {
  const id = await selectEntityId(context, reference, LEDGER);
  const rows = await context.select(sql`select 1 from entity where id = ${id}`);
  if (rows.length === 0) throw notFound();
}
