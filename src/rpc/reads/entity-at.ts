import type { Select } from '../../store/connections/select.ts';
import { selectBalanceAt } from '../../store/reads/balance-at.ts';
import { selectIdByAddress } from '../../store/reads/entity-name.ts';
import { selectNonceAt } from '../../store/reads/nonce-at.ts';
import { selectCurrent, selectState } from '../../store/reads/version.ts';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { blockNumberOf, type NamedBlock } from '../method/block-parameter.ts';
import type { RpcContext } from '../method/context.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { hexBytes } from '../values/hex.ts';
import { idOfAddress } from './addresses.ts';
import { selectRpcBlock } from './stored-block.ts';

type Reading = Pick<RpcContext, 'head' | 'select' | 'settings'>;
type Entity = StateRow<'entity'>;

/**
 * Instant of a state: the end of a past block in nanoseconds, or undefined for the newest rows. These reflect the
 * newest visible block and perhaps one after it, so that a transaction whose receipt is known is never missing.
 */
export type Instant = bigint | undefined;

/** Returns the instant of a block's state; null for an unknown block. A number after the newest block means that block. */
export async function selectInstant(context: Reading, name: NamedBlock): Promise<Instant | null> {
  const { head } = context;
  if (head === null) throw ERRORS.noLatestBlock();
  if (!('hash' in name) && blockNumberOf(name, head.number) >= head.number) return undefined;
  const block = await selectRpcBlock(context, name);
  if (block === undefined) return null;
  return block.number === head.number ? undefined : block.end;
}

/**
 * Reads the entity with an address as it was at an instant; undefined where there was none. The entity may be deleted.
 */
export async function selectEntity(
  { select, settings }: Reading,
  address: string,
  at: Instant,
): Promise<Entity | undefined> {
  const id = idOfAddress(address, settings) ?? (await selectIdByAddress(select, hexBytes(address), at));
  if (id === undefined) return undefined;
  const entity = await selectState(select, 'entity', { id }, at);
  const isLater = at !== undefined && (entity?.created_timestamp ?? 0n) > at;
  return isLater ? undefined : entity;
}

/** Reads the tinybars of an account or contract at an instant; undefined where the history does not reach back to it. */
export function selectBalance(
  { select, settings }: Reading,
  { id, balance }: Entity,
  at: Instant,
): Promise<bigint | undefined> | bigint {
  return at === undefined ? (balance ?? 0n) : selectBalanceAt(select, settings, id, at);
}

/** Nonce of an account whose nonce is not stored: such contracts are older than the recording of nonces. */
const UNRECORDED_NONCE = 1n;

/** Reads the nonce of an account or contract at an instant. */
export async function selectNonce({ select }: Reading, entity: Entity, at: Instant): Promise<bigint> {
  const past = at === undefined ? undefined : await selectNonceAt(select, entity, at);
  return past ?? entity.ethereum_nonce ?? UNRECORDED_NONCE;
}

/** Reads the code of a contract; undefined where it has none. The tables have only the present code. */
export async function selectRuntimeCode(select: Select, id: bigint): Promise<Uint8Array | undefined> {
  return (await selectCurrent(select, 'contract', { id }))?.runtime_bytecode ?? undefined;
}
