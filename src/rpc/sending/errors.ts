import { proto } from '@tain/protos/hapi';
import { RpcError } from '../method/rpc-error.ts';

/** Errors of sending. Clients match their texts, so they are those of the relay. */
export const SENDING_ERRORS = {
  readOnly: () => new RpcError(-32_610, 'Unsupported operation. Relay is in read-only mode'),
  invalidArguments: (text: string) => new RpcError(-32_000, `Invalid arguments: ${text}`),
  oversized: (what: OversizedPart, size: number, most: number) =>
    new RpcError(-32_201, `Oversized data: ${OVERSIZED[what](size, most)}`),
  unsupportedType: (type: number) => new RpcError(-32_611, `Unsupported transaction type: txType=${type}`),
  gasTooHigh: (gas: bigint, most: bigint) =>
    new RpcError(-32_005, `Transaction gas limit '${gas}' exceeds max gas per sec limit '${most}'`),
  gasTooLow: (gas: bigint, least: bigint) =>
    new RpcError(
      -32_003,
      `Transaction gas limit provided '${gas}' is insufficient of intrinsic gas required '${least}'`,
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
  gasPriceTooLow: (price: bigint, least: bigint) =>
    new RpcError(-32_009, `Gas price '${price}' is below configured minimum gas price '${least}'`),
  receiverSignature: () =>
    new RpcError(-32_000, "Operation is not supported when receiver's signature is enabled."),
  budgetExceeded: () => new RpcError(-32_606, 'HBAR Rate limit exceeded'),
  rejected: (status: string, data: object) => new RpcError(-32_003, `Transaction rejected: ${status}`, data),
  /** `status` is the name of a response code. */
  node: (status: string, text: string) => {
    const code = proto.ResponseCodeEnum[status as keyof typeof proto.ResponseCodeEnum];
    return new RpcError(-32_000, `Consensus node error: ${status} (${code ?? -1}): ${text}`);
  },
} as const;

type OversizedPart = 'transaction' | 'call data' | 'initcode';

const OVERSIZED: Readonly<Record<OversizedPart, (size: number, most: number) => string>> = {
  transaction: (size, most) => `transaction size ${size}, transaction limit ${most}`,
  'call data': (size, most) => `call data size ${size}, call data size limit ${most}`,
  initcode: (size, most) => `initcode size ${size}, initcode size limit ${most}`,
};
