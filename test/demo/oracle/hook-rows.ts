import { keccak_256 } from '@noble/hashes/sha3.js';
import type { com, proto } from '@tain/protos/hapi';
import { bytesText, type Row, text } from './rows.ts';
import { type Item, num, type Stream, stripped } from './stream.ts';

/** Changes in the storage of hooks, derived from bodies, records and sidecars. */

type Update = com.hedera.hapi.node.hooks.IEvmHookStorageUpdate;
type Details = com.hedera.hapi.node.hooks.IHookCreationDetails;
const HOOKS = 365;
const NOTHING = new Uint8Array();

const word = (bytes: Uint8Array | null | undefined): Buffer => {
  const padded = Buffer.alloc(32);
  padded.set(bytes ?? NOTHING, 32 - (bytes?.length ?? 0));
  return padded;
};

/** Returns the slots that updates write; of several writes of one slot the last one applies. */
function written(updates: readonly Update[]): Map<string, Uint8Array> {
  const slots = new Map<string, Uint8Array>();
  for (const { storageSlot, mappingEntries } of updates) {
    if (storageSlot) slots.set(word(storageSlot.key).toString('hex'), storageSlot.value ?? NOTHING);
    for (const entry of mappingEntries?.entries ?? []) {
      const key = entry.preimage?.length ? keccak_256(entry.preimage) : word(entry.key);
      const slot = keccak_256(Buffer.concat([key, word(mappingEntries?.mappingSlot)]));
      slots.set(Buffer.from(slot).toString('hex'), entry.value ?? NOTHING);
    }
  }
  return slots;
}

function row(
  item: Item,
  owner: number,
  hook: number,
  key: string,
  read: Uint8Array,
  value: Uint8Array | null,
): Row {
  const short = value && stripped(value);
  return {
    consensus_timestamp: text(item.at),
    hook_id: text(hook),
    owner_id: text(owner),
    key: `\\x${key}`,
    value_read: bytesText(stripped(read)),
    value_written: bytesText(short),
    deleted: text(short?.length === 0),
  };
}

export function hookChangeRows(stream: Stream): Row[] {
  const rows: Row[] = [];
  const queues = new Map<Item, { owner: number; hook: number }[]>();
  for (const item of stream.items) {
    const { body, record, ok } = item;
    const set = (owner: number, hook: number, updates: readonly Update[]): void => {
      for (const [key, value] of written(updates)) rows.push(row(item, owner, hook, key, value, value));
    };
    const create = (owner: number, details: readonly Details[] | null | undefined): void => {
      for (const one of details ?? []) set(owner, num(one.hookId), one.evmHook?.storageUpdates ?? []);
    };
    if (ok) {
      create(num(record.receipt?.accountID?.accountNum), body.cryptoCreateAccount?.hookCreationDetails);
      create(
        stream.account(body.cryptoUpdateAccount?.accountIDToUpdate),
        body.cryptoUpdateAccount?.hookCreationDetails,
      );
      const contract = num(record.receipt?.contractID?.contractNum);
      create(contract, body.contractCreateInstance?.hookCreationDetails);
      create(contract, body.contractUpdateInstance?.hookCreationDetails);
      const owner = body.hookStore?.hookId?.entityId;
      set(
        stream.account(owner?.accountId) || stream.contract(owner?.contractId),
        num(body.hookStore?.hookId?.hookId),
        body.hookStore?.storageUpdates ?? [],
      );
    }
    if (body.cryptoTransfer) queues.set(item, runsOf(body.cryptoTransfer, stream));
    const isHook = item.parent !== null && num(body.contractCall?.contractID?.contractNum) === HOOKS;
    const run = isHook ? queues.get(item.parent)?.shift() : undefined;
    for (const change of item.sidecars.flatMap(
      ({ stateChanges }) => stateChanges?.contractStateChanges ?? [],
    )) {
      if (num(change.contractId?.contractNum) !== HOOKS) continue;
      for (const { slot, valueRead, valueWritten } of change.storageChanges ?? [])
        rows.push(
          row(
            item,
            run?.owner ?? 0,
            run?.hook ?? 0,
            word(slot).toString('hex'),
            valueRead ?? NOTHING,
            valueWritten ? (valueWritten.value ?? NOTHING) : null,
          ),
        );
    }
  }
  return rows;
}

/**
 * Returns the hooks of a transfer in the order of execution: hooks before it, the first calls of hooks around it, and
 * their second calls after it.
 */
function runsOf(
  body: proto.ICryptoTransferTransactionBody,
  stream: Stream,
): { owner: number; hook: number }[] {
  type Named = readonly [proto.IAccountID | null | undefined, proto.IHookCall | null | undefined];
  const runs = (named: readonly Named[]): { owner: number; hook: number }[] =>
    named.flatMap(([id, call]) => (call ? { owner: stream.account(id), hook: num(call.hookId) } : []));
  const amounts = (entries: readonly proto.IAccountAmount[], around: boolean): Named[] =>
    entries.map((one) => [one.accountID, around ? one.prePostTxAllowanceHook : one.preTxAllowanceHook]);
  const all = (around: boolean): Named[] => [
    ...amounts(body.transfers?.accountAmounts ?? [], around),
    ...(body.tokenTransfers ?? []).flatMap((list): Named[] => [
      ...amounts(list.transfers ?? [], around),
      ...(list.nftTransfers ?? []).flatMap((nft): Named[] => [
        [nft.senderAccountID, around ? nft.prePostTxSenderAllowanceHook : nft.preTxSenderAllowanceHook],
        [nft.receiverAccountID, around ? nft.prePostTxReceiverAllowanceHook : nft.preTxReceiverAllowanceHook],
      ]),
    ]),
  ];
  const around = runs(all(true));
  return [...runs(all(false)), ...around, ...around];
}
