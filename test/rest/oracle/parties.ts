import type { proto } from '@tain/protos/hapi';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { num } from './history.ts';
import { hex } from './texts.ts';

/** Parties of transactions: accounts and contracts by number, alias or EVM address. */

const known = new WeakMap<Ledger, Map<string, number>>();

/**
 * Returns the entity that has, or had, an alias or EVM address, or whose number a long-zero address contains; 0 if
 * there is none.
 */
export function addressee(ledger: Ledger, name: Uint8Array): number {
  let names = known.get(ledger);
  if (names === undefined) {
    names = new Map();
    for (const { num: account, alias, evmAddress } of ledger.accounts.values()) {
      for (const own of [alias, evmAddress]) if (own !== null) names.set(hex(own), account);
    }
    known.set(ledger, names);
  }
  const digits = hex(name);
  const found = names.get(digits);
  if (found !== undefined) return found;
  return digits.length === 40 && digits.startsWith('0'.repeat(24)) ? Number(`0x${digits}`) : 0;
}

export function accountOf(ledger: Ledger, id: proto.IAccountID | null | undefined): number {
  return id?.alias?.length ? addressee(ledger, id.alias) : num(id?.accountNum);
}

export function contractOf(ledger: Ledger, id: proto.IContractID | null | undefined): number {
  return id?.evmAddress?.length ? addressee(ledger, id.evmAddress) : num(id?.contractNum);
}
