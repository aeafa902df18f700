import type { ParameterType } from './parameter.ts';

/** Parameter types common to all dialects. */

/** An entity named by number, or by an EVM address that has to be looked up. */
export type EntityReference =
  | { readonly id: bigint }
  /** 40 lower-case hex digits. */
  | { readonly evmAddress: string }
  /** Base32 without padding, upper case. */
  | { readonly alias: string };

/** Returns the digits of hex text in lower case, without `0x`; undefined unless their number is one of `lengths`. */
function hexDigits(text: string, lengths: readonly number[]): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return lengths.includes(digits.length) && /^[0-9a-fA-F]+$/.test(digits) ? digits.toLowerCase() : undefined;
}

/** Hex text of some lengths (in digits), optional `0x`; lower-case digits without it. */
export function hexadecimal(...lengths: readonly number[]): ParameterType<string> {
  return {
    parse: (text) => hexDigits(text, lengths),
    schema: {
      type: 'string',
      pattern: `^(0x)?(${lengths.map((length) => `[0-9A-Fa-f]{${length}}`).join('|')})$`,
    },
  };
}

/** Hash of 32 or 48 bytes. */
export const HASH: ParameterType<string> = hexadecimal(64, 96);

/** A word of 32 bytes in hex, with or without its leading zeros, as a number. */
export const WORD: ParameterType<bigint> = {
  parse(text) {
    const digits = text.startsWith('0x') ? text.slice(2) : text;
    return /^[0-9a-fA-F]{1,64}$/.test(digits) ? BigInt(`0x${digits}`) : undefined;
  },
  schema: { type: 'string', pattern: '^(0x)?[0-9A-Fa-f]{1,64}$' },
  compared: true,
};

const ED25519_DER_PREFIX = '302a300506032b6570032100';

/** A public key in hex: raw, or the DER form of an Ed25519 key, which is reduced to the raw one. */
export const PUBLIC_KEY: ParameterType<string> = {
  parse(text) {
    const digits = hexDigits(text, [64, 66, 88]);
    if (digits === undefined) return undefined;
    return digits.startsWith(ED25519_DER_PREFIX) && digits.length === 88
      ? digits.slice(ED25519_DER_PREFIX.length)
      : digits;
  },
  schema: { type: 'string', pattern: '^(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{66}|[0-9A-Fa-f]{88})$' },
};

/** Text of a number of bytes in UTF-8. */
export function text(minBytes: number, maxBytes: number): ParameterType<string> {
  return {
    parse(value) {
      const length = Buffer.byteLength(value);
      // PostgreSQL's text holds no NUL.
      return length >= minBytes && length <= maxBytes && !value.includes('\0') ? value : undefined;
    },
    // Schemas count characters, each of up to four bytes.
    schema: { type: 'string', minLength: Math.ceil(minBytes / 4), maxLength: maxBytes },
  };
}
