import { firstRow } from '../../access/lookup.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { MIN_INT64 } from '../../kernel/timestamp.ts';
import type { EntityReference } from '../../query/common-types.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import type { Filter } from '../../query/operator.ts';
import type { ParameterType } from '../../query/parameter-type.ts';
import type { PathParameter } from '../../query/path-parameter.ts';
import type { ApiContext } from '../route.ts';

const { ENTITY_OR_ADDRESS, strict } = LEDGER.types;

/** Numbers and EVM addresses as paths take them: what is out of range is simply invalid. */
const CONTRACT: ParameterType<EntityReference> = strict(ENTITY_OR_ADDRESS);

/** `{contractIdOrAddress}` of a path. */
export const CONTRACT_PATH: PathParameter<EntityReference> = {
  type: CONTRACT,
  description: 'Id of the contract, its number alone, or its EVM address.',
  name: 'contractid',
};

/** Conditions that find the entity that an address now belongs to. */
function livesAt(addresses: Sql): Sql {
  return sql`evm_address = ${addresses} and deleted <> true`;
}

/** The id that a reference means, as an expression: null when no entity has the address. */
export function idOf(reference: EntityReference): Sql {
  if ('id' in reference) return sql`${reference.id}`;
  if (!('evmAddress' in reference)) return sql`null::bigint`;
  const address = Buffer.from(reference.evmAddress, 'hex');
  const where = [livesAt(sql`${address}`)];
  return sql`(${firstRow({ select: sql`id`, from: sql`entity`, where, by: [sql`id`], order: 'asc' })})`;
}

/** No entity has this id. */
export const NOBODY = MIN_INT64;

/** The filters with ids for addresses; an address that nobody has becomes `NOBODY`. */
export async function selectReferencedIds(
  context: ApiContext,
  filters: readonly Filter<EntityReference>[],
): Promise<Filter<bigint>[]> {
  const addresses = filters.flatMap(({ value }) => ('evmAddress' in value ? [value.evmAddress] : []));
  const ids = new Map<string, bigint>();
  if (addresses.length > 0) {
    const bytes = addresses.map((address) => Buffer.from(address, 'hex'));
    const rows = await context.select(
      sql`
    select encode(evm_address, 'hex'), min(id)
    from entity
    where ${livesAt(sql`any(${bytes}::bytea[])`)}
    group by evm_address`,
    );
    for (const [address, id] of rows) if (address && id) ids.set(address, BigInt(id));
  }
  return filters.map(({ operator, value }) => ({
    operator,
    value:
      'id' in value ? value.id : (('evmAddress' in value ? ids.get(value.evmAddress) : undefined) ?? NOBODY),
  }));
}
