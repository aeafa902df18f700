import { integerBytes, prefixedHex, shortestBytes } from '@tain/ledger/integer-bytes';
import { type Rlp, rlpBytes } from '@tain/ledger/rlp';
import { isObject } from '../method/parameter-types.ts';
import { type BlockTransaction, withCumulativeGas } from '../reads/block-content.ts';
import { EMPTY_TRIE_ROOT, hexBytes } from '../values/hex.ts';
import { receiptBloom, receiptBytes } from './receipts-root.ts';

/** Blocks, transactions and receipts in RLP, in the relay's forms. */

type Json = Readonly<Record<string, unknown>>;

/** Account 801, which collects the rewards of nodes: the beneficiary of every block. */
const BENEFICIARY = '0x0000000000000000000000000000000000000321';
/** First `v` of a legacy signature without a chain id. With one, the first `v` is 35 plus twice the chain id. */
const LEGACY_V = 27n;
const CHAIN_V = 35n;

/** Returns the RLP of a block's header. Zero is encoded as a zero byte. */
export function rawHeader(block: Json): string {
  return prefixedHex(rlpBytes(headerOf(block)));
}

/**
 * Returns the RLP of a block with whole transactions: one flat list of the header's fields, the transactions, no uncles
 * and no withdrawals.
 */
export function rawBlock(block: Json): string {
  const transactions = Array.isArray(block.transactions) ? block.transactions.filter(isObject) : [];
  return prefixedHex(rlpBytes([...headerOf(block), transactions.map(transactionBytes), [], []]));
}

function headerOf(block: Json): Uint8Array[] {
  const { parentHash, sha3Uncles, stateRoot, transactionsRoot, receiptsRoot, logsBloom } = block;
  const { difficulty, number, gasLimit, gasUsed, timestamp, extraData, mixHash, nonce } = block;
  return [
    ...[parentHash, sha3Uncles, BENEFICIARY, stateRoot, transactionsRoot, receiptsRoot, logsBloom].map(
      bytesOf,
    ),
    ...[difficulty, number, gasLimit, gasUsed, timestamp].map((value) => integerBytes(numberOf(value))),
    ...[extraData, mixHash, nonce].map(bytesOf),
    integerBytes(numberOf(block.baseFeePerGas)),
    bytesOf(block.withdrawalsRoot),
  ];
}

/** Returns a transaction as it was signed (EIP-2718); zeros replace a missing signature. */
export function rawTransaction(transaction: Json): string {
  return prefixedHex(transactionBytes(transaction));
}

function transactionBytes(transaction: Json): Uint8Array {
  const { nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas, gas, to, value, input, v, r, s } = transaction;
  const type = Number(transaction.type);
  const chain = numberOf(transaction.chainId);
  const call: Rlp[] = [integerOf(gas), bytesOf(to), integerOf(value), bytesOf(input)];
  const signature = [r, s].map(integerOf);
  if (type === 0) {
    return rlpBytes([
      ...[nonce, gasPrice].map(integerOf),
      ...call,
      shortestBytes(legacyV(numberOf(v), chain)),
      ...signature,
    ]);
  }
  const prices = type === 1 ? [gasPrice] : [maxPriorityFeePerGas, maxFeePerGas];
  const fields: Rlp[] = [
    shortestBytes(chain),
    ...[nonce, ...prices].map(integerOf),
    ...call,
    accessListOf(transaction.accessList),
    ...(type === 4 ? [authorizationsOf(transaction.authorizationList)] : []),
    integerOf(v),
    ...signature,
  ];
  return Buffer.concat([Uint8Array.of(type), rlpBytes(fields)]);
}

/** Returns the `v` of a legacy signature, also where only its parity is known. */
function legacyV(v: bigint, chain: bigint): bigint {
  if (v >= LEGACY_V) return v;
  return v + (chain === 0n ? LEGACY_V : CHAIN_V + 2n * chain);
}

function accessListOf(list: unknown): Rlp {
  return objectsOf(list).map(({ address, storageKeys }) => [
    bytesOf(address),
    Array.isArray(storageKeys) ? storageKeys.map(bytesOf) : [],
  ]);
}

function authorizationsOf(list: unknown): Rlp {
  return objectsOf(list).map(({ chainId, address, nonce, yParity, r, s }) => [
    integerOf(chainId),
    bytesOf(address),
    ...[nonce, yParity, r, s].map(integerOf),
  ]);
}

/**
 * Returns the receipts of a block's transactions (EIP-2718), in order. As in the relay, they have an empty trie's root
 * instead of the status.
 */
export function rawReceipts(transactions: readonly BlockTransaction[]): string[] {
  return withCumulativeGas(transactions).map(({ result, logsJson: logs, cumulativeGas }) =>
    prefixedHex(
      receiptBytes({
        outcome: bytesOf(EMPTY_TRIE_ROOT),
        cumulativeGas: shortestBytes(cumulativeGas),
        bloom: receiptBloom(result, logs),
        logs,
        type: result?.ethereum?.type ?? 0,
      }),
    ),
  );
}

function objectsOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Returns an integer in the form of Ethereum's RLP: zero is an empty byte string. */
function integerOf(hex: unknown): Uint8Array {
  return shortestBytes(numberOf(hex));
}

function numberOf(hex: unknown): bigint {
  return typeof hex === 'string' && hex.length > 2 ? BigInt(hex) : 0n;
}

function bytesOf(hex: unknown): Uint8Array {
  return hexBytes(typeof hex === 'string' ? hex : '0x');
}
