import type { proto } from '@tain/protos/hapi';
import { longToBigInt } from '../../kernel/long.ts';
import { mayUpdateSystemFile } from '../../ledger/system-files.ts';

/** Returns whether a transaction updates a system file from an account with that privilege, which is free of charge. */
export function isPrivilegedFileUpdate(body: proto.ITransactionBody): boolean {
  const file = longToBigInt(body.fileUpdate?.fileID?.fileNum);
  return mayUpdateSystemFile(longToBigInt(body.transactionID?.accountID?.accountNum), file);
}
