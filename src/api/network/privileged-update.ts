import type { proto } from '@hiero-ledger/proto';
import { longToBigInt } from '../../kernel/long.ts';

/** Numbers of the accounts that the network lets change files of its own. */
const TREASURY = 2n;
const SYSTEM_ADMIN = 50n;
const ADDRESS_BOOK_ADMIN = 55n;
const FEE_ADMIN = 56n;
const RATE_ADMIN = 57n;
const SOFTWARE_ADMIN = 58n;

const LAST_SYSTEM_FILE = 999n;

/** Who may change a system file, besides the treasury and the system administrator. */
function adminsOf(file: bigint): readonly bigint[] {
  if (file === 101n || file === 102n) return [ADDRESS_BOOK_ADMIN];
  if (file === 111n || file === 113n) return [FEE_ADMIN];
  if (file === 112n) return [RATE_ADMIN];
  if (file >= 121n && file <= 123n) return [ADDRESS_BOOK_ADMIN, RATE_ADMIN];
  if (file >= 150n && file <= 159n) return [SOFTWARE_ADMIN];
  return [];
}

/** Whether a transaction updates a system file as an account that may: the network charges nothing. */
export function isPrivilegedFileUpdate(body: proto.ITransactionBody): boolean {
  const file = longToBigInt(body.fileUpdate?.fileID?.fileNum);
  if (file < 1n || file > LAST_SYSTEM_FILE) return false;
  const payer = longToBigInt(body.transactionID?.accountID?.accountNum);
  return payer === TREASURY || payer === SYSTEM_ADMIN || adminsOf(file).includes(payer);
}
