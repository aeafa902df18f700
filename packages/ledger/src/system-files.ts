import {
  ADDRESS_BOOK_ADMIN,
  FEE_ADMIN,
  RATE_ADMIN,
  SOFTWARE_ADMIN,
  SYSTEM_ADMIN,
  TREASURY,
} from './network.ts';

/** Files that every network has, by number. Source: the default configuration of the consensus node (`files.*`). */

/** Nodes with their endpoints; only used to verify old streams. */
export const NODE_DETAILS_FILE = 101n;
/** The address book: the nodes whose signatures count. */
export const ADDRESS_BOOK_FILE = 102n;
/** Current and next fee schedule, in thousandths of tinycents. */
export const FEE_SCHEDULE_FILE = 111n;
/** Current and next exchange rate. */
export const EXCHANGE_RATES_FILE = 112n;
/** The simple fee schedule (HIP-1261). */
export const SIMPLE_FEES_FILE = 113n;
const PROPERTIES_FILE = 121n;
const THROTTLES_FILE = 123n;
/** Software uploads. */
const SOFTWARE_FILES = { first: 150n, last: 159n } as const;

const LAST_SYSTEM_FILE = 999n;

/** Returns whether a file (by number) holds an address book. */
export function isAddressBookFile(num: bigint): boolean {
  return num === ADDRESS_BOOK_FILE || num === NODE_DETAILS_FILE;
}

/** Returns the accounts that may change a system file, besides the treasury and the system administrator. */
function adminsOf(file: bigint): readonly bigint[] {
  if (isAddressBookFile(file)) return [ADDRESS_BOOK_ADMIN];
  if (file === FEE_SCHEDULE_FILE || file === SIMPLE_FEES_FILE) return [FEE_ADMIN];
  if (file === EXCHANGE_RATES_FILE) return [RATE_ADMIN];
  if (file >= PROPERTIES_FILE && file <= THROTTLES_FILE) return [ADDRESS_BOOK_ADMIN, RATE_ADMIN];
  if (file >= SOFTWARE_FILES.first && file <= SOFTWARE_FILES.last) return [SOFTWARE_ADMIN];
  return [];
}

/** Returns whether an account may change a system file, both by number: the network charges no fee for that. */
export function mayUpdateSystemFile(payer: bigint, file: bigint): boolean {
  if (file < 1n || file > LAST_SYSTEM_FILE) return false;
  return payer === TREASURY || payer === SYSTEM_ADMIN || adminsOf(file).includes(payer);
}
