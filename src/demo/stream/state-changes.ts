import { proto } from '@hiero-ledger/proto';
import type Long from 'long';
import type { stream } from '#block-stream';
import { longToBigInt } from '../../kernel/long.ts';
import { accountId, contractId, fileId, long, numOf, tokenId, topicId } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { varintField } from '../ledger/wire.ts';
import { airdropKeyOf } from '../transactions/airdrops.ts';
import type { DecodedItem } from './decoded-item.ts';

/** Numbers of states in `StateChange.state_id` (HIP-1056, enum `StateIdentifier`). */
const STATE = {
  accounts: 2,
  storage: 4,
  bytecode: 5,
  files: 6,
  tokens: 7,
  nodes: 20,
  topics: 21,
  pendingAirdrops: 25,
  registeredNodes: 56,
} as const;

/** Types after which a token's supply is another one. */
const SUPPLY_TYPES = new Set(['tokenCreation', 'tokenMint', 'tokenBurn', 'tokenWipe']);

/** Changes by what they are about, so that each key is told once. */
type Changes = Map<string, stream.IStateChange>;

/**
 * What transactions changed in the ledger's state, of the kinds that readers of blocks need: ids of what was created,
 * supplies, the last message of topics, addresses and nonces of accounts, code and storage of contracts, pending
 * airdrops. The ledger must be as right after them.
 */
export function stateChangesOf(items: readonly DecodedItem[], ledger: Ledger): stream.IStateChange[] {
  const changes: Changes = new Map();
  for (const item of items) {
    entityChanges(item, ledger, changes);
    contractChanges(item, ledger, changes);
    for (const { pendingAirdropId } of item.record.newPendingAirdrops ?? []) {
      if (pendingAirdropId) airdropChange(pendingAirdropId, ledger, changes);
    }
  }
  return [...changes.values()];
}

function entityChanges({ type, body, receipt }: DecodedItem, ledger: Ledger, changes: Changes): void {
  if (SUPPLY_TYPES.has(type)) {
    const token =
      receipt.tokenID ?? body.tokenMint?.token ?? body.tokenBurn?.token ?? body.tokenWipe?.token ?? null;
    tokenChange(numOf(token?.tokenNum), ledger, changes);
  }
  if (type === 'consensusCreateTopic') topicChange(numOf(receipt.topicID?.topicNum), ledger, changes);
  if (type === 'consensusSubmitMessage') {
    topicChange(numOf(body.consensusSubmitMessage?.topicID?.topicNum), ledger, changes);
  }
  if (type === 'fileCreate' && receipt.fileID) {
    const num = numOf(receipt.fileID.fileNum);
    update(
      changes,
      STATE.files,
      num,
      { fileIdKey: proto.FileID.encode(fileId(num)).finish() },
      {
        fileValue: proto.File.encode({ fileId: fileId(num) }).finish(),
      },
    );
  }
  if (type === 'nodeCreate' && receipt.nodeId) {
    const id = receipt.nodeId;
    update(changes, STATE.nodes, id.toString(), { nodeIdKey: numbered(id) }, { nodeValue: numbered(id) });
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
  const account = receipt.accountID ?? body.cryptoUpdateAccount?.accountIDToUpdate;
  if (account) accountChange(numOf(account.accountNum), ledger, changes);
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
        bytecodeValue: proto.Bytecode.encode({ code }).finish(),
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
    changes.set(`${STATE.storage}:${name}`, { stateId: STATE.storage, mapDelete: { key: { slotKeyKey } } });
    return;
  }
  const slotValueValue = proto.SlotValue.encode({ value: padded(value) }).finish();
  update(changes, STATE.storage, name, { slotKeyKey }, { slotValueValue });
}

function tokenChange(num: number, ledger: Ledger, changes: Changes): void {
  const token = ledger.tokens.get(num);
  if (token === undefined) return;
  const tokenIdKey = proto.TokenID.encode(tokenId(num)).finish();
  const tokenValue = proto.Token.encode({
    tokenId: tokenId(num),
    name: token.name,
    symbol: token.symbol,
    totalSupply: long(token.totalSupply),
  }).finish();
  update(changes, STATE.tokens, num, { tokenIdKey }, { tokenValue });
}

function topicChange(num: number, ledger: Ledger, changes: Changes): void {
  const topic = ledger.topics.get(num);
  if (topic === undefined) return;
  const { sequenceNumber, runningHash } = topic;
  const topicIdKey = proto.TopicID.encode(topicId(num)).finish();
  const topicValue = proto.Topic.encode({
    topicId: topicId(num),
    sequenceNumber: long(sequenceNumber),
    runningHash,
  }).finish();
  update(changes, STATE.topics, num, { topicIdKey }, { topicValue });
}

function accountChange(num: number, ledger: Ledger, changes: Changes): void {
  const account = ledger.accounts.get(num);
  if (account === undefined) return;
  const { alias, evmAddress, contract, delegation } = account;
  const accountIdKey = proto.AccountID.encode(accountId(num)).finish();
  const accountValue = proto.Account.encode({
    accountId: accountId(num),
    // A contract's alias is its EVM address.
    alias: (contract ? evmAddress : alias) ?? new Uint8Array(),
    smartContract: contract,
    ethereumNonce: long(account.ethereumNonce),
    tinybarBalance: long(account.balance),
    ...(delegation && { delegationAddress: delegation }),
  }).finish();
  update(changes, STATE.accounts, num, { accountIdKey }, { accountValue });
}

function airdropChange(id: proto.IPendingAirdropId, ledger: Ledger, changes: Changes): void {
  const name = airdropKeyOf(id);
  const airdrop = ledger.airdrops.get(name);
  if (airdrop === undefined) return;
  const pendingAirdropIdKey = proto.PendingAirdropId.encode(id).finish();
  const amount = { pendingAirdropValue: { amount: long(airdrop.amount).toUnsigned() } };
  const value = airdrop.serial === 0 ? amount : {};
  update(
    changes,
    STATE.pendingAirdrops,
    name,
    { pendingAirdropIdKey },
    {
      accountPendingAirdropValue: proto.AccountPendingAirdrop.encode(value).finish(),
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

/** A message whose field 1 is this id: ids of nodes, and nodes as far as they matter here. */
function numbered(id: Long): Uint8Array {
  return varintField(1, longToBigInt(id));
}

/** 32 bytes, as the ledger's state has slots and values. */
function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
}
