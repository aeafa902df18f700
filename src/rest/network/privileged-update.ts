import { longToBigInt } from '@tain/ledger/long';
import { mayUpdateSystemFile } from '@tain/ledger/system-files';
import type { proto } from '@tain/protos/hapi';

/** Returns whether a transaction updates a system file from an account with that privilege, which is free of charge. */
export function isPrivilegedFileUpdate(body: proto.ITransactionBody): boolean {
  const file = longToBigInt(body.fileUpdate?.fileID?.fileNum);
  return mayUpdateSystemFile(longToBigInt(body.transactionID?.accountID?.accountNum), file);
}
