import { firstRow, newestRow } from '../access/lookup.ts';
import type { Select } from '../connections/select.ts';
import { type Sql, sql, TRUE } from '../sql.ts';

/** A name of an entity other than its id. */
export type EntityName = { readonly evmAddress: Uint8Array } | { readonly alias: Uint8Array };

/**
 * Entities to which a name may refer, if several have had it: those that are certainly not deleted, or also those whose
 * deletion is unknown. The public mirror's services differ in this.
 */
export type Holders = 'known to live' | 'not known to be deleted';

const CONDITIONS: Readonly<Record<Holders, Sql>> = {
  'known to live': sql`deleted = false`,
  'not known to be deleted': sql`deleted is not true`,
};

function conditionOf(name: EntityName): Sql {
  return 'evmAddress' in name
    ? sql`evm_address = ${Buffer.from(name.evmAddress)}`
    : sql`alias = ${Buffer.from(name.alias)}`;
}

const ID = sql`id`;
const ENTITIES = sql`entity`;

/** The packed id to which a name refers now, as a sub-select of one value; null when no entity has the name. */
export function holderOf(name: EntityName, holders: Holders): Sql {
  const where = [conditionOf(name), CONDITIONS[holders]];
  return sql`(${firstRow({ select: ID, from: ENTITIES, where, by: [ID], order: 'asc' })})`;
}

/** Returns the packed id to which a name refers now; undefined when no entity has the name. */
export async function selectHolder(
  select: Select,
  name: EntityName,
  holders: Holders,
): Promise<bigint | undefined> {
  return idOf(await select(sql`select ${holderOf(name, holders)}`));
}

/** Returns the packed ids to which EVM addresses (40 lower-case hex digits each) refer now, by address. */
export async function selectAddressHolders(
  select: Select,
  addresses: readonly string[],
): Promise<Map<string, bigint>> {
  if (addresses.length === 0) return new Map();
  const bytes = addresses.map((address) => Buffer.from(address, 'hex'));
  const rows = await select(
    sql`select encode(evm_address, 'hex'), min(id) from entity
      where evm_address = any(${bytes}::bytea[]) and ${CONDITIONS['known to live']} group by evm_address`,
  );
  return new Map(rows.flatMap(([address, id]) => (address && id ? [[address, BigInt(id)]] : [])));
}

/**
 * Returns the entity that code reaches by an address that is not long-zero: the newest one with that EVM address or
 * alias. Without an instant it must not be deleted. At an instant (nanoseconds) it must have been created by then,
 * and its version in force must not be deleted.
 */
export async function selectIdByAddress(
  select: Select,
  address: Uint8Array,
  at?: bigint,
): Promise<bigint | undefined> {
  const bytes = Buffer.from(address);
  const counts = at === undefined ? CONDITIONS['not known to be deleted'] : sql`created_timestamp <= ${at}`;
  return idOf(
    await select(sql`select id from entity where (evm_address = ${bytes} or alias = ${bytes}) and ${counts}
      order by created_timestamp desc nulls last limit 1`),
  );
}

/** Entities found by name, with their ids. */
export interface NamedEntity {
  readonly id: bigint;
  /** Bytes of the alias or the EVM address. */
  readonly name: Uint8Array;
}

export interface NamedEntities {
  readonly aliases: readonly NamedEntity[];
  readonly evmAddresses: readonly NamedEntity[];
  /** Entities found by id; `name` is null when the entity has no EVM address. */
  readonly ids: readonly { readonly id: bigint; readonly name: Uint8Array | null }[];
}

/**
 * Returns entities with one of the aliases, EVM addresses or ids, in one statement. If several have had an alias or
 * address, of which at most one is not deleted, the last one created is returned. `at` (nanoseconds): only entities
 * created by then; default: all. The names of an entity never change, and its deletion does not free them.
 */
export async function selectNamedEntities(
  select: Select,
  named: {
    readonly aliases: readonly Uint8Array[];
    readonly evmAddresses: readonly Uint8Array[];
    readonly ids: readonly bigint[];
  },
  at?: bigint,
): Promise<NamedEntities> {
  const counts = at === undefined ? TRUE : sql`coalesce(created_timestamp, 0) <= ${at}`;
  const buffers = (names: readonly Uint8Array[]) => names.map((bytes) => Buffer.from(bytes));
  const rows = await select(sql`
    (
      select distinct on (alias) 'alias', id, alias
      from entity
      where alias = any(${buffers(named.aliases)}) and ${counts}
      order by alias, created_timestamp desc nulls last
    )
    union all
    (
      select distinct on (evm_address) 'address', id, evm_address
      from entity
      where evm_address = any(${buffers(named.evmAddresses)}) and ${counts}
      order by evm_address, created_timestamp desc nulls last
    )
    union all
    select 'id', id, evm_address
    from entity
    where id = any(${named.ids.map(String)}::bigint[]) and ${counts}`);
  const aliases: NamedEntity[] = [];
  const evmAddresses: NamedEntity[] = [];
  const ids: { id: bigint; name: Uint8Array | null }[] = [];
  for (const [kind, text, hex = null] of rows) {
    const id = BigInt(text ?? 0);
    const name = hex === null ? null : Buffer.from(hex.slice(2), 'hex');
    if (kind === 'id') ids.push({ id, name });
    else if (name !== null) (kind === 'alias' ? aliases : evmAddresses).push({ id, name });
  }
  return { aliases, evmAddresses, ids };
}

/** Returns the greatest id of any entity; undefined in an empty ledger. */
export async function selectGreatestId(select: Select): Promise<bigint | undefined> {
  return idOf(await select(newestRow({ select: ID, from: ENTITIES, where: [], by: [ID] })));
}

function idOf([row]: (string | null)[][]): bigint | undefined {
  const id = row?.[0];
  return id === undefined || id === null ? undefined : BigInt(id);
}
