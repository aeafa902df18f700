import { fileId, long, timestamp } from '../../ledger/ids.ts';
import { keyMessage } from '../../ledger/key-message.ts';
import { Status } from '../../ledger/status.ts';
import { ledgerId } from './entity-fields.ts';
import { found, numberIn } from './lookup.ts';
import { queryKind, USUAL } from './query.ts';

const NANOS_PER_SECOND = 1_000_000_000n;

/**
 * File contents, including the network's own files: 0.0.112 has the exchange rates, 0.0.101 and 0.0.102 the address
 * book.
 */
export const fileContents = queryKind('fileGetContents', 'fileGetContents', {
  price: USUAL,
  check: ({ fileID }, { ledger }) =>
    ledger.files.has(numberIn(fileID, fileID?.fileNum)) ? Status.OK : Status.INVALID_FILE_ID,
  answer: ({ fileID }, { ledger }) => {
    const { num, contents, deleted } = found(ledger.files.get(numberIn(fileID, fileID?.fileNum)));
    return {
      fields: { fileContents: { fileID: fileId(num), contents: deleted ? new Uint8Array() : contents } },
    };
  },
});

export const fileInfo = queryKind('fileGetInfo', 'fileGetInfo', {
  price: USUAL,
  check: ({ fileID }, { ledger }) =>
    ledger.files.has(numberIn(fileID, fileID?.fileNum)) ? Status.OK : Status.INVALID_FILE_ID,
  answer: ({ fileID }, { ledger }) => {
    const row = found(ledger.files.get(numberIn(fileID, fileID?.fileNum)));
    return {
      fields: {
        fileInfo: {
          fileID: fileId(row.num),
          size: long(row.deleted ? 0 : row.contents.length),
          expirationTime: timestamp(row.expiration - (row.expiration % NANOS_PER_SECOND)),
          deleted: row.deleted,
          keys: {
            keys:
              row.keyParts?.map((part) => keyMessage(ledger.keys, part)) ??
              row.keys.map((ref) => ledger.keys.get(ref).message),
          },
          memo: row.memo,
          ledgerId: ledgerId(ledger),
        },
      },
    };
  },
});
