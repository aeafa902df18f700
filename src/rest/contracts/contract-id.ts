import { MIN_INT64 } from '@tain/ledger/timestamp';
import { selectAddressHolders } from '../../store/reads/entity-name.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import type { Filter, ParameterType, PathParameter } from '../query/parameter.ts';
import type { ApiContext } from '../route/route.ts';

const { ENTITY_OR_ADDRESS, reportedAs } = LEDGER.types;

/** Name of the parameter in errors about contracts. */
const NAME = 'contractid';

/** `{contractIdOrAddress}` of a path. An id out of range is reported by its value. */
export const CONTRACT_PATH: PathParameter<EntityReference> = {
  type: ENTITY_OR_ADDRESS,
  description: 'Id of the contract, its number alone, or its EVM address.',
  name: NAME,
};

/**
 * `{contractIdOrAddress}` in the paths of a contract's resources, where an id out of range is reported only by the
 * parameter's name.
 */
export const OWNER_PATH: PathParameter<EntityReference> = {
  ...CONTRACT_PATH,
  type: reportedAs(NAME, ENTITY_OR_ADDRESS),
};

const ADDRESS = /^(?:\d{1,4}\.)?(?:\d{1,5}\.)?[0-9a-fA-F]{40}$/;

/** A contract in a query: by id, or with `eq` by its EVM address without `0x`. */
export const CONTRACT: ParameterType<EntityReference> = {
  ...OWNER_PATH.type,
  parse(text, context, operator) {
    if (text.startsWith('0x') || (operator !== 'eq' && ADDRESS.test(text))) return undefined;
    return OWNER_PATH.type.parse(text, context, operator);
  },
};

/** A contract as `contractsOfLogs` and `contractsOfResults` name it. */
export function contractName(reference: EntityReference): string {
  if ('id' in reference) return reference.id.toString();
  return 'evmAddress' in reference ? reference.evmAddress : reference.alias;
}

/** Returns whether a contract is named by number 0 or the zero address, which lists treat in a way of their own. */
export function isContractZero(reference: EntityReference): boolean {
  return 'id' in reference && reference.id === 0n;
}

/** An id that no entity has. */
export const NO_ENTITY = MIN_INT64;

/** Replaces addresses in filters by ids; an address without an entity becomes `NO_ENTITY`. */
export async function selectReferencedIds(
  context: ApiContext,
  filters: readonly Filter<EntityReference>[],
): Promise<Filter<bigint>[]> {
  const addresses = filters.flatMap(({ value }) => ('evmAddress' in value ? [value.evmAddress] : []));
  const ids = await selectAddressHolders(context.select, addresses);
  return filters.map(({ operator, value }) => ({
    operator,
    value:
      'id' in value
        ? value.id
        : (('evmAddress' in value ? ids.get(value.evmAddress) : undefined) ?? NO_ENTITY),
  }));
}
