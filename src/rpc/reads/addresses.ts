import { encodeEntityId } from '@tain/ledger/entity-id';
import { longZeroNumOfHex } from '@tain/ledger/evm-address';
import type { Network } from '@tain/ledger/network';
import type { Select } from '../../store/connections/select.ts';
import { sql } from '../../store/sql.ts';
import { longZero } from '../values/hex.ts';

/** Number of characters of an address of 20 bytes in PostgreSQL's text. */
const ADDRESS_CHARACTERS = 42;

/** Addresses of entities, by packed id. An entity that is not contained has its long-zero address. */
export class Addresses {
  readonly #known: ReadonlyMap<bigint, string>;
  readonly #network: Network;

  constructor(known: ReadonlyMap<bigint, string>, network: Network) {
    this.#known = known;
    this.#network = network;
  }

  /** Returns the EVM address of an entity: that of its key or creation if it has one. */
  of(id: bigint): string {
    return this.#known.get(id) ?? longZero(id);
  }

  /** Returns the canonical form of an address: for a long-zero one the entity's own EVM address. */
  resolved(address: string): string {
    const id = idOfAddress(address, this.#network);
    return id === undefined ? address : this.of(id);
  }
}

/** Returns the packed id in a long-zero address; undefined for another address. */
export function idOfAddress(address: string, { shard, realm }: Network): bigint | undefined {
  const num = longZeroNumOfHex(address.slice(2));
  return num === undefined || num === 0n ? undefined : encodeEntityId(shard, realm, num);
}

/** Reads the addresses of entities in one statement. */
export async function selectAddresses(
  select: Select,
  network: Network,
  ids: Iterable<bigint>,
): Promise<Addresses> {
  const distinct = [...new Set(ids)];
  const known = new Map<bigint, string>();
  if (distinct.length > 0) {
    const rows = await select(
      sql`select id, evm_address, alias from entity where id = any(${distinct}::bigint[])`,
    );
    for (const [id, address, alias] of rows) {
      const own = address ?? (alias?.length === ADDRESS_CHARACTERS ? alias : null);
      if (own) known.set(BigInt(id ?? 0), `0x${own.slice(2)}`);
    }
  }
  return new Addresses(known, network);
}
