import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type Long from 'long';
import { accountId, contractId, fileId, numOf, tokenId, topicId } from '../ledger/ids.ts';
import { type Ledger, relationKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { holds } from '../ledger/status.ts';
import { delimited, varintField } from '../ledger/wire.ts';
import { padded } from '../ledger/words.ts';
import { HOOK_NUMBER } from '../programs/hook-state.ts';
import { accountChange, airdropChange, ChangeList, STATE, storageChange } from './account-changes.ts';
import type { DecodedItem } from './decoded-item.ts';
import { entityBytes, fileValue, relationValue, tokenValue, topicValue } from './entity-values.ts';

/**
 * Returns the changes of transactions in the ledger's state: accounts and their relations to tokens, files, tokens,
 * topics, nodes and their stakes, code and storage of contracts, pending airdrops. The ledger must have the state right
 * after them.
 */
export function stateChangesOf(items: readonly DecodedItem[], ledger: Ledger): stream.IStateChange[] {
  const changes = new ChangeList();
  for (const item of items) {
    movedChanges(item, ledger, changes);
    entityChanges(item, ledger, changes);
    contractChanges(item, ledger, changes);
    for (const { pendingAirdropId } of item.record.newPendingAirdrops ?? []) {
      if (pendingAirdropId) airdropChange(pendingAirdropId, ledger, changes);
    }
  }
  return changes.all();
}

/** Adds the balances that changed, with their tokens. */
function movedChanges({ record }: DecodedItem, ledger: Ledger, changes: ChangeList): void {
  for (const { accountID } of record.transferList?.accountAmounts ?? []) {
    accountChange(numOf(accountID?.accountNum), ledger, changes);
  }
  for (const { token, transfers, nftTransfers } of record.tokenTransferLists ?? []) {
    const accounts = [
      ...(transfers ?? []).map(({ accountID }) => accountID),
      ...(nftTransfers ?? []).flatMap(({ senderAccountID, receiverAccountID }) => [
        senderAccountID,
        receiverAccountID,
      ]),
    ];
    for (const account of accounts) {
      relationChange(numOf(account?.accountNum), numOf(token?.tokenNum), ledger, changes);
    }
  }
  for (const { accountId: account, tokenId: token } of record.automaticTokenAssociations ?? []) {
    relationChange(numOf(account?.accountNum), numOf(token?.tokenNum), ledger, changes);
  }
}

function entityChanges({ type, body, receipt }: DecodedItem, ledger: Ledger, changes: ChangeList): void {
  if (!holds(receipt.status ?? 0)) return;
  const token = receipt.tokenID ?? tokenOf(body);
  if (token) tokenChange(numOf(token.tokenNum), ledger, changes);
  const topic =
    receipt.topicID ??
    (body.consensusSubmitMessage ?? body.consensusUpdateTopic ?? body.consensusDeleteTopic)?.topicID;
  if (topic) topicChange(numOf(topic.topicNum), ledger, changes);
  const file = receipt.fileID ?? (body.fileUpdate ?? body.fileAppend ?? body.fileDelete)?.fileID;
  if (file) fileChange(numOf(file.fileNum), ledger, changes);
  const { account: related, tokens = [] } = body.tokenAssociate ?? body.tokenDissociate ?? {};
  for (const each of tokens ?? []) {
    relationChange(numOf(related?.accountNum), numOf(each.tokenNum), ledger, changes);
  }
  const settled = (body.tokenClaimAirdrop ?? body.tokenCancelAirdrop)?.pendingAirdrops ?? [];
  for (const each of settled) airdropChange(each, ledger, changes);
  if (type === 'nodeCreate' && receipt.nodeId) {
    const id = receipt.nodeId;
    const key = { entityNumberKey: numbered(id) };
    const account = ledger.nodes.get(numOf(id))?.account ?? 0;
    const accountIdKey = proto.AccountID.encode(accountId(account)).finish();
    changes.update(STATE.nodes, id.toString(), key, { nodeValue: numbered(id) });
    changes.update(STATE.nodesOfAccounts, account, { accountIdKey }, { nodeIdValue: numbered(id) });
    changes.update(STATE.stakes, id.toString(), key, { stakingNodeInfoValue: numbered(id) });
  }
  for (const { nodeId } of body.nodeStakeUpdate?.nodeStake ?? []) {
    if (!nodeId) continue;
    const key = { entityNumberKey: numbered(nodeId) };
    changes.update(STATE.stakes, nodeId.toString(), key, { stakingNodeInfoValue: numbered(nodeId) });
  }
  if (type === 'registeredNodeCreate' && receipt.registeredNodeId) {
    const id = receipt.registeredNodeId;
    const registeredNodeValue = numbered(id);
    changes.update(
      STATE.registeredNodes,
      id.toString(),
      { nodeIdKey: numbered(id) },
      { registeredNodeValue },
    );
  }
  const account =
    receipt.accountID ?? body.cryptoUpdateAccount?.accountIDToUpdate ?? body.cryptoDelete?.deleteAccountID;
  if (account) accountChange(numOf(account.accountNum), ledger, changes);
}

/** Returns the token that a transaction changes; null: none. */
function tokenOf(body: proto.ITransactionBody): proto.ITokenID | null {
  const { tokenMint, tokenBurn, tokenWipe, tokenUpdate, tokenDeletion, tokenPause, tokenUnpause } = body;
  const changes = [tokenMint, tokenBurn, tokenWipe, tokenUpdate, tokenDeletion, tokenPause, tokenUnpause];
  return changes.find((change) => change)?.token ?? null;
}

/** Adds contracts and their storage, as named by the sidecars. */
function contractChanges(
  { record, sidecars, hookId }: DecodedItem,
  ledger: Ledger,
  changes: ChangeList,
): void {
  const result = record.contractCreateResult ?? record.contractCallResult;
  for (const { contractId: id } of result?.contractNonces ?? []) {
    accountChange(numOf(id?.contractNum), ledger, changes);
  }
  if (record.contractCreateResult) {
    accountChange(numOf(record.contractCreateResult.contractID?.contractNum), ledger, changes);
  }
  // Creations of a hook's code increment the nonce of the hook's owner.
  const creates = sidecars.some(({ actions }) =>
    actions?.contractActions?.some(({ callType }) => callType === proto.ContractActionType.CREATE),
  );
  if (hookId && creates) accountChange(numOf(hookId.entityId?.accountId?.accountNum), ledger, changes);
  for (const { bytecode, stateChanges } of sidecars) {
    const created = numOf(bytecode?.contractId?.contractNum);
    if (created !== 0 && bytecode?.runtimeBytecode?.length) {
      const code = bytecode.runtimeBytecode;
      const key = { contractIdKey: proto.ContractID.encode(contractId(created)).finish() };
      changes.update(STATE.bytecode, created, key, {
        bytecodeValue: entityBytes(proto.Bytecode, { code }),
      });
    }
    for (const { contractId: id, storageChanges } of stateChanges?.contractStateChanges ?? []) {
      for (const { slot, valueWritten } of storageChanges ?? []) {
        if (!valueWritten) continue;
        if (hookId && numOf(id?.contractNum) === HOOK_NUMBER) {
          hookStorageChange(
            hookId,
            slot ?? new Uint8Array(),
            valueWritten.value ?? new Uint8Array(),
            changes,
          );
          continue;
        }
        storageChange(
          numOf(id?.contractNum),
          slot ?? new Uint8Array(),
          valueWritten.value ?? new Uint8Array(),
          ledger,
          changes,
        );
      }
    }
  }
}

/** Adds a slot of a hook's storage. Its links to other slots of the hook are omitted. */
function hookStorageChange(
  id: proto.IHookId,
  slot: Uint8Array,
  value: Uint8Array,
  changes: ChangeList,
): void {
  const hookId = proto.HookId.encode(id).finish();
  const name = Buffer.concat([hookId, padded(slot)]).toString('hex');
  const key = { evmHookSlotKey: { hookId, key: slot } };
  if (value.length === 0) changes.remove(STATE.hookStorage, name, key);
  else {
    const slotValueValue = entityBytes(proto.SlotValue, { value: padded(value) });
    changes.update(STATE.hookStorage, name, key, { slotValueValue });
  }
}

function tokenChange(num: number, ledger: Ledger, changes: ChangeList): void {
  const token = ledger.tokens.get(num);
  if (token === undefined) return;
  const tokenIdKey = proto.TokenID.encode(tokenId(num)).finish();
  changes.update(STATE.tokens, num, { tokenIdKey }, { tokenValue: tokenValue(token, ledger.keys) });
}

function fileChange(num: number, ledger: Ledger, changes: ChangeList): void {
  const file = ledger.files.get(num);
  if (file === undefined) return;
  const fileIdKey = proto.FileID.encode(fileId(num)).finish();
  changes.update(STATE.files, num, { fileIdKey }, { fileValue: fileValue(file, ledger.keys) });
}

function topicChange(num: number, ledger: Ledger, changes: ChangeList): void {
  const topic = ledger.topics.get(num);
  if (topic === undefined) return;
  const topicIdKey = proto.TopicID.encode(topicId(num)).finish();
  changes.update(STATE.topics, num, { topicIdKey }, { topicValue: topicValue(topic, ledger.keys) });
}

function relationChange(account: number, token: number, ledger: Ledger, changes: ChangeList): void {
  const relation = ledger.relations.get(relationKey(account, token));
  if (relation === undefined) return;
  const tokenRelationshipKey = Buffer.concat([
    delimited(1, proto.AccountID.encode(accountId(account)).finish()),
    delimited(2, proto.TokenID.encode(tokenId(token)).finish()),
  ]);
  if (!relation.associated) {
    changes.remove(STATE.relations, `${account}/${token}`, { tokenRelationshipKey });
    return;
  }
  const value = { tokenRelationValue: relationValue(relation) };
  changes.update(STATE.relations, `${account}/${token}`, { tokenRelationshipKey }, value);
}

/** Encodes a message whose field 1 is this id: ids of nodes, and the needed part of nodes. */
function numbered(id: Long): Uint8Array {
  return id.isZero() ? new Uint8Array() : varintField(1, longToBigInt(id));
}
