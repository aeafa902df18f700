import { MIN_INT64 } from '../../kernel/timestamp.ts';
import type { EntityReference } from '../../query/common-types.ts';
import { LEDGER } from '../../query/dialects/ledger.ts';
import type { Filter } from '../../query/operator.ts';
import type { ParameterType } from '../../query/parameter-type.ts';
import type { PathParameter } from '../../query/path-parameter.ts';
import { selectAddressHolders } from '../../reads/entity-name.ts';
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

/** No entity has this id. */
export const NOBODY = MIN_INT64;

/** The filters with ids for addresses; an address that nobody has becomes `NOBODY`. */
export async function selectReferencedIds(
  context: ApiContext,
  filters: readonly Filter<EntityReference>[],
): Promise<Filter<bigint>[]> {
  const addresses = filters.flatMap(({ value }) => ('evmAddress' in value ? [value.evmAddress] : []));
  const ids = await selectAddressHolders(context.select, addresses);
  return filters.map(({ operator, value }) => ({
    operator,
    value:
      'id' in value ? value.id : (('evmAddress' in value ? ids.get(value.evmAddress) : undefined) ?? NOBODY),
  }));
}
