import { type Authorization, authorityOf } from '../../ledger/authorization.ts';
import type { Address } from '../engine/execution.ts';
import type { LedgerReader } from '../state/ledger-state.ts';
import { type FieldReader, readFields } from './json-fields.ts';
import { type Json, JsonError } from './read-json.ts';

/** Authorizations that a call carries (EIP-7702), in the form of JSON-RPC. */

const INTEGER = /^(0[xX][0-9a-fA-F]{1,64}|[0-9]{1,78})$/;
const DIGITS = /^0[xX][0-9a-fA-F]{0,64}$/;
const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;
const MAX_NONCE = 2n ** 64n;

/** Reads the field `authorizationList`. Throws `JsonError` for an entry that is no authorization. */
export function readAuthorizations(list: readonly Json[]): readonly Authorization[] {
  return list.map((json) => {
    const fields = readFields(json, 'an authorization');
    const nonce = integer(fields, 'nonce');
    if (nonce >= MAX_NONCE) throw new JsonError('Cannot read field nonce: not 64 bits');
    return {
      address: digits(fields, 'address', ADDRESS),
      chain_id: `0x${integer(fields, 'chainId').toString(16)}`,
      nonce,
      // Without a signature it has no authority, but costs the same.
      r: digits(fields, 'r', DIGITS, '0x'),
      s: digits(fields, 's', DIGITS, '0x'),
      y_parity: `0x${integer(fields, 'yParity', 0n).toString(16)}`,
    };
  });
}

function integer(fields: FieldReader, name: string, missing?: bigint): bigint {
  const text = fields.text(name);
  if (text === undefined && missing !== undefined) return missing;
  if (text === undefined || !INTEGER.test(text))
    throw new JsonError(`Cannot read field ${name}: not an integer`);
  return BigInt(text);
}

function digits(fields: FieldReader, name: string, form: RegExp, missing?: string): string {
  const text = fields.text(name) ?? missing;
  if (text === undefined || !form.test(text)) throw new JsonError(`Cannot read field ${name}: no hex digits`);
  return text.toLowerCase();
}

/**
 * Returns the ledger after the authorizations of a call, in which existing accounts that signed one delegate. As on the
 * ledger, one counts only on this chain, with the nonce of its account, which the call itself has increased for its
 * sender; contracts cannot delegate.
 */
export async function authorizedReader(
  reader: LedgerReader,
  list: readonly Authorization[],
  { chainId, from }: { readonly chainId: bigint; readonly from: Address | undefined },
): Promise<LedgerReader> {
  const changed = new Map<bigint, { readonly nonce: bigint; readonly delegation: Address }>();
  for (const authorization of list) {
    const chain = BigInt(authorization.chain_id);
    const signer = chain === 0n || chain === chainId ? authorityOf(authorization) : undefined;
    const address = signer && Buffer.from(signer).toString('hex');
    const id = address === undefined ? undefined : await reader.idOfAlias(address);
    const account = id === undefined ? undefined : await reader.account(id);
    if (account === undefined || account.type === 'CONTRACT' || account.deleted) continue;
    const nonce = changed.get(account.id)?.nonce ?? account.nonce + (address === from ? 1n : 0n);
    if (nonce !== BigInt(authorization.nonce)) continue;
    changed.set(account.id, { nonce: nonce + 1n, delegation: authorization.address.slice(2) });
  }
  if (changed.size === 0) return reader;
  return {
    ...reader,
    async account(id) {
      const found = await reader.account(id);
      const change = changed.get(id);
      return found && change ? { ...found, ...change } : found;
    },
  };
}
