import { encodeEntityId } from '@tain/ledger/entity-id';
import { evmAddressOfAlias, parseLongZeroAddress } from '@tain/ledger/evm-address';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import type { NamedEntities } from '../../store/reads/entity-name.ts';

/** References to entities by alias, EVM address or number that the database may resolve. */
export interface EntityNames {
  readonly aliases: Uint8Array[];
  readonly evmAddresses: Uint8Array[];
  /** Entities whose EVM address is needed. */
  readonly ids: bigint[];
}

export function noNames(): EntityNames {
  return { aliases: [], evmAddresses: [], ids: [] };
}

/** An entity with its alias and EVM address. */
export interface EntityRecord {
  readonly id: bigint;
  readonly alias: Uint8Array | null;
  readonly evmAddress: Uint8Array | null;
}

/** Maximum number of entities: more than two batches can create, so that an entity not yet stored is never dropped. */
const CAPACITY = 200_000;

/**
 * Finds entities by alias or EVM address: those created in the stream, and those looked up in the database before a
 * block's rows are made. Its size is bounded: the oldest entities are dropped.
 */
export class EntityLookup {
  private readonly shard: bigint;
  private readonly realm: bigint;
  private readonly byAlias = new Map<string, bigint>();
  private readonly byEvmAddress = new Map<string, bigint>();
  /** Addresses as the text of their bytes, which takes a fraction of an array's memory; an empty text means none. */
  private readonly addressOf = new Map<bigint, string>();

  constructor(shard: bigint, realm: bigint) {
    this.shard = shard;
    this.realm = realm;
  }

  /** Records a created entity with its alias and address. Bytes are copied. */
  remember({ id, alias, evmAddress }: EntityRecord): void {
    if (alias && alias.length > 0) put(this.byAlias, textOf(alias), id);
    const address = evmAddress ? textOf(evmAddress) : '';
    if (address !== '') put(this.byEvmAddress, address, id);
    put(this.addressOf, id, address);
  }

  /**
   * Records the address of an entity whose creation comes later in its block, because its code emits logs while it is
   * created.
   */
  foresee(id: bigint, evmAddress: Uint8Array): void {
    put(this.addressOf, id, textOf(evmAddress));
  }

  /** Adds the entities that the database has for `names`. Entities created since then take precedence. */
  hydrate(names: EntityNames, found: NamedEntities): void {
    for (const { id, name } of found.aliases) putNew(this.byAlias, textOf(name), id);
    for (const { id, name } of found.evmAddresses) putNew(this.byEvmAddress, textOf(name), id);
    for (const { id, name } of found.ids) putNew(this.addressOf, id, name ? textOf(name) : '');
    for (const id of names.ids) putNew(this.addressOf, id, '');
  }

  /** Returns the account with an alias, which may be an EVM address or a serialized key; 0 when unknown. */
  accountByAlias(alias: Uint8Array): bigint {
    if (alias.length === 20) return this.entityByEvmAddress(alias);
    const id = this.byAlias.get(textOf(alias));
    if (id !== undefined) return id;
    const address = evmAddressOfAlias(alias);
    return address ? this.entityByEvmAddress(address) : 0n;
  }

  /** Returns the entity with an EVM address, long-zero addresses included; 0 when unknown. */
  entityByEvmAddress(address: Uint8Array): bigint {
    const num = parseLongZeroAddress(address);
    if (num !== null) return num === 0n ? 0n : encodeEntityId(this.shard, this.realm, num);
    return this.byEvmAddress.get(textOf(address)) ?? 0n;
  }

  /** Returns an entity's EVM address; null when it has none or is unknown. */
  evmAddress(id: bigint): Uint8Array | null {
    const address = this.addressOf.get(id);
    return address ? Buffer.from(address, 'latin1') : null;
  }

  /** Returns the references in `names` that are still unresolved. */
  unresolved(names: EntityNames): EntityNames {
    const aliases = names.aliases.filter((alias) => !this.byAlias.has(textOf(alias)));
    // An account created by the address of its key has that address as its only alias.
    const derived = aliases.map(evmAddressOfAlias).filter((address) => address !== null);
    return {
      aliases,
      evmAddresses: [...names.evmAddresses, ...derived].filter(
        (address) => parseLongZeroAddress(address) === null && !this.byEvmAddress.has(textOf(address)),
      ),
      ids: names.ids.filter((id) => !this.addressOf.has(id)),
    };
  }
}

function textOf(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

function putNew<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (!map.has(key)) put(map, key, value);
}

function put<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  dropOldest(map, CAPACITY);
}
