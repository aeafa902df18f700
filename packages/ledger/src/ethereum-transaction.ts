import { integerBytes, integerOfBytes } from './integer-bytes.ts';
import { jsonText } from './json-text.ts';
import { type Rlp, RlpError, readRlp, rlpBytes } from './rlp.ts';
import { MAX_INT64 } from './timestamp.ts';

/** A raw Ethereum transaction, field by field. Bytes are as in the transaction; JSON is text. */
export interface EthereumTransaction {
  /** 0 legacy, 1 EIP-2930, 2 EIP-1559, 4 EIP-7702. */
  readonly type: number;
  readonly chainId: Uint8Array | null;
  readonly nonce: bigint;
  /** Weibars. */
  readonly gasPrice: Uint8Array | null;
  readonly maxFeePerGas: Uint8Array | null;
  readonly maxPriorityFeePerGas: Uint8Array | null;
  readonly gasLimit: bigint;
  readonly toAddress: Uint8Array;
  /** Weibars, big-endian signed; 0 is one zero byte. */
  readonly value: Uint8Array;
  readonly callData: Uint8Array;
  readonly accessList: string | null;
  /** Whether the access list has entries. */
  readonly hasAccessList: boolean;
  readonly authorizationList: string | null;
  readonly recoveryId: number;
  readonly signatureV: Uint8Array | null;
  readonly signatureR: Uint8Array;
  readonly signatureS: Uint8Array;
  /**
   * All fields, with which `encodeWithCallData` encodes the transaction again, and the index of the call data among
   * them.
   */
  readonly fields: readonly Rlp[];
  readonly callDataField: number;
}

/** Decodes a raw Ethereum transaction of any of the four types. Returns null for other bytes. */
export function decodeEthereum(data: Uint8Array): EthereumTransaction | null {
  try {
    return readEthereum(data);
  } catch (error) {
    if (error instanceof RlpError) return null;
    throw error;
  }
}

/** Encodes a transaction with other call data, for which its signature is no longer valid. */
export function encodeWithCallData(transaction: EthereumTransaction, callData: Uint8Array): Uint8Array {
  const { type, fields, callDataField } = transaction;
  const list = rlpBytes(fields.map((field, index) => (index === callDataField ? callData : field)));
  return type === 0 ? list : Buffer.concat([Buffer.from([type]), list]);
}

/** Recovery id in `v` of a legacy signature without a chain id, and with one (EIP-155). */
const LEGACY_V = 27n;
const EIP155_V = 35n;

/**
 * Returns `v` of the signature of a transaction whose fields are PostgreSQL's text: of a legacy one the stored `v`, else
 * the one computed from its chain id (EIP-155), of others the recovery id; null without a signature.
 */
export function ethereumV(
  type: string | null,
  signatureV: string | null,
  recoveryId: string | null,
  chainId: string | null,
): bigint | null {
  const integer = (bytes: string | null): bigint =>
    bytes === null || bytes.length <= 2 ? 0n : BigInt(`0x${bytes.slice(2)}`);
  if (type === '0' && signatureV !== null && signatureV.length > 2) return integer(signatureV);
  if (recoveryId === null) return null;
  if (type !== '0') return BigInt(recoveryId);
  const chain = integer(chainId);
  return BigInt(recoveryId) + (chain === 0n ? LEGACY_V : EIP155_V + 2n * chain);
}

function readEthereum(data: Uint8Array): EthereumTransaction {
  const [first] = data;
  if (first === undefined) throw new RlpError('no bytes');
  if (first >= 0xc0) return legacy(fieldsOf(readRlp(data), 9));
  const rest = readRlp(data.subarray(1));
  switch (first) {
    case 1:
      return eip2930(fieldsOf(rest, 11));
    case 2:
      return eip1559(fieldsOf(rest, 12), 2, null);
    case 4: {
      const fields = fieldsOf(rest, 13);
      const authorizations = authorizationsText(listAt(fields, 9));
      return eip1559([...fields.slice(0, 9), ...fields.slice(10)], 4, { fields, authorizations });
    }
    default:
      throw new RlpError(`unknown type ${first}`);
  }
}

function legacy(fields: readonly Rlp[]): EthereumTransaction {
  const signatureV = bytesAt(fields, 6);
  const v = unsigned(signatureV);
  return {
    ...common(fields, { nonce: 0, gasLimit: 2, to: 3, value: 4, data: 5, r: 7, s: 8 }),
    type: 0,
    // EIP-155: v is 35 or 36 plus twice the chain id.
    chainId: v > 34n ? integerBytes((v - 35n) >> 1n) : null,
    gasPrice: bytesAt(fields, 1),
    recoveryId: v % 2n === 1n ? 0 : 1,
    signatureV,
  };
}

function eip2930(fields: readonly Rlp[]): EthereumTransaction {
  return {
    ...common(fields, { nonce: 1, gasLimit: 3, to: 4, value: 5, data: 6, r: 9, s: 10 }),
    ...accessListOf(listAt(fields, 7)),
    type: 1,
    chainId: bytesAt(fields, 0),
    gasPrice: bytesAt(fields, 2),
    recoveryId: parity(bytesAt(fields, 8)),
  };
}

/** Decodes EIP-1559, and EIP-7702 once its authorization list is taken out. */
function eip1559(
  fields: readonly Rlp[],
  type: number,
  eip7702: { readonly fields: readonly Rlp[]; readonly authorizations: string } | null,
): EthereumTransaction {
  return {
    ...common(fields, { nonce: 1, gasLimit: 4, to: 5, value: 6, data: 7, r: 10, s: 11 }),
    ...accessListOf(listAt(fields, 8)),
    ...(eip7702 && { fields: eip7702.fields }),
    type,
    chainId: bytesAt(fields, 0),
    maxPriorityFeePerGas: bytesAt(fields, 2),
    maxFeePerGas: bytesAt(fields, 3),
    authorizationList: eip7702?.authorizations ?? null,
    recoveryId: parity(bytesAt(fields, 9)),
  };
}

interface Positions {
  readonly nonce: number;
  readonly gasLimit: number;
  readonly to: number;
  readonly value: number;
  readonly data: number;
  readonly r: number;
  readonly s: number;
}

function common(fields: readonly Rlp[], at: Positions) {
  const toAddress = bytesAt(fields, at.to);
  if (toAddress.length !== 0 && toAddress.length !== 20) throw new RlpError('an address is not 20 bytes');
  return {
    nonce: int64At(fields, at.nonce),
    gasPrice: null,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    gasLimit: int64At(fields, at.gasLimit),
    toAddress,
    value: signedBytes(unsigned(bytesAt(fields, at.value))),
    callData: bytesAt(fields, at.data),
    accessList: null,
    hasAccessList: false,
    authorizationList: null,
    signatureV: null,
    signatureR: bytesAt(fields, at.r),
    signatureS: bytesAt(fields, at.s),
    fields,
    callDataField: at.data,
  };
}

function accessListOf(list: readonly Rlp[]): { accessList: string; hasAccessList: boolean } {
  const entries = list.map((entry) => {
    const pair = fieldsOf(entry, 2);
    return {
      address: hex(bytesAt(pair, 0), 20),
      storage_keys: listAt(pair, 1).map((key) => hex(asBytes(key), 32)),
    };
  });
  return { accessList: jsonText(entries), hasAccessList: list.length > 0 };
}

function authorizationsText(list: readonly Rlp[]): string {
  const authorizations = list.map((entry) => {
    const tuple = fieldsOf(entry, 6);
    return {
      address: hex(bytesAt(tuple, 1)),
      chain_id: quantity(bytesAt(tuple, 0)),
      // An authorization that cannot be applied, as with this nonce, is skipped (EIP-7702).
      nonce: unsigned(bytesAt(tuple, 2)),
      r: hex(bytesAt(tuple, 4)),
      s: hex(bytesAt(tuple, 5)),
      y_parity: quantity(bytesAt(tuple, 3)),
    };
  });
  return jsonText(authorizations);
}

function fieldsOf(item: Rlp, count: number): readonly Rlp[] {
  if (item instanceof Uint8Array) throw new RlpError('bytes in place of a list');
  if (item.length !== count) throw new RlpError(`${item.length} fields instead of ${count}`);
  return item;
}

function bytesAt(fields: readonly Rlp[], index: number): Uint8Array {
  return asBytes(fields[index]);
}

function asBytes(item: Rlp | undefined): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw new RlpError('a list in place of bytes');
}

function listAt(fields: readonly Rlp[], index: number): readonly Rlp[] {
  const item = fields[index];
  if (item === undefined || item instanceof Uint8Array) throw new RlpError('bytes in place of a list');
  return item;
}

function unsigned(bytes: Uint8Array): bigint {
  if (bytes.length > 32) throw new RlpError('an integer of more than 32 bytes');
  return integerOfBytes(bytes);
}

function int64At(fields: readonly Rlp[], index: number): bigint {
  const value = unsigned(bytesAt(fields, index));
  if (value > MAX_INT64) throw new RlpError('an integer beyond 64 bits');
  return value;
}

/** Two's complement: a zero byte goes before a first byte that would read as negative. */
function signedBytes(value: bigint): Uint8Array {
  const bytes = integerBytes(value);
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function parity(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : Number(unsigned(bytes) & 0xffn);
}

/** Hex digits of bytes, padded with zeros to a length in bytes. */
function hex(bytes: Uint8Array, length = 0): string {
  return `0x${Buffer.from(bytes)
    .toString('hex')
    .padStart(2 * length, '0')}`;
}

function quantity(bytes: Uint8Array): string {
  return `0x${unsigned(bytes).toString(16)}`;
}
