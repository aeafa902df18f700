import { recover } from 'tiny-secp256k1';
import type { Authorization, EthereumFields } from '../ledger/draft.ts';
import { keccak } from '../ledger/keccak.ts';
import { integer, parseRlp, type Rlp, rlp } from '../ledger/rlp.ts';

/**
 * Ethereum transactions as wallets sign them: legacy (with and without EIP-155), EIP-2930, EIP-1559 and EIP-7702. The
 * bytes are untrusted.
 */

export interface ParsedEthereum {
  readonly fields: EthereumFields;
  /** Whether the wallet named a chain. Only a legacy transaction may omit it. */
  readonly isForOneChain: boolean;
  /** Returns the keccak-256 of the transaction with other call data. */
  hashWith(data: Uint8Array): Uint8Array;
  /** Returns the signer of the transaction with this call data, or undefined when the signature is invalid. */
  signerWith(data: Uint8Array): WalletSigner | undefined;
}

export interface WalletSigner {
  /** Compressed public key. */
  readonly publicKey: Uint8Array;
  readonly address: Uint8Array;
}

/** Items of each type, in order. The signature follows them. */
const ITEMS = {
  0: ['nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data'],
  1: ['chainId', 'nonce', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  2: ['chainId', 'nonce', 'priority', 'gasPrice', 'gasLimit', 'to', 'value', 'data', 'accessList'],
  4: [
    'chainId',
    'nonce',
    'priority',
    'gasPrice',
    'gasLimit',
    'to',
    'value',
    'data',
    'accessList',
    'authorizations',
  ],
} as const;

type Type = keyof typeof ITEMS;
type Item = (typeof ITEMS)[Type][number];

const SIGNATURE_ITEMS = 3;
const LIST_PREFIX = 0xc0;
const AUTHORIZATION = 0x05;
/**
 * Half the order of secp256k1. An authorization must have, of the two possible signatures, the one with the smaller `s`
 * (EIP-2).
 */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const MAX_LONG = (1n << 63n) - 1n;
const WEIBARS_PER_TINYBAR = 10_000_000_000n;

/** Parses the bytes of a wallet's transaction; undefined for invalid bytes. */
export function parseEthereum(bytes: Uint8Array): ParsedEthereum | undefined {
  const first = bytes[0] ?? 0;
  const type = first >= LIST_PREFIX ? 0 : first;
  if (!isType(type)) return undefined;
  const list = parseRlp(type === 0 ? bytes : bytes.subarray(1));
  if (list === undefined || list instanceof Uint8Array) return undefined;
  const names = ITEMS[type];
  if (list.length !== names.length + SIGNATURE_ITEMS) return undefined;
  const signature = signatureOf(type, list.slice(-SIGNATURE_ITEMS));
  const payload = list.slice(0, names.length);
  const item = (name: Item): Rlp | undefined => payload[(names as readonly Item[]).indexOf(name)];
  if (signature === undefined) return undefined;
  const fields = fieldsOf(type, item, signature.chainId);
  if (fields === undefined) return undefined;
  const prefix = type === 0 ? Buffer.alloc(0) : Buffer.of(type);
  const tail = type === 0 && signature.chainId !== 0n ? [integer(signature.chainId), NOTHING, NOTHING] : [];
  const dataAt = (names as readonly Item[]).indexOf('data');
  const withData = (items: readonly Rlp[], data: Uint8Array): Buffer =>
    Buffer.concat([prefix, rlp(items.map((each, i) => (i === dataAt ? data : each)))]);
  return {
    fields,
    isForOneChain: fields.chainId !== 0n,
    hashWith: (data) => keccak(withData(list, data)),
    signerWith(data) {
      const hash = keccak(withData([...payload, ...tail], data));
      return signerOf(hash, signature.r, signature.s, signature.recovery);
    },
  };
}

const NOTHING = new Uint8Array();

function isType(type: number): type is Type {
  return type in ITEMS;
}

interface WalletSignature {
  readonly recovery: number;
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  /** Chain id in the signature of a legacy transaction; 0 for none. */
  readonly chainId: bigint;
}

function signatureOf(type: Type, items: readonly Rlp[]): WalletSignature | undefined {
  const [v, r, s] = [integerOf(items[0]), integerOf(items[1]), integerOf(items[2])];
  if (v === undefined || r === undefined || s === undefined) return undefined;
  if (type !== 0) {
    // Unlike other zeros, that of the recovery id may not be a zero byte (`EthTxData`).
    const isId = v <= 1n && items[0]?.length === Number(v);
    return isId ? { recovery: Number(v), r: word(r), s: word(s), chainId: 0n } : undefined;
  }
  if (v === 27n || v === 28n) return { recovery: Number(v) - 27, r: word(r), s: word(s), chainId: 0n };
  if (v < 37n) return undefined;
  return { recovery: Number((v - 35n) % 2n), r: word(r), s: word(s), chainId: (v - 35n) / 2n };
}

function fieldsOf(
  type: Type,
  item: (name: Item) => Rlp | undefined,
  legacyChain: bigint,
): EthereumFields | undefined {
  const chainId = type === 0 ? legacyChain : integerOf(item('chainId'));
  const nonce = integerOf(item('nonce'));
  const gasPrice = integerOf(item('gasPrice'));
  const priority = type === 0 || type === 1 ? gasPrice : integerOf(item('priority'));
  const gasLimit = integerOf(item('gasLimit'));
  const value = integerOf(item('value'));
  const [to, data] = [item('to'), item('data')];
  const authorizations = type === 4 ? authorizationsOf(item('authorizations')) : [];
  if (
    chainId === undefined ||
    nonce === undefined ||
    gasPrice === undefined ||
    priority === undefined ||
    gasLimit === undefined ||
    value === undefined ||
    authorizations === undefined ||
    !(to instanceof Uint8Array) ||
    !(data instanceof Uint8Array) ||
    (type !== 0 && !isAccessList(item('accessList')))
  ) {
    return undefined;
  }
  const isCreation = to.length === 0;
  // Authorizations are only allowed with a call.
  if (type === 4 && (isCreation || authorizations.length === 0)) return undefined;
  if (gasLimit > MAX_LONG || nonce > MAX_LONG || value / WEIBARS_PER_TINYBAR > MAX_LONG) return undefined;
  return { type, chainId, nonce, gasPrice, gasLimit, to, value, data, authorizations };
}

/**
 * Returns a number of at most 32 bytes without leading zeros; undefined for others. Zero may also be one zero byte, as the
 * Hiero SDKs write it; hash and signer follow from the bytes as sent.
 */
function integerOf(item: Rlp | undefined): bigint | undefined {
  if (!(item instanceof Uint8Array) || item.length > 32) return undefined;
  if (item[0] === 0 && item.length > 1) return undefined;
  return item.length === 0 ? 0n : BigInt(`0x${Buffer.from(item).toString('hex')}`);
}

function isAccessList(item: Rlp | undefined): boolean {
  if (item === undefined || item instanceof Uint8Array) return false;
  return item.every((entry) => {
    if (entry instanceof Uint8Array || entry.length !== 2) return false;
    const [address, slots] = entry;
    if (!(address instanceof Uint8Array) || address.length !== 20) return false;
    if (slots === undefined || slots instanceof Uint8Array) return false;
    return slots.every((slot) => slot instanceof Uint8Array && slot.length === 32);
  });
}

/**
 * Returns the authorizations, or undefined unless all are well formed. One may still have no effect, which the absence
 * of its record shows.
 */
function authorizationsOf(item: Rlp | undefined): Authorization[] | undefined {
  if (item === undefined || item instanceof Uint8Array) return undefined;
  const found: Authorization[] = [];
  for (const entry of item) {
    const authorization = authorizationOf(entry);
    if (authorization === undefined) return undefined;
    found.push(authorization);
  }
  return found;
}

function authorizationOf(entry: Rlp): Authorization | undefined {
  if (entry instanceof Uint8Array || entry.length !== 6) return undefined;
  const [chainItem, address, nonceItem, ...signature] = entry;
  const chainId = integerOf(chainItem);
  const nonce = integerOf(nonceItem);
  const [v, r, s] = signature.map(integerOf);
  if (chainId === undefined || nonce === undefined || v === undefined) return undefined;
  if (r === undefined || s === undefined || v > 255n || nonce > MAX_LONG * 2n + 1n) return undefined;
  if (!(address instanceof Uint8Array) || address.length !== 20) return undefined;
  const message = rlp([integer(chainId), address, integer(nonce)]);
  const hash = keccak(Buffer.concat([Buffer.of(AUTHORIZATION), message]));
  const isUsable = v <= 1n && s <= HALF_ORDER;
  const signer = isUsable ? signerOf(hash, word(r), word(s), Number(v)) : undefined;
  return {
    authority: signer?.address ?? null,
    chainId,
    address,
    nonce,
    recovery: Number(v),
    r: word(r),
    s: word(s),
  };
}

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

/** Returns the key and address that a signature belongs to; undefined for an invalid signature. */
function signerOf(
  hash: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
  recovery: number,
): WalletSigner | undefined {
  const signature = Buffer.concat([r, s]);
  try {
    const point = recover(hash, signature, recovery as 0 | 1, false);
    const publicKey = recover(hash, signature, recovery as 0 | 1, true);
    if (point === null || publicKey === null) return undefined;
    return { publicKey, address: keccak(point.subarray(1)).subarray(-20) };
  } catch {
    return undefined;
  }
}
