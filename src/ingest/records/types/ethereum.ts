import { keccak256 } from '@tain/evm/keccak';
import { authorizedNonces, nonceAfterAuthorizations } from '@tain/ledger/authorization';
import {
  decodeEthereum,
  type EthereumTransaction,
  encodeWithCallData,
} from '@tain/ledger/ethereum-transaction';
import { longToBigInt } from '@tain/ledger/long';
import { RESULT } from '@tain/ledger/results';
import { saturated } from '@tain/ledger/timestamp';
import { inSlices } from '../../../kernel/limits/in-slices.ts';
import { hapiAtLeast, type Item } from '../../decode/item.ts';
import type { Context, TransactionType } from '../context.ts';
import { contractResultOf } from '../evm-block.ts';
import { accountIdOf, contractIdOf, fileIdOf, idOrNull } from '../ids.ts';

export const ethereum: TransactionType = {
  entityId: (item) => contractIdOf(item.record.receipt?.contractID),
  apply: applyEthereum,
  applyFailed: applyEthereum,
};

/**
 * Recovers the authorities of an Ethereum transaction whose delegations were applied, in slices, because each takes some
 * milliseconds. Must be called before the transaction is applied, and after its preceding children.
 */
export async function recoverAuthorities(item: Item, { evm }: Context): Promise<void> {
  if (evm.authoritiesOf(item).length === 0) return;
  const list = decodeEthereum(
    item.body.ethereumTransaction?.ethereumData ?? new Uint8Array(),
  )?.authorizationList;
  evm.setAuthorized(item, await inSlices(authorizedNonces(list ?? null)));
}

/** Stores the decoded transaction, even if it failed, and its sender's nonce. */
function applyEthereum(item: Item, _entityId: bigint, context: Context): void {
  const body = item.body.ethereumTransaction;
  const data = body?.ethereumData ?? new Uint8Array();
  const decoded = decodeEthereum(data);
  if (!body || !decoded) {
    context.problem(item, 'an Ethereum transaction that cannot be decoded');
    return;
  }
  const callDataId = idOrNull(fileIdOf(body.callData));
  const hash = hashOf(item, decoded, data, callDataId, context);
  context.evm.setEthereum(item, decoded, hash);
  context.rows.add('ethereum_transaction', {
    call_data_id: callDataId,
    call_data: decoded.callData,
    chain_id: decoded.chainId,
    consensus_timestamp: item.consensusTimestamp,
    data,
    gas_limit: decoded.gasLimit,
    gas_price: decoded.gasPrice,
    hash,
    max_fee_per_gas: decoded.maxFeePerGas,
    max_gas_allowance: longToBigInt(body.maxGasAllowance),
    max_priority_fee_per_gas: decoded.maxPriorityFeePerGas,
    nonce: decoded.nonce,
    payer_account_id: item.payer,
    recovery_id: decoded.recoveryId,
    signature_r: decoded.signatureR,
    signature_s: decoded.signatureS,
    signature_v: decoded.signatureV,
    to_address: decoded.toAddress,
    type: decoded.type,
    value: decoded.value,
    authorization_list: decoded.authorizationList,
    access_list: decoded.accessList,
  });
  setSenderNonce(item, decoded, context);
  setAuthorityNonces(item, context);
}

/**
 * Returns the hash in the record if it has one. Otherwise the hash of the data; with call data in a file, the hash of
 * the data with the file's content substituted. Empty when it cannot be computed: with an access list (as in public
 * mirrors), or without the file.
 */
function hashOf(
  item: Item,
  decoded: EthereumTransaction,
  data: Uint8Array,
  callDataId: bigint | null,
  context: Context,
): Uint8Array {
  if (item.record.ethereumHash?.length) return item.record.ethereumHash;
  if (decoded.callData.length > 0 || callDataId === null) return keccak256(data);
  const callData = decoded.hasAccessList ? null : context.files.callData(callDataId);
  if (callData) return keccak256(encodeWithCallData(decoded, callData));
  context.problem(item, `the hash of an Ethereum transaction whose call data is in file ${callDataId}`);
  return new Uint8Array();
}

function setSenderNonce(item: Item, decoded: EthereumTransaction, { state }: Context): void {
  const result = contractResultOf(item);
  const sender = accountIdOf(result?.senderId);
  if (sender === 0n) return;
  const nonce = result?.signerNonce
    ? longToBigInt(result.signerNonce.value)
    : nonceIsUsed(item)
      ? saturated(decoded.nonce + 1n)
      : null;
  if (nonce === null) return;
  state.entity.adjust({ id: sender }, (row) => {
    row.ethereum_nonce = nonce;
  });
}

/**
 * Sets the nonces of the accounts whose authorizations were applied (EIP-7702), also if the call failed. Records have
 * only the sender's nonce, which includes its own authorizations.
 */
function setAuthorityNonces(item: Item, { evm, lookup, state }: Context): void {
  const result = contractResultOf(item);
  const known = result?.signerNonce ? accountIdOf(result.senderId) : 0n;
  const signed = evm.authorizedOf(item);
  for (const id of evm.authoritiesOf(item)) {
    if (id === known) continue;
    const address = lookup.evmAddress(id);
    if (address === null) continue;
    state.entity.adjust({ id }, (row) => {
      const before = row.ethereum_nonce ?? 0n;
      const after = saturated(nonceAfterAuthorizations(signed, address, before) ?? before);
      row.ethereum_nonce = after > before ? after : before;
    });
  }
}

/**
 * Returns whether the transaction used its nonce. Records have the nonce since HAPI 0.47; before, executed transactions
 * use it.
 */
function nonceIsUsed(item: Item): boolean {
  if (hapiAtLeast(item, 0, 47)) return false;
  return (
    item.successful ||
    item.status === RESULT.contractRevertExecuted ||
    item.status === RESULT.maxChildRecordsExceeded
  );
}
