import { keccakHex } from '@tain/evm/keccak';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { ethereumSender } from '@tain/ledger/ethereum-sender';
import { decodeEthereum, type EthereumTransaction } from '@tain/ledger/ethereum-transaction';
import { MAX_GAS_PER_TRANSACTION, minimumGas } from '@tain/ledger/gas';
import { integerOfBytes, prefixedHex } from '@tain/ledger/integer-bytes';
import { quantity } from '../values/hex.ts';
import { SENDING_ERRORS } from './errors.ts';

/** A signed Ethereum transaction that passed all checks of its bytes. */
export interface SignedEthereumTransaction {
  readonly raw: Uint8Array;
  /** Keccak-256 of the bytes, lower-case hex with `0x`; addresses have the same form. */
  readonly hash: string;
  readonly sender: string;
  /** Recipient; null for a creation. */
  readonly to: string | null;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  /** Weibars for one gas: the price, or the sum of maximum fee and priority fee, which is what the relay compares. */
  readonly gasPrice: bigint;
  /** Value in weibars. */
  readonly value: bigint;
  /**
   * Whether it is the transaction of the canonical deployer, whose signed price is below that of any Hedera network.
   */
  readonly isCanonicalDeployer: boolean;
}

/** Limits of the relay, in bytes: HIP-1086 for the size, EIP-3860 for init code. */
const MAX_CALL_DATA_BYTES = 131_072;
const MAX_INIT_CODE_BYTES = 49_152;
const MAX_TRANSACTION_BYTES = 133_120;

/**
 * Keccak-256 of the canonical transaction that deploys the CREATE2 factory at
 * 0x4e59b44847b379578588920ca78fbf26c0b4956c.
 */
const CANONICAL_DEPLOYER = '0xeddf9e61fb9d8f5111840daef55e5fde0041f5702856532cdbb5a02998033d26';

const BLOB_TYPE = 3;
const AUTHORIZATION_TYPE = 4;

/** Checks the bytes of a signed transaction in the relay's order. Throws `RpcError`. */
export function readSentTransaction(raw: Uint8Array, chainId: number): SignedEthereumTransaction {
  const isBlob = raw[0] === BLOB_TYPE;
  const parsed = isBlob ? null : decodeEthereum(raw);
  if (parsed === null && !isBlob) throw SENDING_ERRORS.invalidArguments('no signed Ethereum transaction');
  if (parsed !== null) checkDataSize(parsed);
  if (raw.length > MAX_TRANSACTION_BYTES) {
    throw SENDING_ERRORS.oversized('transaction', raw.length, MAX_TRANSACTION_BYTES);
  }
  if (parsed === null) throw SENDING_ERRORS.unsupportedType(BLOB_TYPE);
  const { callData, gasLimit, nonce, toAddress } = parsed;
  const lists = { authorizations: authorizationsOf(parsed), ...accessesOf(parsed) };
  const intrinsic = minimumGas(callData, toAddress.length === 0, lists);
  if (gasLimit > MAX_GAS_PER_TRANSACTION) throw SENDING_ERRORS.gasTooHigh(gasLimit, MAX_GAS_PER_TRANSACTION);
  if (gasLimit < intrinsic) throw SENDING_ERRORS.gasTooLow(gasLimit, intrinsic);
  const given = numberOf(parsed.chainId);
  // A transaction without a chain id is valid on every chain, as on the ledger.
  if (given !== 0n && given !== BigInt(chainId)) {
    throw SENDING_ERRORS.wrongChain(quantity(given), quantity(chainId));
  }
  const value = numberOf(parsed.value);
  if (value > 0n && value < WEIBARS_PER_TINYBAR) throw SENDING_ERRORS.valueTooLow();
  checkAuthorizations(parsed);
  const sender = ethereumSender(raw);
  if (sender === undefined) throw SENDING_ERRORS.invalidArguments('invalid signature');
  const hash = keccakHex(raw);
  return {
    raw,
    hash,
    sender: `0x${sender}`,
    to: toAddress.length === 0 ? null : prefixedHex(toAddress),
    nonce,
    gasLimit,
    gasPrice: priceOf(parsed),
    value,
    isCanonicalDeployer: hash === CANONICAL_DEPLOYER,
  };
}

function checkDataSize({ callData, toAddress }: EthereumTransaction): void {
  const size = callData.length;
  if (size > MAX_CALL_DATA_BYTES) throw SENDING_ERRORS.oversized('call data', size, MAX_CALL_DATA_BYTES);
  if (toAddress.length === 0 && size > MAX_INIT_CODE_BYTES) {
    throw SENDING_ERRORS.oversized('initcode', size, MAX_INIT_CODE_BYTES);
  }
}

/** Checks that a list of authorizations (EIP-7702) is not empty, and that the transaction is a call. */
function checkAuthorizations(parsed: EthereumTransaction): void {
  if (parsed.type !== AUTHORIZATION_TYPE) return;
  if (authorizationsOf(parsed) === 0) throw SENDING_ERRORS.invalidArguments('empty authorization list');
  if (parsed.toAddress.length === 0) {
    throw SENDING_ERRORS.invalidArguments('authorizations need a receiver');
  }
}

function authorizationsOf({ authorizationList }: EthereumTransaction): number {
  return authorizationList === null ? 0 : (JSON.parse(authorizationList) as unknown[]).length;
}

function accessesOf({ accessList }: EthereumTransaction): { addresses: number; keys: number } {
  if (accessList === null) return { addresses: 0, keys: 0 };
  const entries = JSON.parse(accessList) as { readonly storage_keys: readonly string[] }[];
  return {
    addresses: entries.length,
    keys: entries.reduce((sum, { storage_keys: keys }) => sum + keys.length, 0),
  };
}

function priceOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EthereumTransaction): bigint {
  return gasPrice === null ? numberOf(maxFeePerGas) + numberOf(maxPriorityFeePerGas) : numberOf(gasPrice);
}

function numberOf(bytes: Uint8Array | null): bigint {
  return bytes === null ? 0n : integerOfBytes(bytes);
}
