import { type AbiType, selectorOf } from './abi.ts';
import { encodeValues } from './abi-encode.ts';

/** Requests a path of the API; null if the mirror has no such entity. */
export type Find = (path: string) => Promise<unknown>;

/**
 * Encodes a call of a method, given its signature and the values as text, in hex with `0x`. The mirror resolves entity ids
 * to addresses. Throws `TypeError` for a value of another type and for an id that names nothing, and the error of `find`.
 */
export async function encodeCall(
  find: Find,
  signature: string,
  types: readonly AbiType[],
  texts: readonly string[],
): Promise<string> {
  const addresses = new Map<string, string>();
  // Collects the ids, and refuses other texts before any request.
  encodeValues(types, texts, (id) => {
    addresses.set(id, '');
    return '0'.repeat(40);
  });
  await Promise.all(
    [...addresses.keys()].map(async (id) => {
      const address = await addressOf(find, id);
      if (address === null) throw new TypeError(`The mirror has no entity ${id}.`);
      addresses.set(id, address);
    }),
  );
  return `0x${selectorOf(signature)}${encodeValues(types, texts, (id) => addresses.get(id) ?? '')}`;
}

/** Highest number of the network's own entities: those of users begin at 1001. */
const LAST_SYSTEM_ENTITY = 1_000n;

/** Groups of entities of the API that have no address but the long-zero one. */
const WITHOUT_ADDRESS = ['tokens', 'topics', 'schedules'];

/** Loads the address by which contracts know an entity, in hex with `0x`; null if the mirror has no such entity. */
async function addressOf(find: Find, id: string): Promise<string | null> {
  // Contracts do not know an account by its long-zero address if it has another one.
  const account = (await find(`/api/v1/accounts/${id}?transactions=false`)) as Account | null;
  if (account?.evm_address) return account.evm_address;
  const others = account === null ? WITHOUT_ADDRESS : [];
  const found = await Promise.all(others.map((group) => find(`/api/v1/${group}/${id}`)));
  const number = BigInt(id.split('.').at(-1) ?? 0);
  // System contracts (0.0.359) have an address and no entity. No other id of the network's own has another address.
  const isSystem = id.startsWith('0.0.') && number <= LAST_SYSTEM_ENTITY;
  if (account === null && !isSystem && found.every((entity) => entity === null)) return null;
  return `0x${number.toString(16).padStart(40, '0')}`;
}

interface Account {
  readonly evm_address: string | null;
}
