import type { Ledger } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';

const HEX = /^(0x)?([0-9a-fA-F]{2})*$/;

/** Returns the bytes that a file contains as hex digits (init code or call data), or the reason why there are none. */
export function bytesOfFile(ledger: Ledger, num: number): Uint8Array | Status {
  const file = ledger.files.get(num);
  if (file === undefined) return Status.INVALID_FILE_ID;
  if (file.deleted) return Status.FILE_DELETED;
  if (file.contents.length === 0) return Status.CONTRACT_FILE_EMPTY;
  const text = Buffer.from(file.contents).toString('latin1').trim();
  return HEX.test(text) ? Buffer.from(text.replace(/^0x/, ''), 'hex') : Status.ERROR_DECODING_BYTESTRING;
}
