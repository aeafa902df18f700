import { rlpBytes } from '../../kernel/rlp.ts';
import { type BlockTransaction, inOrder, type PlacedTransaction } from '../reads/block-content.ts';
import { bloomOf } from '../values/bloom.ts';
import { ZERO_WORD } from '../values/hex.ts';
import { trieRoot } from '../values/trie-root.ts';
import { bloomText, statusText } from './receipt.ts';

/**
 * The `receiptsRoot` of a block: the root of a trie of its receipts in the relay's own encoding, which has a zero byte for zero
 * gas, and a root of zeros in place of the status where no contract ran. Zeros without any receipt.
 */
export function receiptsRoot(transactions: readonly BlockTransaction[]): string {
  if (transactions.length === 0) return ZERO_WORD;
  const entries = new Map<string, Uint8Array>();
  for (const placed of inOrder(transactions)) {
    const key = rlpBytes(placed.index === 0n ? new Uint8Array() : numberBytes(placed.index));
    entries.set(Buffer.from(key).toString('hex'), encoded(placed));
  }
  const list = [...entries].map(([key, value]) => [Buffer.from(key, 'hex'), value] as const);
  return `0x${Buffer.from(trieRoot(list)).toString('hex')}`;
}

function encoded({ result, logsJson: logs, cumulativeGas }: PlacedTransaction): Uint8Array {
  const outcome =
    result === undefined
      ? hexBytes(ZERO_WORD)
      : statusText(result) === '0x0'
        ? new Uint8Array()
        : Uint8Array.of(1);
  const bloom = result === undefined ? bloomOf(logs) : bloomText(result.bloom);
  const body = rlpBytes([
    outcome,
    numberBytes(cumulativeGas),
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
