import { proto } from '@tain/protos/hapi';
import { RpcError } from '../method/rpc-error.ts';

/** Errors of sending. Their texts are those of the relay, because clients match them. */
export const SENDING_ERRORS = {
  /** Code of EIP-1474 for a resource that is not available yet. */
  notReady: () =>
    new RpcError(-32_002, 'Resource unavailable: the local network does not accept transactions yet'),
  readOnly: () => new RpcError(-32_610, 'Unsupported operation. Relay is in read-only mode'),
  invalidArguments: (text: string) => new RpcError(-32_000, `Invalid arguments: ${text}`),
  oversized: (what: OversizedPart, size: number, max: number) =>
    new RpcError(-32_201, `Oversized data: ${OVERSIZED[what](size, max)}`),
  unsupportedType: (type: number) => new RpcError(-32_611, `Unsupported transaction type: txType=${type}`),
  gasTooHigh: (gas: bigint, max: bigint) =>
    new RpcError(-32_005, `Transaction gas limit '${gas}' exceeds max gas per sec limit '${max}'`),
  gasTooLow: (gas: bigint, min: bigint) =>
    new RpcError(
      -32_003,
      `Transaction gas limit provided '${gas}' is insufficient of intrinsic gas required '${min}'`,
    ),
  wrongChain: (given: string, own: string) =>
    new RpcError(-32_000, `ChainId (${given}) not supported. The correct chainId is ${own}`),
  valueTooLow: () =>
    new RpcError(-32_602, "Value can't be non-zero and less than 10_000_000_000 wei which is 1 tinybar"),
  nonceTooLow: (nonce: bigint, current: bigint) =>
    new RpcError(-32_000, `Nonce too low. Provided nonce: ${nonce}, current nonce: ${current}`),
  nonceTooHigh: (nonce: bigint, current: bigint) =>
    new RpcError(-32_000, `Nonce too high. Provided nonce: ${nonce}, current nonce: ${current}`),
  insufficientFunds: () => new RpcError(-32_000, 'Insufficient funds for transfer'),
  gasPriceTooLow: (price: bigint, min: bigint) =>
    new RpcError(-32_009, `Gas price '${price}' is below configured minimum gas price '${min}'`),
  receiverSignature: () =>
    new RpcError(-32_000, "Operation is not supported when receiver's signature is enabled."),
  budgetExceeded: () => new RpcError(-32_606, 'HBAR Rate limit exceeded'),
  rejected: (status: string, data: object) => new RpcError(-32_003, `Transaction rejected: ${status}`, data),
  /** Error of a node. `status` is the name of a response code. */
  node: (status: string, text: string) => {
    const code = proto.ResponseCodeEnum[status as keyof typeof proto.ResponseCodeEnum];
    return new RpcError(-32_000, `Consensus node error: ${status} (${code ?? -1}): ${text}`);
  },
} as const;

type OversizedPart = 'transaction' | 'call data' | 'initcode';

const OVERSIZED: Readonly<Record<OversizedPart, (size: number, max: number) => string>> = {
  transaction: (size, max) => `transaction size ${size}, transaction limit ${max}`,
  'call data': (size, max) => `call data size ${size}, call data size limit ${max}`,
  initcode: (size, max) => `initcode size ${size}, initcode size limit ${max}`,
};
