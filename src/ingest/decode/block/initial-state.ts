import { ITEM } from '@tain/ledger/block-item';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { InitialAccount, InitialCode, InitialFile, InitialState } from '../initial-state.ts';
import { nanosOfTimestamp } from '../items.ts';
import { rawMessage } from '../raw-field.ts';
import type { BlockItem } from './block-items.ts';
import { StateValue } from './state-value.ts';

/** Field numbers of the keys in `Account` and `File`. */
const KEY = 3;

/** Values by the serialized id in the key, in the order of their first occurrence. */
type Values = Map<string, { readonly id: Uint8Array; readonly value: StateValue }>;

/**
 * Returns the state that the first wrapped record block contains in addition to its record file: accounts, files and
 * code of contracts. Storage of contracts is left out, as on the public mirror. `before`: consensus time of the block's
 * first transaction (nanoseconds), which the state precedes whatever time it names. Values of which only some fields
 * are known are left out, because no earlier state has the rest. Null when the block has no state. Throws the errors of
 * protobufjs.
 */
export function initialStateOf(items: readonly BlockItem[], before: bigint): InitialState | null {
  const accountValues: Values = new Map();
  const fileValues: Values = new Map();
  const codeValues: Values = new Map();
  let at = before - 1n;
  for (const { kind, content } of items) {
    if (kind !== ITEM.stateChanges) continue;
    const { consensusTimestamp, stateChanges } = stream.StateChanges.decode(content);
    const time = nanosOfTimestamp(proto.Timestamp.decode(consensusTimestamp ?? new Uint8Array()));
    if (time < at) at = time;
    for (const { mapUpdate } of stateChanges) {
      const { key, value } = mapUpdate ?? {};
      if (!mapUpdate || !key || !value) continue;
      if (value.accountValue) put(accountValues, key.accountIdKey, mapUpdate, value.accountValue);
      else if (value.fileValue) put(fileValues, key.fileIdKey, mapUpdate, value.fileValue);
      else if (value.bytecodeValue) put(codeValues, key.contractIdKey, mapUpdate, value.bytecodeValue);
    }
  }
  const accounts = wholeOf(accountValues).map(([id, bytes]): InitialAccount => {
    const account = proto.Account.decode(bytes);
    account.accountId = proto.AccountID.decode(id);
    return { account, key: rawMessage(bytes, KEY) };
  });
  const files = wholeOf(fileValues).map(([id, bytes]): InitialFile => {
    const file = proto.File.decode(bytes);
    file.fileId = proto.FileID.decode(id);
    return { file, keys: rawMessage(bytes, KEY) };
  });
  const codes = wholeOf(codeValues).map(([id, bytes]): InitialCode => {
    return { contractId: proto.ContractID.decode(id), code: proto.Bytecode.decode(bytes).code };
  });
  const count = accountValues.size + fileValues.size + codeValues.size;
  const leftOut = count - accounts.length - files.length - codes.length;
  return count === 0 ? null : { at, accounts, files, codes, leftOut };
}

function put(
  values: Values,
  id: Uint8Array | null | undefined,
  update: stream.IMapUpdateChange,
  bytes: Uint8Array,
): void {
  if (!id) return;
  const name = Buffer.from(id).toString('hex');
  const known = values.get(name);
  if (known) known.value.add(update, bytes);
  else values.set(name, { id, value: new StateValue(update, bytes) });
}

function wholeOf(values: Values): (readonly [id: Uint8Array, bytes: Uint8Array])[] {
  return [...values.values()].flatMap(({ id, value }) => {
    const bytes = value.whole();
    return bytes ? [[id, bytes] as const] : [];
  });
}
