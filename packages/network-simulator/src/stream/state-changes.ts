import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type Long from 'long';
import { accountId, contractId, fileId, long, numOf, tokenId, topicId } from '../ledger/ids.ts';
import { type Ledger, relationKey } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { holds } from '../ledger/status.ts';
import { delimited, varintField } from '../ledger/wire.ts';
import { airdropKeyOf } from '../transactions/airdrop-rules.ts';
import type { DecodedItem } from './decoded-item.ts';
import { entityBytes } from './entity-bytes.ts';
import { accountValue, fileValue, relationValue, tokenValue, topicValue } from './entity-values.ts';

/** Numbers of states in `StateChange.state_id` (HIP-1056, enum `StateIdentifier`). */
const STATE = {
  accounts: 2,
  storage: 4,
  bytecode: 5,
  files: 6,
  tokens: 7,
  relations: 9,
  stakes: 10,
  nodes: 20,
  topics: 21,
  pendingAirdrops: 25,
  nodesOfAccounts: 53,
  registeredNodes: 56,
} as const;

/** Changes by what they are about, so that each key is told once. */
type Changes = Map<string, stream.IStateChange>;

/**
 * What transactions changed in the ledger's state: accounts and their relations to tokens, files, tokens, topics, nodes
 * and their stakes, code and storage of contracts, pending airdrops. The ledger must be as right after them.
 */
export function stateChangesOf(items: readonly DecodedItem[], ledger: Ledger): stream.IStateChange[] {
  const changes: Changes = new Map();
  for (const item of items) {
    movedChanges(item, ledger, changes);
    entityChanges(item, ledger, changes);
    contractChanges(item, ledger, changes);
    for (const { pendingAirdropId } of item.record.newPendingAirdrops ?? []) {
      if (pendingAirdropId) airdropChange(pendingAirdropId, ledger, changes);
    }
  }
  return [...changes.values()];
}

/** Whose balances changed, and in which tokens. */
function movedChanges({ record }: DecodedItem, ledger: Ledger, changes: Changes): void {
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

function entityChanges({ type, body, receipt }: DecodedItem, ledger: Ledger, changes: Changes): void {
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
    update(changes, STATE.nodes, id.toString(), key, { nodeValue: numbered(id) });
    update(changes, STATE.nodesOfAccounts, account, { accountIdKey }, { nodeIdValue: numbered(id) });
    update(changes, STATE.stakes, id.toString(), key, { stakingNodeInfoValue: numbered(id) });
  }
  for (const { nodeId } of body.nodeStakeUpdate?.nodeStake ?? []) {
    if (!nodeId) continue;
    const key = { entityNumberKey: numbered(nodeId) };
    update(changes, STATE.stakes, nodeId.toString(), key, { stakingNodeInfoValue: numbered(nodeId) });
  }
  if (type === 'registeredNodeCreate' && receipt.registeredNodeId) {
    const id = receipt.registeredNodeId;
    const registeredNodeValue = numbered(id);
    update(
      changes,
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

/** The token whose own entity a transaction changes; null: none. */
function tokenOf(body: proto.ITransactionBody): proto.ITokenID | null {
  const { tokenMint, tokenBurn, tokenWipe, tokenUpdate, tokenDeletion, tokenPause, tokenUnpause } = body;
  const changes = [tokenMint, tokenBurn, tokenWipe, tokenUpdate, tokenDeletion, tokenPause, tokenUnpause];
  return changes.find((change) => change)?.token ?? null;
}

/** Contracts and their storage as the sidecars name them. */
function contractChanges({ record, sidecars }: DecodedItem, ledger: Ledger, changes: Changes): void {
  const result = record.contractCreateResult ?? record.contractCallResult;
  for (const { contractId: id } of result?.contractNonces ?? []) {
    accountChange(numOf(id?.contractNum), ledger, changes);
  }
  if (record.contractCreateResult) {
    accountChange(numOf(record.contractCreateResult.contractID?.contractNum), ledger, changes);
  }
  for (const { bytecode, stateChanges } of sidecars) {
    const created = numOf(bytecode?.contractId?.contractNum);
    if (created !== 0 && bytecode?.runtimeBytecode?.length) {
      const code = bytecode.runtimeBytecode;
      const key = { contractIdKey: proto.ContractID.encode(contractId(created)).finish() };
      update(changes, STATE.bytecode, created, key, {
        bytecodeValue: entityBytes(proto.Bytecode, { code }),
      });
    }
    for (const { contractId: id, storageChanges } of stateChanges?.contractStateChanges ?? []) {
      for (const { slot, valueWritten } of storageChanges ?? []) {
        if (!valueWritten) continue;
        storageChange(
          numOf(id?.contractNum),
          slot ?? new Uint8Array(),
          valueWritten.value ?? new Uint8Array(),
          changes,
        );
      }
    }
  }
}

function storageChange(num: number, slot: Uint8Array, value: Uint8Array, changes: Changes): void {
  const key = padded(slot);
  const slotKeyKey = proto.SlotKey.encode({ contractID: contractId(num), key }).finish();
  const name = `${num}:${Buffer.from(key).toString('hex')}`;
  if (value.length === 0) {
    remove(changes, STATE.storage, name, { slotKeyKey });
    return;
  }
  const slotValueValue = entityBytes(proto.SlotValue, { value: padded(value) });
  update(changes, STATE.storage, name, { slotKeyKey }, { slotValueValue });
}

function tokenChange(num: number, ledger: Ledger, changes: Changes): void {
  const token = ledger.tokens.get(num);
  if (token === undefined) return;
  const tokenIdKey = proto.TokenID.encode(tokenId(num)).finish();
  update(changes, STATE.tokens, num, { tokenIdKey }, { tokenValue: tokenValue(token, ledger.keys) });
}

function fileChange(num: number, ledger: Ledger, changes: Changes): void {
  const file = ledger.files.get(num);
  if (file === undefined) return;
  const fileIdKey = proto.FileID.encode(fileId(num)).finish();
  update(changes, STATE.files, num, { fileIdKey }, { fileValue: fileValue(file, ledger.keys) });
}

function topicChange(num: number, ledger: Ledger, changes: Changes): void {
  const topic = ledger.topics.get(num);
  if (topic === undefined) return;
  const topicIdKey = proto.TopicID.encode(topicId(num)).finish();
  update(changes, STATE.topics, num, { topicIdKey }, { topicValue: topicValue(topic, ledger.keys) });
}

function accountChange(num: number, ledger: Ledger, changes: Changes): void {
  const account = ledger.accounts.get(num);
  if (account === undefined) return;
  const accountIdKey = proto.AccountID.encode(accountId(num)).finish();
  update(
    changes,
    STATE.accounts,
    num,
    { accountIdKey },
    { accountValue: accountValue(account, ledger.keys) },
  );
}

function relationChange(account: number, token: number, ledger: Ledger, changes: Changes): void {
  const relation = ledger.relations.get(relationKey(account, token));
  if (relation === undefined) return;
  const tokenRelationshipKey = Buffer.concat([
    delimited(1, proto.AccountID.encode(accountId(account)).finish()),
    delimited(2, proto.TokenID.encode(tokenId(token)).finish()),
  ]);
  if (!relation.associated) {
    remove(changes, STATE.relations, `${account}/${token}`, { tokenRelationshipKey });
    return;
  }
  const value = { tokenRelationValue: relationValue(relation) };
  update(changes, STATE.relations, `${account}/${token}`, { tokenRelationshipKey }, value);
}

function airdropChange(id: proto.IPendingAirdropId, ledger: Ledger, changes: Changes): void {
  const name = airdropKeyOf(id);
  const airdrop = ledger.airdrops.get(name);
  const pendingAirdropIdKey = proto.PendingAirdropId.encode(id).finish();
  if (airdrop === undefined) {
    remove(changes, STATE.pendingAirdrops, name, { pendingAirdropIdKey });
    return;
  }
  const amount = { pendingAirdropValue: { amount: long(airdrop.amount).toUnsigned() } };
  const value = airdrop.serial === 0 ? amount : {};
  update(
    changes,
    STATE.pendingAirdrops,
    name,
    { pendingAirdropIdKey },
    {
      accountPendingAirdropValue: entityBytes(proto.AccountPendingAirdrop, value),
    },
  );
}

function update(
  changes: Changes,
  stateId: number,
  name: number | string,
  key: stream.IMapChangeKey,
  value: stream.IMapChangeValue,
): void {
  changes.set(`${stateId}:${name}`, { stateId, mapUpdate: { key, value } });
}

function remove(changes: Changes, stateId: number, name: string, key: stream.IMapChangeKey): void {
  changes.set(`${stateId}:${name}`, { stateId, mapDelete: { key } });
}

/** A message whose field 1 is this id: ids of nodes, and nodes as far as they matter here. */
function numbered(id: Long): Uint8Array {
  return id.isZero() ? new Uint8Array() : varintField(1, longToBigInt(id));
}

/** 32 bytes, as the ledger's state has slots and values. */
function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
}
