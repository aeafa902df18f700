import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { integerOfBytes, shortestBytes } from './integer-bytes.ts';
import { type Rlp, rlpBytes } from './rlp.ts';

/** An Ethereum transaction before it is signed: legacy with a chain (EIP-155), EIP-2930 or EIP-1559. Amounts in weibars. */
export interface UnsignedTransaction {
  readonly type: 0 | 1 | 2;
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** Price of one gas; the maximum fee in type 2. */
  readonly gasPrice: bigint;
  /** Priority fee of one gas, only in type 2. */
  readonly priorityFee: bigint;
  readonly gasLimit: bigint;
  /** Null for a creation. */
  readonly to: Uint8Array | null;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly accessList: readonly AccessedAddress[];
}

export interface AccessedAddress {
  readonly address: Uint8Array;
  readonly storageKeys: readonly Uint8Array[];
}

/** Signature of a hash: words of 32 bytes, and the parity of the point. */
export interface EthereumSignature {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  readonly parity: 0 | 1;
}

const NOTHING = new Uint8Array();

/** Signs a transaction with a private key of 32 bytes. Returns the bytes that are sent. */
export function signTransaction(transaction: UnsignedTransaction, privateKey: Uint8Array): Uint8Array {
  const { type, chainId } = transaction;
  const fields = fieldsOf(transaction);
  const chain = [shortestBytes(chainId), NOTHING, NOTHING];
  const { r, s, parity } = signHash(
    keccak256(typed(type, type === 0 ? [...fields, ...chain] : fields)),
    privateKey,
  );
  const v = type === 0 ? chainId * 2n + 35n + BigInt(parity) : BigInt(parity);
  return typed(type, [
    ...fields,
    shortestBytes(v),
    shortestBytes(integerOfBytes(r)),
    shortestBytes(integerOfBytes(s)),
  ]);
}

/** Signs a hash of 32 bytes. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): EthereumSignature {
  const bytes = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
  return { parity: bytes[0] === 1 ? 1 : 0, r: bytes.subarray(1, 33), s: bytes.subarray(33) };
}

function fieldsOf(transaction: UnsignedTransaction): Rlp[] {
  const { type, chainId, nonce, gasPrice, priorityFee, gasLimit, to, value, data } = transaction;
  const call = [shortestBytes(gasLimit), to ?? NOTHING, shortestBytes(value), data];
  if (type === 0) return [shortestBytes(nonce), shortestBytes(gasPrice), ...call];
  const fees = type === 1 ? [shortestBytes(gasPrice)] : [shortestBytes(priorityFee), shortestBytes(gasPrice)];
  const accesses = transaction.accessList.map(({ address, storageKeys }) => [address, storageKeys]);
  return [shortestBytes(chainId), shortestBytes(nonce), ...fees, ...call, accesses];
}

function typed(type: number, fields: readonly Rlp[]): Uint8Array {
  return type === 0 ? rlpBytes(fields) : Buffer.concat([Buffer.of(type), rlpBytes(fields)]);
}
