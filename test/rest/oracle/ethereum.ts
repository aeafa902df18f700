import { keccak_256 } from '@noble/hashes/sha3.js';
import type { proto } from '@tain/protos/hapi';
import { num, type Recorded } from './history.ts';
import { hex } from './texts.ts';
import type { World } from './world.ts';

/** Ethereum transactions as sent by wallets, decoded independently of the server's code. */

export interface Wallet {
  readonly type: number;
  /** Fields as bytes, without leading zeros; zero and missing values are empty. */
  readonly chainId: Uint8Array;
  readonly nonce: number;
  readonly gasPrice: Uint8Array;
  readonly maxFee: Uint8Array;
  readonly maxPriorityFee: Uint8Array;
  readonly gasLimit: number;
  readonly to: Uint8Array;
  readonly value: bigint;
  /** Call data of the transaction itself; empty if it is in a file. */
  readonly data: Uint8Array;
  readonly accessList: readonly object[];
  readonly authorizations: readonly object[];
  readonly v: number;
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  readonly hash: Uint8Array;
}

type Rlp = Uint8Array | readonly Rlp[];

/** Returns one element of RLP and the bytes after it. */
function read(bytes: Uint8Array): { readonly item: Rlp; readonly rest: Uint8Array } {
  const first = bytes[0] ?? 0;
  if (first < 0x80) return { item: bytes.subarray(0, 1), rest: bytes.subarray(1) };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const digits = short > 55 ? short - 55 : 0;
  const length = digits === 0 ? short : Number(`0x${hex(bytes.subarray(1, 1 + digits))}`);
  const begin = 1 + digits;
  const content = bytes.subarray(begin, begin + length);
  const rest = bytes.subarray(begin + length);
  if (!isList) return { item: content, rest };
  const items: Rlp[] = [];
  for (let left = content; left.length > 0; ) {
    const next = read(left);
    items.push(next.item);
    left = next.rest;
  }
  return { item: items, rest };
}

const bytesOf = (item: Rlp | undefined): Uint8Array => (item instanceof Uint8Array ? item : new Uint8Array());
const listOf = (item: Rlp | undefined): readonly Rlp[] =>
  item === undefined || item instanceof Uint8Array ? [] : item;
const bigOf = (item: Rlp | undefined): bigint => BigInt(`0x0${hex(bytesOf(item))}`);
const minimal = (value: bigint): Uint8Array => {
  const digits = value === 0n ? '' : value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
};

/** Returns the wallet's transaction inside an Ethereum transaction of the ledger. */
export function walletOf({ body, record }: Recorded): Wallet | null {
  const data = body.ethereumTransaction?.ethereumData;
  if (!data?.length) return null;
  const typed = (data[0] ?? 0) < 0x80;
  const type = typed ? (data[0] ?? 0) : 0;
  const fields = listOf(read(typed ? data.subarray(1) : data).item);
  const hash = record.ethereumHash.length > 0 ? record.ethereumHash : keccak_256(data);
  const nothing = new Uint8Array();
  if (type === 0) {
    const [nonce, gasPrice, gasLimit, to, value, input, v, r, s] = fields;
    const parity = bigOf(v);
    return {
      type,
      chainId: parity > 34n ? minimal((parity - 35n) >> 1n) : nothing,
      nonce: Number(bigOf(nonce)),
      gasPrice: bytesOf(gasPrice),
      maxFee: nothing,
      maxPriorityFee: nothing,
      gasLimit: Number(bigOf(gasLimit)),
      to: bytesOf(to),
      value: bigOf(value),
      data: bytesOf(input),
      accessList: [],
      authorizations: [],
      v: Number(parity),
      r: bytesOf(r),
      s: bytesOf(s),
      hash,
    };
  }
  const [chainId, nonce, ...rest] = fields;
  const prices = type === 1 ? rest.splice(0, 1) : rest.splice(0, 2);
  const [gasLimit, to, value, input, accessList] = rest.splice(0, 5);
  const authorizations = type === 4 ? listOf(rest.shift()) : [];
  const [v, r, s] = rest;
  return {
    type,
    chainId: bytesOf(chainId),
    nonce: Number(bigOf(nonce)),
    gasPrice: type === 1 ? bytesOf(prices[0]) : nothing,
    maxPriorityFee: type === 1 ? nothing : bytesOf(prices[0]),
    maxFee: type === 1 ? nothing : bytesOf(prices[1]),
    gasLimit: Number(bigOf(gasLimit)),
    to: bytesOf(to),
    value: bigOf(value),
    data: bytesOf(input),
    accessList: listOf(accessList).map((entry) => {
      const [address, keys] = listOf(entry);
      return {
        address: `0x${hex(bytesOf(address))}`,
        storage_keys: listOf(keys).map((key) => `0x${hex(bytesOf(key))}`),
      };
    }),
    authorizations: authorizations.map((entry) => {
      const [chain, address, own, parity, left, right] = listOf(entry);
      return {
        chain_id: `0x${bigOf(chain).toString(16)}`,
        address: `0x${hex(bytesOf(address))}`,
        nonce: Number(bigOf(own)),
        y_parity: `0x${bigOf(parity).toString(16)}`,
        r: `0x${hex(bytesOf(left))}`,
        s: `0x${hex(bytesOf(right))}`,
      };
    }),
    v: Number(bigOf(v)),
    r: bytesOf(r),
    s: bytesOf(s),
    hash,
  };
}

/** Input of a wallet's transaction that is in a file: hex digits of the file's final content. */
export function callDataFile({ ledger }: World, body: proto.ITransactionBody): Uint8Array | null {
  const file = ledger.files.get(num(body.ethereumTransaction?.callData?.fileNum));
  return file === undefined ? null : file.contents;
}
