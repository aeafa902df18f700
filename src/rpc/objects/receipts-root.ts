import { rlpBytes } from '../../kernel/rlp.ts';
import type { StoredResult } from '../reads/stored-results.ts';
import { bloomOf } from '../values/bloom.ts';
import { ZERO_WORD } from '../values/hex.ts';
import type { LogJson } from '../values/log.ts';
import { trieRoot } from '../values/trie-root.ts';
import { bloomText, statusText } from './receipt.ts';

/** What one receipt of a block is encoded from. */
export interface EncodedReceipt {
  readonly index: bigint;
  /** Undefined for a token transfer that ran no contract. */
  readonly result: StoredResult | undefined;
  readonly logs: readonly LogJson[];
}

/**
 * The `receiptsRoot` of a block: the root of a trie of its receipts in the relay's own encoding, which has a zero byte for zero
 * gas, and a root of zeros in place of the status where no contract ran. Zeros without any receipt.
 */
export function receiptsRoot(receipts: readonly EncodedReceipt[]): string {
  if (receipts.length === 0) return ZERO_WORD;
  let gas = 0n;
  const ordered = receipts.toSorted((a, b) => Number(a.index - b.index));
  const entries = new Map<string, Uint8Array>();
  for (const receipt of ordered) {
    gas += receipt.result?.gasUsed ?? 0n;
    const key = rlpBytes(receipt.index === 0n ? new Uint8Array() : numberBytes(receipt.index));
    entries.set(Buffer.from(key).toString('hex'), encoded(receipt, gas));
  }
  const list = [...entries].map(([key, value]) => [Buffer.from(key, 'hex'), value] as const);
  return `0x${Buffer.from(trieRoot(list)).toString('hex')}`;
}

function encoded({ result, logs }: EncodedReceipt, gas: bigint): Uint8Array {
  const outcome =
    result === undefined
      ? hexBytes(ZERO_WORD)
      : statusText(result) === '0x0'
        ? new Uint8Array()
        : Uint8Array.of(1);
  const bloom = result === undefined ? bloomOf(logs) : bloomText(result.bloom);
  const body = rlpBytes([
    outcome,
    numberBytes(gas),
    hexBytes(bloom),
    logs.map(({ address, topics, data }) => [hexBytes(address), topics.map(hexBytes), hexBytes(data)]),
  ]);
  const type = result?.ethereum?.type ?? 0;
  return type === 0 ? body : Buffer.concat([Uint8Array.of(type), body]);
}

function hexBytes(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}

/** At least one byte. */
function numberBytes(value: bigint): Uint8Array {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}
