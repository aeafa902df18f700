import { calldataFloorGas, chargedIntrinsicGas, type ListLengths, listGas } from '@tain/evm/intrinsic-gas';

/** Maximum gas of one transaction. */
export const MAX_GAS_PER_TRANSACTION = 15_000_000n;

/** Maximum gas of one block, since HAPI 0.69 (HIP-1249). */
export const MAX_GAS_PER_BLOCK = 150_000_000n;

/**
 * Returns the minimum gas limit of a transaction that is sent by JSON-RPC: its cost before the first instruction, or the
 * minimum for its input if that is higher. The relay applies the minimum for all versions of the ledger's EVM.
 */
export function minimumGas(input: Uint8Array, isCreation: boolean, lists: ListLengths): bigint {
  const gas = chargedIntrinsicGas(input, isCreation) + listGas(lists);
  const floor = calldataFloorGas(input);
  return gas > floor ? gas : floor;
}
