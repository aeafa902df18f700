import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { parseAuthorizations } from '@tain/ledger/authorization';
import { decodeEthereum, ethereumV } from '@tain/ledger/ethereum-transaction';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import {
  ADDRESS_SCHEMA,
  arrayOf,
  closedObject,
  HASH,
  type JsonSchema,
  nullable,
  QUANTITY,
} from '../method/json-schema.ts';
import {
  isSigned,
  type PendingCall,
  type PendingSigned,
  type PendingTransaction,
} from '../method/pending-transactions.ts';
import type { Addresses } from '../reads/addresses.ts';
import type { RpcBlock } from '../reads/stored-block.ts';
import type { StoredLog } from '../reads/stored-logs.ts';
import type { StoredEthereum, StoredResult } from '../reads/stored-results.ts';
import { bytesHex, hash32, quantity, quantityOfBytes, ZERO_ADDRESS } from '../values/hex.ts';

/** Values of a transaction's object that are not in its own rows. */
export interface TransactionSource {
  readonly block: RpcBlock;
  readonly addresses: Addresses;
  readonly chainId: number;
  /** Price in weibars for one gas of a result that names no price. */
  readonly gasPrice: bigint | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Gas, price and input of a token transfer that ran no contract: constants of the relay. */
const SYNTHETIC = { gas: '0x61a80', input: '0x0000000000000000' } as const;

/** Schema of numbers that may have leading zeros, or no digit. */
const DIGITS: JsonSchema = { title: 'hex encoded value', type: 'string', pattern: '^0x[0-9a-f]*$' };
const ACCESS_LIST: JsonSchema = arrayOf(
  closedObject('access list entry', { address: ADDRESS_SCHEMA, storageKeys: arrayOf(HASH) }),
);
const AUTHORIZATION_LIST: JsonSchema = arrayOf(
  closedObject('authorization', {
    chainId: DIGITS,
    nonce: QUANTITY,
    address: ADDRESS_SCHEMA,
    yParity: DIGITS,
    r: DIGITS,
    s: DIGITS,
  }),
);

const OPTIONAL = [
  'chainId',
  'accessList',
  'yParity',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'authorizationList',
] as const;

export const TRANSACTION = closedObject(
  'transaction',
  {
    blockHash: nullable(HASH),
    blockNumber: nullable(QUANTITY),
    chainId: QUANTITY,
    from: ADDRESS_SCHEMA,
    gas: QUANTITY,
    gasPrice: QUANTITY,
    hash: HASH,
    input: { title: 'hex encoded bytes', type: 'string', pattern: '^0x[0-9a-f]*$' },
    nonce: QUANTITY,
    r: DIGITS,
    s: DIGITS,
    to: nullable(ADDRESS_SCHEMA),
    transactionIndex: nullable(QUANTITY),
    type: QUANTITY,
    v: QUANTITY,
    value: QUANTITY,
    accessList: ACCESS_LIST,
    yParity: QUANTITY,
    maxFeePerGas: QUANTITY,
    maxPriorityFeePerGas: QUANTITY,
    authorizationList: AUTHORIZATION_LIST,
  },
  OPTIONAL,
);

/**
 * Returns the transaction of an execution. `to` is null for a creation only where `hidesCreated` is set: the relay does
 * so by hash, not in blocks.
 */
export function transactionJson(
  result: StoredResult,
  { block, addresses, chainId, gasPrice }: TransactionSource,
  hidesCreated: boolean,
): Json {
  const { ethereum } = result;
  const isCreation = hidesCreated && result.created.includes(result.contract);
  return {
    ...walletFields(ethereum, { chainId, gasPrice }),
    blockHash: hash32(block.hash),
    blockNumber: quantity(block.number),
    from: fromOf(result, addresses),
    gas: quantity(result.gasLimit),
    hash: hash32(result.hash),
    input: bytesHex(result.input),
    to: isCreation ? null : toOf(result, addresses),
    transactionIndex: quantity(result.index),
    value: weibarsOf(result),
  };
}

/** Returns the fields that a wallet signed, and its signature; zeros for a transaction of the ledger. */
function walletFields(
  ethereum: StoredEthereum | null,
  { chainId, gasPrice }: Pick<TransactionSource, 'chainId' | 'gasPrice'>,
): Json {
  const type = ethereum?.type ?? 0;
  const v = vOf(ethereum);
  return {
    ...chainIdOf(ethereum, chainId),
    gasPrice: ethereum === null ? quantity(gasPrice) : quantityOfBytes(ethereum.gasPrice),
    nonce: quantity(ethereum?.nonce),
    r: signatureWord(ethereum === null ? null : bytesHex(ethereum.r)),
    s: signatureWord(ethereum === null ? null : bytesHex(ethereum.s)),
    type: quantity(type),
    v,
    ...(type > 0 && { accessList: accessListOf(ethereum?.accessList ?? null), yParity: v }),
    ...((type === 2 || type === 4) && {
      maxFeePerGas: quantityOfBytes(ethereum?.maxFeePerGas ?? null),
      maxPriorityFeePerGas: quantityOfBytes(ethereum?.maxPriorityFeePerGas ?? null),
    }),
    ...(type === 4 && { authorizationList: authorizationsOf(ethereum?.authorizationList ?? null) }),
  };
}

const NO_BLOCK = { blockHash: null, blockNumber: null, transactionIndex: null };

/** Returns a transaction that is in no block yet; null if its bytes are none. */
export function pendingTransactionJson(one: PendingTransaction, chainId: number): Json | null {
  return isSigned(one) ? signedJson(one, chainId) : callJson(one, chainId);
}

function callJson({ hash, sender, to, data, gas, value, gasPrice }: PendingCall, chainId: number): Json {
  return {
    ...walletFields(null, { chainId, gasPrice }),
    ...NO_BLOCK,
    from: sender,
    gas: quantity(gas),
    hash,
    input: prefixedHex(data),
    to: to ?? null,
    value: quantity(value),
  };
}

function signedJson({ hash, sender, raw }: PendingSigned, chainId: number): Json | null {
  const decoded = decodeEthereum(raw);
  if (decoded === null) return null;
  const bytea = (bytes: Uint8Array | null): string | null =>
    bytes === null ? null : `\\x${Buffer.from(bytes).toString('hex')}`;
  const { type, nonce, gasLimit, toAddress, callData, value, maxFeePerGas, recoveryId } = decoded;
  const ethereum: StoredEthereum = {
    type,
    chainId: bytea(decoded.chainId),
    nonce: String(nonce),
    to: bytea(toAddress),
    value: bytea(value),
    // The maximum price until the transaction is in a block, as in geth.
    gasPrice: bytea(decoded.gasPrice ?? maxFeePerGas),
    maxFeePerGas: bytea(maxFeePerGas),
    maxPriorityFeePerGas: bytea(decoded.maxPriorityFeePerGas),
    r: bytea(decoded.signatureR),
    s: bytea(decoded.signatureS),
    v: bytea(decoded.signatureV),
    recoveryId: String(recoveryId),
    accessList: decoded.accessList,
    authorizationList: decoded.authorizationList,
  };
  return {
    ...walletFields(ethereum, { chainId, gasPrice: undefined }),
    ...NO_BLOCK,
    from: sender,
    gas: quantity(gasLimit),
    hash,
    input: prefixedHex(callData),
    to: toAddress.length === 0 ? null : prefixedHex(toAddress),
    value: quantityOfBytes(ethereum.value),
  };
}

/**
 * Returns the transaction of a token transfer that ran no contract, created from its first log; the payer is its
 * sender.
 */
export function syntheticTransactionJson(
  log: StoredLog,
  { block, addresses, chainId, gasPrice }: TransactionSource,
): Json {
  return {
    blockHash: hash32(block.hash),
    blockNumber: quantity(block.number),
    chainId: quantity(chainId),
    from: log.payer === 0n ? ZERO_ADDRESS : addresses.of(log.payer),
    gas: SYNTHETIC.gas,
    gasPrice: quantity(gasPrice),
    hash: hash32(log.hash),
    input: SYNTHETIC.input,
    nonce: '0x0',
    r: '0x0',
    s: '0x0',
    to: addresses.of(log.contract),
    transactionIndex: quantity(log.transactionIndex),
    type: '0x0',
    v: '0x0',
    value: '0x0',
  };
}

/** Returns the address of the sender. */
export function fromOf({ sender, senderAddress }: StoredResult, addresses: Addresses): string {
  return sender === 0n ? (senderAddress ?? ZERO_ADDRESS) : addresses.of(sender);
}

/** Returns the address of the receiver; null where there is none. */
export function toOf({ ethereum, contract }: StoredResult, addresses: Addresses): string | null {
  if (ethereum?.to) return addresses.resolved(bytesHex(ethereum.to));
  return contract === 0n ? null : addresses.of(contract);
}

/** Returns the chain id; legacy transactions without replay protection have none. */
function chainIdOf(ethereum: StoredEthereum | null, chainId: number): { readonly chainId?: string } {
  if (ethereum === null) return { chainId: quantity(chainId) };
  if (ethereum.chainId === null || ethereum.chainId.length <= 2) return {};
  return { chainId: quantityOfBytes(ethereum.chainId) };
}

/** Returns `v` of the signature. */
function vOf(ethereum: StoredEthereum | null): string {
  if (ethereum === null) return '0x0';
  const { type, v, recoveryId, chainId } = ethereum;
  return quantity(ethereumV(String(type), v, recoveryId, chainId));
}

/**
 * Returns the value of an execution in weibars. A negative amount (possible for a creation by HAPI) is 64 bits in two's
 * complement.
 */
export function weibarsOf({ ethereum, amount }: StoredResult): string {
  if (ethereum !== null) return quantityOfBytes(ethereum.value);
  const weibars = BigInt(amount ?? 0) * WEIBARS_PER_TINYBAR;
  return quantity(weibars < 0n ? BigInt.asUintN(64, weibars) : weibars);
}

/** Returns half of a signature; at most one leading zero digit is removed, as in the relay. */
function signatureWord(hex: string | null): string {
  if (hex === null) return '0x0';
  const half = hex.slice(0, 66);
  return half.length > 3 && half.startsWith('0x0') ? `0x${half.slice(3)}` : half;
}

interface StoredAccess {
  readonly address: string;
  readonly storage_keys?: readonly string[];
}

function accessListOf(json: string | null): readonly Json[] {
  const list = json === null ? [] : (JSON.parse(json) as readonly StoredAccess[]);
  return list.map(({ address, storage_keys: storageKeys = [] }) => ({ address, storageKeys }));
}

function authorizationsOf(json: string | null): readonly Json[] {
  return parseAuthorizations(json).map(({ address, chain_id: chainId, nonce, r, s, y_parity: parity }) => ({
    chainId: chainId === '0x' ? '0x0' : chainId,
    nonce: quantity(nonce),
    address,
    yParity: quantity(parity === '0x' ? 0 : parity),
    r: signatureWord(r),
    s: signatureWord(s),
  }));
}
