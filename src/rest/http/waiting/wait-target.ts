import { parseTransactionId, type TransactionId } from '@tain/ledger/transaction-id';
import type { EntityReference } from '../../query/common-types.ts';

/** Target of a wait: a block by its number, or a transaction or entity that is looked up. */
export type WaitTarget = { readonly block: bigint } | LookupTarget;
/** A transaction by its id or the first 32 bytes of its hash; an entity by its name. */
export type LookupTarget =
  | { readonly id: TransactionId }
  | { readonly hash: Buffer }
  | { readonly entity: EntityReference };

const BLOCK = /^\d{1,18}$/;
/** Hex of the ledger's hash, 48 bytes or the first 32 of them, or of an Ethereum transaction's hash. */
const HEX_HASH = /^(?:0x)?([0-9a-fA-F]{64})(?:[0-9a-fA-F]{32})?$/;
const BASE64_HASH = /^[A-Za-z0-9+/_-]{64}$/;
/** Number of leading bytes by which a hash is looked up. */
const KEY_BYTES = 32;

/**
 * Parses a block's number, a transaction's id in the form of paths (`0.0.2-1234567890-000000001`), or a transaction's
 * hash in hex (32 or 48 bytes) or base64 (48 bytes, either alphabet). Undefined for anything else.
 */
export function parseTarget(text: string): WaitTarget | undefined {
  if (BLOCK.test(text)) return { block: BigInt(text) };
  const digits = HEX_HASH.exec(text)?.[1];
  if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
  if (BASE64_HASH.test(text)) return { hash: Buffer.from(text, 'base64').subarray(0, KEY_BYTES) };
  const id = parseTransactionId(text);
  return id === undefined ? undefined : { id };
}

/** Key of a target, the same for all spellings of a name. */
export function keyOf(target: LookupTarget): string {
  if ('id' in target) return `${target.id.payer}-${target.id.validStart}`;
  if ('hash' in target) return target.hash.toString('latin1');
  const { entity } = target;
  if ('id' in entity) return `entity ${entity.id}`;
  return 'alias' in entity ? `alias ${entity.alias}` : `address ${entity.evmAddress}`;
}
