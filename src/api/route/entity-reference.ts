import { type Sql, sql } from '../../access/sql.ts';
import { parseBase32 } from '../../kernel/base32.ts';
import type { EntityReference } from '../../query/common-types.ts';
import type { Dialect } from '../../query/dialects/dialect.ts';
import { type EntityName, type Holders, holderOf, selectHolder } from '../../reads/entity-name.ts';
import type { ApiContext } from './route.ts';

/** A reference other than a number, as the ledger's state knows it. */
function nameOf(reference: Exclude<EntityReference, { readonly id: bigint }>): EntityName {
  return 'evmAddress' in reference
    ? { evmAddress: Buffer.from(reference.evmAddress, 'hex') }
    : { alias: parseBase32(reference.alias) };
}

/** An EVM address stands for an entity that surely lives; for an alias the dialect decides. */
function holdersOf(name: EntityName, { accountLookup }: Dialect): Holders {
  return 'alias' in name && accountLookup.deletionMayBeUnknown ? 'not known to be deleted' : 'known to live';
}

/**
 * The packed id that a reference stands for, as SQL: the number itself, or a look-up within the same
 * statement, which finds null where nothing has that address or alias (`selectEntityId` has the error).
 */
export function referencedId(reference: EntityReference, dialect: Dialect): Sql {
  if ('id' in reference) return sql`${reference.id}`;
  const name = nameOf(reference);
  return holderOf(name, holdersOf(name, dialect));
}

/** The id of the entity that a path names: a number is taken as it is. Throws `Problem` (404). */
export async function selectEntityId(
  context: ApiContext,
  reference: EntityReference,
  dialect: Dialect,
): Promise<bigint> {
  if ('id' in reference) return reference.id;
  const name = nameOf(reference);
  const id = await selectHolder(context.lookUp, name, holdersOf(name, dialect));
  if (id === undefined) throw dialect.accountLookup.notFound('alias' in name ? 'alias' : 'address');
  return id;
}
