/** Gas that a transaction costs whatever its code does. Source: the Ethereum yellow paper. */

/** Base cost of any transaction. */
const TRANSACTION_GAS = 21_000n;
/** Additional cost of a contract creation. */
const CREATION_GAS = 32_000n;
/** Cost of each authorization (EIP-7702), whatever its outcome. */
const AUTHORIZATION_GAS = 25_000n;
const ZERO_BYTE_GAS = 4n;
const OTHER_BYTE_GAS = 16n;
const CALLDATA_TOKEN_GAS = 10n;
const INIT_CODE_WORD_GAS = 2n;
/** Cost of each address, and of each key, of an access list (EIP-2930). */
const ACCESSED_ADDRESS_GAS = 2_400n;
const ACCESSED_KEY_GAS = 1_900n;
const WORD_BYTES = 32;

/**
 * Gas that a transaction costs before its first instruction: by the bytes of its input, and a surcharge for a creation.
 * Words of init code cost nothing, as in the network's records.
 */
export function intrinsicGas(input: Uint8Array, isCreation: boolean): bigint {
  let zeros = 0;
  for (const byte of input) if (byte === 0) zeros += 1;
  const data = BigInt(zeros) * ZERO_BYTE_GAS + BigInt(input.length - zeros) * OTHER_BYTE_GAS;
  return TRANSACTION_GAS + data + (isCreation ? CREATION_GAS : 0n);
}

/** Minimum gas charged for a transaction with this input (EIP-7623). A zero byte is one token, any other four. */
export function calldataFloorGas(input: Uint8Array): bigint {
  let tokens = 0;
  for (const byte of input) tokens += byte === 0 ? 1 : 4;
  return TRANSACTION_GAS + CALLDATA_TOKEN_GAS * BigInt(tokens);
}

/**
 * Returns `intrinsicGas` plus the words of init code (EIP-3860): the gas that an execution deducts before its first
 * instruction.
 */
export function chargedIntrinsicGas(input: Uint8Array, isCreation: boolean): bigint {
  const gas = intrinsicGas(input, isCreation);
  return isCreation ? gas + INIT_CODE_WORD_GAS * BigInt(Math.ceil(input.length / WORD_BYTES)) : gas;
}

/** Numbers of entries of a transaction's lists. */
export interface ListLengths {
  readonly authorizations?: number;
  /** Addresses of the access list, and keys of all of them together. */
  readonly addresses?: number;
  readonly keys?: number;
}

/** Returns the gas that a transaction's lists cost before its first instruction (EIP-2930, EIP-7702). */
export function listGas({ authorizations = 0, addresses = 0, keys = 0 }: ListLengths): bigint {
  return (
    AUTHORIZATION_GAS * BigInt(authorizations) +
    ACCESSED_ADDRESS_GAS * BigInt(addresses) +
    ACCESSED_KEY_GAS * BigInt(keys)
  );
}
