import { proto } from '@tain/protos/hapi';
import type { Wallet } from '../ledger/draft.ts';
import { numOf } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';
import { CHAIN_ID } from '../ledger/well-known.ts';
import { MAX_GAS, minimumGas } from '../programs/execute.ts';
import { bytesOfFile } from '../programs/file-code.ts';
import { AUTHORIZATION_GAS } from '../transactions/delegation.ts';
import { type ParsedEthereum, parseEthereum } from '../transactions/parse-ethereum.ts';

/** Ethereum transactions from outside, as submitted by a relay (HIP-410). */

/** Checks an Ethereum transaction for a chain before consensus: `OK`, or the reason of the refusal. */
export function checkEthereum(body: proto.IEthereumTransactionBody, chainId = CHAIN_ID): Status {
  const parsed = parseEthereum(body.ethereumData ?? new Uint8Array());
  if (parsed === undefined) return Status.INVALID_ETHEREUM_TRANSACTION;
  const status = usable(parsed, body, chainId);
  if (status !== Status.OK) return status;
  const { fields } = parsed;
  // Call data in a file is not available before consensus.
  const data = isInFile(parsed, body) ? new Uint8Array() : fields.data;
  const extra = fields.authorizations.length * AUTHORIZATION_GAS;
  if (fields.gasLimit > BigInt(MAX_GAS)) return Status.MAX_GAS_LIMIT_EXCEEDED;
  if (fields.gasLimit < BigInt(minimumGas(data, fields.to.length === 0, extra)))
    return Status.INSUFFICIENT_GAS;
  const isBurned = fields.value > 0n && fields.to.length > 0 && fields.to.every((byte) => byte === 0);
  if (isBurned) return Status.INVALID_SOLIDITY_ADDRESS;
  return isAddressed(parsed) ? Status.OK : Status.INVALID_CONTRACT_ID;
}

/**
 * Returns the wallet's transaction with its complete call data and its sender's account in the ledger, or the reason
 * why it cannot be executed.
 */
export function walletOf(ledger: Ledger, body: proto.IEthereumTransactionBody): Wallet | Status {
  const parsed = parseEthereum(body.ethereumData ?? new Uint8Array());
  if (parsed === undefined) return Status.INVALID_ETHEREUM_TRANSACTION;
  const status = usable(parsed, body, ledger.chainId);
  if (status !== Status.OK) return status;
  if (!isAddressed(parsed)) return Status.INVALID_CONTRACT_ID;
  const data = isInFile(parsed, body)
    ? bytesOfFile(ledger, numOf(body.callData?.fileNum))
    : parsed.fields.data;
  if (typeof data === 'number') return data;
  const signer = parsed.signerWith(data);
  if (signer === undefined) return Status.INVALID_ETHEREUM_TRANSACTION;
  const sender = ledger.resolveAlias(signer.address);
  if (sender === 0 || ledger.accounts.need(sender).contract) return Status.INVALID_ACCOUNT_ID;
  return {
    sender,
    signer: proto.Key.encode({ ECDSASecp256k1: signer.publicKey }).finish(),
    fields: { ...parsed.fields, data },
    hash: parsed.hashWith(data),
  };
}

/**
 * Returns OK for a transaction for the chain with a valid gas allowance. A transaction without a chain id is for all
 * chains.
 */
function usable(
  { fields, isForOneChain }: ParsedEthereum,
  body: proto.IEthereumTransactionBody,
  chainId: bigint,
): Status {
  if (isForOneChain && fields.chainId !== chainId) return Status.WRONG_CHAIN_ID;
  return longToBigInt(body.maxGasAllowance) < 0n ? Status.NEGATIVE_ALLOWANCE_AMOUNT : Status.OK;
}

/** Returns whether the transaction creates a contract, or has an address of 20 bytes. */
function isAddressed({ fields: { to } }: ParsedEthereum): boolean {
  return to.length === 0 || to.length === 20;
}

/** Call data in the transaction takes precedence over a file. */
function isInFile({ fields }: ParsedEthereum, { callData }: proto.IEthereumTransactionBody): boolean {
  return fields.data.length === 0 && numOf(callData?.fileNum) !== 0;
}
