import type { proto } from '@hiero-ledger/proto';
import type { Item } from '../decode/item.ts';
import { contractIdOf } from './ids.ts';

/** The code that a contract was created with, from an item's sidecars; null when they lack it. */
export function bytecodeOf(item: Item, contractId: bigint): proto.IContractBytecode | null {
  for (const sidecar of item.sidecars) {
    if (sidecar.migration || !sidecar.bytecode) continue;
    if (contractIdOf(sidecar.bytecode.contractId) === contractId) return sidecar.bytecode;
  }
  return null;
}

/** Init code in an item's sidecars, for a creation that may have failed and then has no contract id. */
export function initcodeOf(item: Item): Uint8Array | null {
  for (const { migration, bytecode } of item.sidecars) {
    if (!migration && bytecode?.initcode?.length) return bytecode.initcode;
  }
  return null;
}
