import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { InitialAccount, InitialCode, InitialFile, InitialState } from '../initial-state.ts';
import { timestampOf } from '../items.ts';
import { rawMessage } from '../raw-field.ts';
import { type BlockItem, ITEM } from './block-items.ts';

/** Field numbers of the keys in `Account` and `File`. */
const KEY = 3;

/**
 * The state beside the record file of the first wrapped record block: accounts, files and code of contracts. Storage of
 * contracts is left out, as the public mirror leaves it out. `before`: consensus time of the block's first transaction
 * (nanoseconds), which the state precedes whatever time it names. Null: there is none. Throws what protobufjs throws.
 */
export function initialStateOf(items: readonly BlockItem[], before: bigint): InitialState | null {
  const accounts: InitialAccount[] = [];
  const files: InitialFile[] = [];
  const codes: InitialCode[] = [];
  let at = before - 1n;
  for (const { kind, content } of items) {
    if (kind !== ITEM.stateChanges) continue;
    const { consensusTimestamp, stateChanges } = stream.StateChanges.decode(content);
    const time = timestampOf(proto.Timestamp.decode(consensusTimestamp ?? new Uint8Array()));
    if (time < at) at = time;
    for (const { mapUpdate } of stateChanges) {
      const { accountValue, fileValue, bytecodeValue } = mapUpdate?.value ?? {};
      if (accountValue)
        accounts.push({ account: proto.Account.decode(accountValue), key: rawMessage(accountValue, KEY) });
      else if (fileValue)
        files.push({ file: proto.File.decode(fileValue), keys: rawMessage(fileValue, KEY) });
      else if (bytecodeValue && mapUpdate?.key?.contractIdKey) {
        const { code } = proto.Bytecode.decode(bytecodeValue);
        codes.push({ contractId: proto.ContractID.decode(mapUpdate.key.contractIdKey), code });
      }
    }
  }
  return accounts.length + files.length + codes.length === 0 ? null : { at, accounts, files, codes };
}
