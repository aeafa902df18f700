import { bytesOfHex, utf8Text } from './format.ts';

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

/** Explains why a call failed, from `error_message`: returned bytes in hex, or a result code. */
export function revertText(message: string): string {
  if (!message.startsWith('0x')) return message.toLowerCase().replaceAll('_', ' ');
  const hex = message.slice(2);
  if (hex === '') return 'the contract reverted without a reason';
  if (hex.startsWith('4e487b71') && hex.length >= 72) {
    const code = Number(BigInt(`0x${hex.slice(8, 72)}`));
    return PANICS[code] ?? `panic 0x${code.toString(16)}`;
  }
  if (hex.startsWith('08c379a0') && hex.length >= 136) {
    const length = Number.parseInt(hex.slice(72, 136), 16);
    if (length * 2 <= hex.length - 136) {
      return utf8Text(bytesOfHex(hex.slice(136, 136 + length * 2))) ?? message;
    }
  }
  const text = utf8Text(bytesOfHex(hex));
  return text !== null && /^[A-Z_]{4,}$/.test(text)
    ? resultWords(text)
    : `an error of its own: ${message.slice(0, 10)}`;
}

function resultWords(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ');
}
