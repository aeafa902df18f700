import { parseBase32 } from '@tain/ledger/base32';
import { type EntityName, type Holders, holderOf, selectHolder } from '../../store/reads/entity-name.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import type { Dialect } from '../query/dialects/dialect.ts';
import type { ApiContext } from './route.ts';

/** Name of an entity in the ledger's state, for a reference other than a number. */
function nameOf(reference: Exclude<EntityReference, { readonly id: bigint }>): EntityName {
  return 'evmAddress' in reference
    ? { evmAddress: Buffer.from(reference.evmAddress, 'hex') }
    : { alias: parseBase32(reference.alias) };
}

/** An EVM address refers to an entity known to live; for an alias the dialect decides. */
function holdersOf(name: EntityName, { accountLookup }: Dialect): Holders {
  return 'alias' in name && accountLookup.deletionMayBeUnknown ? 'not known to be deleted' : 'known to live';
}

/**
 * The packed id of a reference, as SQL: the number itself, or a lookup within the same statement, which is null when
 * no entity has that address or alias (`selectEntityId` has the error).
 */
export function referencedId(reference: EntityReference, dialect: Dialect): Sql {
  if ('id' in reference) return sql`${reference.id}`;
  const name = nameOf(reference);
  return holderOf(name, holdersOf(name, dialect));
}

/** Returns the id of the entity that a path names; a number is returned without a lookup. Throws `Problem` (404). */
export async function selectEntityId(
  context: ApiContext,
  reference: EntityReference,
  dialect: Dialect,
): Promise<bigint> {
  if ('id' in reference) return reference.id;
  const name = nameOf(reference);
  const id = await selectHolder(context.lookup, name, holdersOf(name, dialect));
  if (id === undefined) throw dialect.accountLookup.notFound('alias' in name ? 'alias' : 'address');
  return id;
}
