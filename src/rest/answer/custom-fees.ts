import { raw, type Sql, sql } from '../../store/sql.ts';
import { nestedList } from './objects.ts';
import { entityId, integer } from './scalars.ts';

/**
 * FROM clause of the elements of a jsonb list: rows `f` with `fee` (jsonb) and `ordinal`. No rows for null and for
 * values that are not lists.
 */
export function feesOf(column: Sql): Sql {
  return sql`jsonb_array_elements(case when jsonb_typeof(${column}) = 'array' then ${column} end)
    with ordinality f (fee, ordinal)`;
}

/** A member of a fee by its name, as text. */
export function feeMember(name: string): Sql {
  return sql`f.fee->>${raw(`'${name}'`)}`;
}

/** Fixed fees of a topic or token, in the order stored. A null token means hbar. */
export function fixedFees(column: Sql, further: Parameters<typeof nestedList>[0] = {}) {
  return nestedList(
    {
      amount: integer(feeMember('amount'), { nullable: false }),
      collector_account_id: entityId(feeMember('collector_account_id')),
      denominating_token_id: entityId(feeMember('denominating_token_id')),
      ...further,
    },
    feesOf(column),
    sql`f.ordinal`,
  );
}
