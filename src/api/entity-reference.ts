import { firstRow } from '../access/lookup.ts';
import { type Sql, sql } from '../access/sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import type { Dialect } from '../query/dialects/dialect.ts';
import type { ApiContext } from './route.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of an alias in base32 without padding, upper case. Bits left over are dropped. */
export function parseBase32(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    held = ((held << 5) | BASE32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

/**
 * The id of the entity that a path names: a number is taken as it is; an EVM address finds an entity that is
 * surely not deleted; for an alias the dialect decides. Throws `Problem` (404).
 */
export async function selectEntityId(
  context: ApiContext,
  reference: EntityReference,
  { accountLookup }: Dialect,
): Promise<bigint> {
  if ('id' in reference) return reference.id;
  if ('evmAddress' in reference) {
    const id = await selectId(
      context,
      sql`evm_address = ${Buffer.from(reference.evmAddress, 'hex')} and deleted <> true`,
    );
    if (id === undefined) throw accountLookup.notFound('address');
    return id;
  }
  const alive = accountLookup.deletionMayBeUnknown
    ? sql`coalesce(deleted, false) = false`
    : sql`deleted <> true`;
  const id = await selectId(context, sql`alias = ${parseBase32(reference.alias)} and ${alive}`);
  if (id === undefined) throw accountLookup.notFound('alias');
  return id;
}

async function selectId(context: ApiContext, condition: Sql): Promise<bigint | undefined> {
  const [row] = await context.select(
    firstRow({ select: sql`id`, from: sql`entity`, where: [condition], by: [sql`id`], order: 'asc' }),
  );
  const id = row?.[0];
  return id === undefined || id === null ? undefined : BigInt(id);
}
