import { type AbiValue, decodeValues, parseType } from './abi.ts';
import { bytesOfHex, shortened, utf8Text } from './format.ts';
import { decodeError } from './known-abi.ts';
import { resultText } from './transaction-names.ts';

/** Meanings of the panic codes of the compiler's own checks. Source: Solidity's documentation, "Panic via assert and Error via require". */
const PANICS: Readonly<Record<number, string>> = {
  1: 'an assertion failed',
  17: 'an arithmetic operation overflowed',
  18: 'division by zero',
  33: 'a value is not in its enumeration',
  34: 'storage is damaged',
  49: 'pop of an empty array',
  50: 'an index is out of bounds',
  65: 'too much memory was requested',
  81: 'a function that is not set was called',
};

/** Maximum number of characters of a reason. The returned data is shown in full beside it. */
const MAX_REASON = 300;

/**
 * Explains why a call failed, from `error_message`: returned bytes in hex, or a result code. A custom error is shown
 * with its arguments if an ABI has it.
 */
export function revertText(message: string): string {
  return shortened(reasonOf(message), MAX_REASON);
}

function reasonOf(message: string): string {
  if (!message.startsWith('0x')) return resultText(message);
  const hex = message.slice(2);
  if (hex === '') return 'the contract reverted without a reason';
  const error = decodeError(hex);
  if (error !== null) return error;
  const [value] = valuesOf(hex, { '08c379a0': 'string', '4e487b71': 'uint256' });
  if (value === '') return 'the contract reverted with an empty reason';
  // In quotes, because the contract chose the words.
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return PANICS[Number(value)] ?? `panic 0x${value.toString(16)}`;
  const text = utf8Text(bytesOfHex(hex));
  return text !== null && /^[A-Z_]{4,}$/.test(text)
    ? resultText(text)
    : `an error of its own: ${message.slice(0, 10)}`;
}

/** Decodes the value of a built-in error, given the types by selector; empty for other data. */
function valuesOf(hex: string, types: Readonly<Record<string, string>>): readonly AbiValue[] {
  const type = types[hex.slice(0, 8)];
  try {
    return type === undefined ? [] : decodeValues([parseType(type)], hex.slice(8));
  } catch {
    return [];
  }
}
