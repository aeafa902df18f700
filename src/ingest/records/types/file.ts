import { decodeEntityId } from '@tain/ledger/entity-id';
import { isAddressBookFile } from '@tain/ledger/system-files';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import { createEntity, deleteEntity, ifSet, updateEntity } from '../entity-change.ts';
import { fileIdOf, timestampOf } from '../ids.ts';

const CREATE_BODY = 17;
const UPDATE_BODY = 19;
const KEYS = 3;

const NO_BYTES = Buffer.alloc(0);

/** Adds the data written to a file. An update without contents adds a row too; readers skip it. */
function addFileData(
  item: Item,
  id: bigint,
  contents: Uint8Array | null | undefined,
  context: Context,
): void {
  // The contents of address books come with the verified block.
  if (id === 0n || isAddressBookFile(decodeEntityId(id).num)) return;
  context.files.write(id, item.type, contents ?? NO_BYTES);
  context.rows.add('file_data', {
    file_data: contents ?? NO_BYTES,
    consensus_timestamp: item.consensusTimestamp,
    entity_id: id,
    transaction_type: item.type,
  });
}

export const fileCreate: TransactionType = {
  entityId: (item) => fileIdOf(item.record.receipt?.fileID),

  apply(item, id, context) {
    const body = item.body.fileCreate;
    if (!body) return;
    const fields = {
      ...ifSet({
        expiration_timestamp: timestampOf(body.expirationTime),
        key: body.keys && rawMessage(item.bodyBytes, CREATE_BODY, KEYS),
      }),
      memo: body.memo ?? '',
    };
    createEntity(item, id, 'FILE', fields, context);
    addFileData(item, id, body.contents, context);
  },
};

export const fileUpdate: TransactionType = {
  entityId: (item) => fileIdOf(item.body.fileUpdate?.fileID),

  apply(item, id, context) {
    const body = item.body.fileUpdate;
    if (!body) return;
    const fields = ifSet({
      expiration_timestamp: timestampOf(body.expirationTime),
      key: body.keys && rawMessage(item.bodyBytes, UPDATE_BODY, KEYS),
      memo: body.memo && (body.memo.value ?? ''),
    });
    updateEntity(item, id, 'FILE', fields, context);
    addFileData(item, id, body.contents, context);
  },
};

export const fileAppend: TransactionType = {
  entityId: (item) => fileIdOf(item.body.fileAppend?.fileID),
  apply: (item, id, context) => addFileData(item, id, item.body.fileAppend?.contents, context),
};

export const fileDelete: TransactionType = {
  entityId: (item) => fileIdOf(item.body.fileDelete?.fileID),
  apply: (item, id, context) => deleteEntity(item, id, 'FILE', {}, context),
};
