import { RESPONSE_CODES } from '@tain/ledger/response-code';
import type { Select } from '../../store/connections/select.ts';
import { sql } from '../../store/sql.ts';

/** Value of `result_data_type` of a call that reverted, and of `call_type` of a system contract. */
const REVERT_REASON = 12;
const SYSTEM_CALL = 4;

/** Function selector of `Error(string)`. */
const ERROR_SELECTOR = '08c379a0';
/** Maximum bytes of the number of a response code. */
const CODE_BYTES = 4;
const WORD_BYTES = 32;

/**
 * Outcomes of the calls of system contracts in a recorded transaction, by depth of the call, in order: the reason of a
 * revert, else null. In a trace the first call of a system contract at a depth has the first outcome at that depth.
 */
export class RecordedReasons {
  readonly #byDepth: ReadonlyMap<number, readonly (string | null)[]>;
  readonly #taken = new Map<number, number>();

  constructor(byDepth: ReadonlyMap<number, readonly (string | null)[]>) {
    this.#byDepth = byDepth;
  }

  /** Returns the reason of the next call at a depth; null if it did not revert, or was not recorded. */
  next(depth: number): string | null {
    const index = this.#taken.get(depth) ?? 0;
    this.#taken.set(depth, index + 1);
    return this.#byDepth.get(depth)?.[index] ?? null;
  }
}

/** Reads the outcomes that were recorded for the transaction at a consensus time (nanoseconds). */
export async function selectReasons(select: Select, timestamp: bigint): Promise<RecordedReasons> {
  const rows = await select(sql`
    select call_depth, case when result_data_type = ${REVERT_REASON} then coalesce(result_data, '') end
    from contract_action where consensus_timestamp = ${timestamp} and call_type = ${SYSTEM_CALL} order by index`);
  const byDepth = new Map<number, (string | null)[]>();
  for (const [depth, data] of rows) {
    const reasons = byDepth.get(Number(depth)) ?? [];
    reasons.push(data ? encodedReason(Buffer.from(data.slice(2), 'hex')) : null);
    byDepth.set(Number(depth), reasons);
  }
  return new RecordedReasons(byDepth);
}

/**
 * Returns a recorded reason in the form that code would return: a response code or raw text as `Error(string)`, zeros
 * as nothing, an encoded error unchanged.
 */
function encodedReason(reason: Uint8Array): string {
  const bytes = Buffer.from(reason);
  const begin = bytes.findIndex((byte) => byte !== 0);
  if (begin < 0) return '0x';
  if (bytes.subarray(0, 4).toString('hex') === ERROR_SELECTOR) return `0x${bytes.toString('hex')}`;
  const significant = bytes.subarray(begin);
  const name =
    significant.length <= CODE_BYTES ? RESPONSE_CODES[Number(`0x${significant.toString('hex')}`)] : undefined;
  return errorString(name === undefined ? bytes : Buffer.from(name));
}

function errorString(text: Uint8Array): string {
  const padded = Buffer.alloc(Math.ceil(text.length / WORD_BYTES) * WORD_BYTES);
  padded.set(text);
  const word = (value: number) => value.toString(16).padStart(2 * WORD_BYTES, '0');
  return `0x${ERROR_SELECTOR}${word(WORD_BYTES)}${word(text.length)}${padded.toString('hex')}`;
}
