import { keccak256 } from '@tain/evm/keccak';
import { signHash, signTransaction, type UnsignedTransaction } from '@tain/ledger/ethereum-signing';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/rpc-error.ts';
import type { UnlockedAccount } from '../method/services.ts';
import { selectAccountState } from '../reads/account-state.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import type { GivenTransaction, TransactionRequest } from './transaction-request.ts';

/** Returns the account at an address, if this server signs for it. */
export function findUnlocked({ services }: RpcContext, address: string): UnlockedAccount | undefined {
  return services.accounts?.find((one) => one.address === address);
}

/** Returns the account that this server signs for. Throws `RpcError` for another one. */
export function unlockedAccount(context: RpcContext, address: string): UnlockedAccount {
  const found = findUnlocked(context, address);
  // The words of Hardhat and of Anvil, which tests expect.
  if (found === undefined) throw new RpcError(-32_000, `Unknown account ${address}: No Signer available`);
  return found;
}

/** Returns a transaction with a sender, by default the first account that this server signs for, as in Anvil. Throws `RpcError`. */
export function withSender({ services }: RpcContext, given: GivenTransaction): TransactionRequest {
  const from = given.from ?? services.accounts?.[0]?.address;
  if (from === undefined) throw new RpcError(-32_000, 'No Signer available');
  return { ...given, from };
}

/** Completes a transaction (nonce, gas, price) and signs it with the key of its sender. Throws `RpcError`. */
export async function signRequest(context: RpcContext, given: TransactionRequest): Promise<Uint8Array> {
  const account = unlockedAccount(context, given.from);
  const { head, settings } = context;
  const nextOf = context.pending.noncesOf(account.address);
  const [state, networkPrice] = await Promise.all([
    given.nonce === undefined ? selectAccountState(context, account.address) : undefined,
    head === null ? undefined : selectNetworkGasPrice(context, head.consensusEnd),
  ]);
  for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    if (given.gasPrice !== undefined && given[fee] !== undefined)
      throw new RpcError(-32_602, `Cannot send both gasPrice and ${fee} params`);
  }
  const isPriced = given.maxFeePerGas !== undefined || given.maxPriorityFeePerGas !== undefined;
  const type = given.type ?? (isPriced ? 2 : given.accessList === undefined ? 0 : 1);
  const price = networkPrice ?? 0n;
  const transaction: UnsignedTransaction = {
    type,
    chainId: BigInt(settings.chainId),
    nonce: given.nonce ?? nextOf(state?.nonce ?? 0n),
    gasPrice: type === 2 ? (given.maxFeePerGas ?? price) : (given.gasPrice ?? price),
    priorityFee: given.maxPriorityFeePerGas ?? 0n,
    // The default is the maximum, because unused gas is not charged.
    gasLimit: given.gas ?? MAX_GAS_PER_TRANSACTION,
    to: given.to === undefined ? null : Buffer.from(given.to.slice(2), 'hex'),
    value: given.value ?? 0n,
    data: given.data,
    accessList: given.accessList ?? [],
  };
  return signTransaction(transaction, account.privateKey);
}

/** Signs a message as wallets do (EIP-191). Returns r, s, and 27 or 28, in hex. */
export function signMessage({ privateKey }: UnlockedAccount, message: Uint8Array): string {
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
  return signatureHex(keccak256(Buffer.concat([prefix, message])), privateKey);
}

/** Signs a hash. Returns r, s, and 27 or 28, in hex. */
export function signatureHex(hash: Uint8Array, privateKey: Uint8Array): string {
  const { r, s, parity } = signHash(hash, privateKey);
  return `0x${Buffer.concat([r, s, Buffer.of(27 + parity)]).toString('hex')}`;
}
