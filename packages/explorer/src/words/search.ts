/** Classifies the text of a search by its spelling. Pure: the caller queries the mirror. */
import { checksumOf } from './checksum.ts';

/** A lookup for a text: the API path that determines whether the target exists, and the kind of the target. */
export type Lookup =
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'account'; readonly name: string }
  | { readonly kind: 'transaction'; readonly id: string }
  | { readonly kind: 'time'; readonly timestamp: string }
  | { readonly kind: 'block'; readonly name: string }
  | { readonly kind: 'ethereum'; readonly hash: string }
  | { readonly kind: 'publicKey'; readonly key: string }
  | { readonly kind: 'tokenName'; readonly name: string };

const TRANSACTION_ID = /^(\d+\.\d+\.\d+)[@-](\d{1,19})[.-](\d{1,9})(?:$|[/?])/;
const ENTITY = /^(\d{1,4}\.\d{1,5}\.\d{1,12})(?:-([a-z]{5}))?$/;
const DER_PREFIX = /^302[ad]300[567].*/;

/** An id with a wrong checksum for a network, and the right checksum. */
export interface WrongChecksum {
  readonly id: string;
  readonly given: string;
  readonly right: string;
}

/**
 * Checks the checksum of an id (HIP-15) on the network of a ledger id. Returns null for an id without a checksum or
 * with the right one.
 */
export function wrongChecksum(text: string, ledgerId: Uint8Array): WrongChecksum | null {
  const [, id, given] = ENTITY.exec(text.trim()) ?? [];
  if (id === undefined || given === undefined) return null;
  const right = checksumOf(id, ledgerId);
  return given === right ? null : { id, given, right };
}

/** Returns the lookups for a text, the most certain first; tokens by name last. */
export function lookupsOf(given: string): readonly Lookup[] {
  const text = given.trim();
  if (text === '') return [];
  const [, payer, seconds, nanos] = TRANSACTION_ID.exec(text) ?? [];
  if (payer !== undefined) return [{ kind: 'transaction', id: `${payer}-${seconds}-${nanos}` }];
  const [, id] = ENTITY.exec(text) ?? [];
  if (id !== undefined) return [{ kind: 'entity', id }];
  if (/^\d{1,18}$/.test(text)) {
    return [
      { kind: 'block', name: text },
      { kind: 'entity', id: `0.0.${text}` },
      ...(text.length === 10 ? [{ kind: 'time', timestamp: `${text}.000000000` } as const] : []),
    ];
  }
  if (/^\d{1,10}\.\d{1,9}$/.test(text)) {
    const [whole = '', fraction = ''] = text.split('.');
    return [{ kind: 'time', timestamp: `${whole}.${fraction.padEnd(9, '0')}` }];
  }
  const date = dateMs(text);
  if (date !== null) return [{ kind: 'time', timestamp: `${Math.floor(date / 1000)}.000000000` }];
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(text)?.[1]?.toLowerCase();
  if (digits !== undefined && digits.length === 40) {
    const number = BigInt(`0x${digits}`);
    const byNumber = /^0{24}/.test(digits) && number > 0n;
    return byNumber ? [{ kind: 'entity', id: `0.0.${number}` }] : [{ kind: 'account', name: `0x${digits}` }];
  }
  if (digits !== undefined && digits.length === 96) {
    return [
      { kind: 'transaction', id: `0x${digits}` },
      { kind: 'block', name: `0x${digits}` },
    ];
  }
  if (digits !== undefined && digits.length === 64) {
    return [
      { kind: 'ethereum', hash: `0x${digits}` },
      { kind: 'block', name: `0x${digits}` },
      { kind: 'publicKey', key: digits },
    ];
  }
  if (digits !== undefined && (digits.length === 66 || DER_PREFIX.test(digits))) {
    return [{ kind: 'publicKey', key: digits }];
  }
  if (/^[A-Za-z0-9+/_-]{64}$/.test(text)) return [{ kind: 'transaction', id: text }];
  const alias = /^(?:\d+\.\d+\.)?([A-Z2-7]{10,400})$/.exec(text)?.[1];
  return [
    ...(alias === undefined ? [] : [{ kind: 'account', name: alias } as const]),
    // Code points, because no URL can have half of a surrogate pair.
    { kind: 'tokenName', name: /^.{0,100}/su.exec(text)?.[0] ?? '' },
  ];
}

/** Parses a date with or without a time, in milliseconds since the epoch; null for another text. */
export function dateMs(text: string): number | null {
  const date = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text) ? Date.parse(dateText(text)) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

/** Parses a date without a time zone as UTC, like all times of the explorer. */
function dateText(text: string): string {
  const iso = text.replace(' ', 'T').replace(/T?UTC$/, 'Z');
  return /T/.test(iso) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? `${iso}Z` : iso;
}
