import { sql } from '../../store/access/sql.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { notFound } from '../query/problem.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import type { ApiContext } from '../route/route.ts';

const { ENTITY_OR_ALIAS } = LEDGER.types;

/** The account in the paths of its resources. */
export const ACCOUNT_PATH = {
  idOrAliasOrEvmAddress: {
    type: ENTITY_OR_ALIAS,
    description:
      'Account as `shard.realm.num`, `realm.num` or `num`, as base32 alias, or as EVM address with or without `0x`.',
  },
} as const;

/** Throws `Problem` (404) if the reference names no entity that was ever created. */
export async function checkExists(context: ApiContext, reference: EntityReference): Promise<void> {
  const id = await selectEntityId(context, reference, LEDGER);
  const rows = await context.lookup(sql`select 1 from entity where id = ${id}`);
  if (rows.length === 0) throw notFound();
}
