import { decodeEntityId } from '@tain/ledger/entity-id';
import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { publicKeyHex } from '@tain/ledger/key-json';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import { isAddressBookFile } from '@tain/ledger/system-files';
import { nanosOf } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { InitialAccount, InitialFile, InitialState } from '../../decode/initial-state.ts';
import type { Context } from '../context.ts';
import { ifSet, keyFields } from '../entity-change.ts';
import { accountIdOf, bigIntOrNull, contractIdOf, fileIdOf, idOrNull } from '../ids.ts';

/**
 * Adds the state from before the stream, as of right before its first transaction. The creation times of these entities
 * are unknown. Source: the public mirror's handling of the first wrapped record block.
 */
export function addInitialState(
  { at, accounts, files, codes, leftOut }: InitialState,
  context: Context,
): void {
  if (leftOut > 0) context.unknown('initial_state', leftOut);
  for (const account of accounts) addAccount(account, at, context);
  // Rows of file contents are distinguished by time alone, so each gets its own nanosecond.
  for (const [index, file] of files.entries()) addFile(file, at - BigInt(index), context);
  for (const { contractId, code } of codes) {
    const id = contractIdOf(contractId);
    if (id !== 0n) context.state.contract.version(at, { id, runtime_bytecode: code });
  }
}

function addAccount({ account, key }: InitialAccount, at: bigint, { state, lookup }: Context): void {
  const id = accountIdOf(account.accountId);
  if (id === 0n) return;
  const alias = account.alias?.length ? account.alias : null;
  const evmAddress = alias && evmAddressOfAlias(alias);
  const stakedAccount = idOrNull(accountIdOf(account.stakedAccountId));
  const stakedNode = bigIntOrNull(account.stakedNodeId);
  state.entity.version(at, {
    id,
    type: account.smartContract ? 'CONTRACT' : 'ACCOUNT',
    deleted: account.deleted ?? false,
    ...ifSet({
      alias,
      evm_address: evmAddress,
      auto_renew_account_id: idOrNull(accountIdOf(account.autoRenewAccountId)),
      auto_renew_period: positive(account.autoRenewSeconds),
      expiration_timestamp: expiration(account.expirationSecond),
      ethereum_nonce: positive(account.ethereumNonce),
      staked_account_id: stakedAccount,
      staked_node_id: stakedNode,
      stake_period_start:
        stakedAccount === null && stakedNode === null ? null : bigIntOrNull(account.stakePeriodStart),
    }),
    ...keyFields(key, account.key ? publicKeyHex(account.key) : null),
    balance: longToBigInt(account.tinybarBalance),
    balance_timestamp: at,
    decline_reward: account.declineReward ?? false,
    max_automatic_token_associations: account.maxAutoAssociations ?? 0,
    memo: account.memo ?? '',
    receiver_sig_required: account.receiverSigRequired ?? false,
  });
  lookup.remember({ id, alias, evmAddress });
}

function addFile({ file, keys }: InitialFile, at: bigint, { state, rows, files }: Context): void {
  const id = fileIdOf(file.fileId);
  if (id === 0n) return;
  state.entity.version(at, {
    id,
    type: 'FILE',
    deleted: file.deleted ?? false,
    ...ifSet({ expiration_timestamp: expiration(file.expirationSecond), key: keys }),
    memo: file.memo ?? '',
  });
  // Address books of that time are part of Tain (`known-books`).
  if (isAddressBookFile(decodeEntityId(id).num)) return;
  const contents = file.contents ?? new Uint8Array();
  files.write(id, TYPE.fileUpdate, contents);
  rows.add('file_data', {
    file_data: contents,
    consensus_timestamp: at,
    entity_id: id,
    transaction_type: TYPE.fileUpdate,
  });
}

/** Returns a value, or null for 0, which the state has for values that are not set. */
function positive(value: LongLike | null | undefined): bigint | null {
  const number = longToBigInt(value);
  return number > 0n ? number : null;
}

/** Converts an expiry in seconds to nanoseconds; null when there is none. Saturates. */
function expiration(seconds: LongLike | null | undefined): bigint | null {
  const value = positive(seconds);
  return value && nanosOf(value, 0);
}
