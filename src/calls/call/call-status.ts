import type { HaltReason } from '@tain/evm/execution';

/** Halt reasons that are also names of statuses. */
const SAME_NAME: ReadonlySet<string> = new Set([
  'INVALID_SOLIDITY_ADDRESS',
  'INVALID_ALIAS_KEY',
  'INVALID_CONTRACT_ID',
  'INVALID_FEE_SUBMITTED',
  'INSUFFICIENT_GAS',
]);

/** Returns the status of a transaction whose code halted. */
export function statusOfHalt(reason: HaltReason): string {
  if (SAME_NAME.has(reason)) return reason;
  if (reason === 'SELF_DESTRUCT_TO_SELF') return 'OBTAINER_SAME_CONTRACT_ID';
  if (reason === 'ILLEGAL_STATE_CHANGE') return 'LOCAL_CALL_MODIFICATION_EXCEPTION';
  return 'CONTRACT_EXECUTION_EXCEPTION';
}

/** Statuses that code can cause by reverting with their names. */
const BY_REVERT: ReadonlySet<string> = new Set([
  'INSUFFICIENT_GAS',
  'INVALID_CONTRACT_ID',
  'MAX_CHILD_RECORDS_EXCEEDED',
  'INSUFFICIENT_TX_FEE',
  'INSUFFICIENT_PAYER_BALANCE',
  'CONTRACT_EXECUTION_EXCEPTION',
  'MAX_CONTRACT_STORAGE_EXCEEDED',
  'MAX_STORAGE_IN_PRICE_REGIME_HAS_BEEN_USED',
]);

/** Returns the status of a transaction whose code reverted with these bytes. */
export function statusOfRevert(data: Uint8Array): string {
  const text = Buffer.from(data).toString('latin1');
  return BY_REVERT.has(text) ? text : 'CONTRACT_REVERT_EXECUTED';
}

/** Statuses caused by the server, not by the call. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'FAIL_INVALID',
  'FAIL_FEE',
  'FAIL_BALANCE',
  'PLATFORM_NOT_ACTIVE',
  'PLATFORM_TRANSACTION_NOT_CREATED',
  'UNKNOWN',
  'WAITING_FOR_LEDGER_ID',
]);

/** Returns the kind of refusal of a call that ended with a status. */
export function refusalOfStatus(status: string): 'failed' | 'failed-by-server' {
  return OF_SERVER.has(status) ? 'failed-by-server' : 'failed';
}

const ERROR_SELECTOR = '08c379a0';

/** Returns the text of revert data that is `Error(string)`, else an empty text. */
export function revertText(data: Uint8Array): string {
  const bytes = Buffer.from(data);
  if (bytes.subarray(0, 4).toString('hex') !== ERROR_SELECTOR) return '';
  const body = bytes.subarray(4);
  const offset = wordAt(body, 0);
  if (offset === undefined) return '';
  const length = wordAt(body, offset);
  if (length === undefined || offset + 32 + length > body.length) return '';
  return body.subarray(offset + 32, offset + 32 + length).toString('utf8');
}

/** Returns a word as a number, if it can be an offset in the data. */
function wordAt(bytes: Buffer, at: number): number | undefined {
  if (at + 32 > bytes.length) return undefined;
  const value = BigInt(`0x${bytes.subarray(at, at + 32).toString('hex')}`);
  return value > BigInt(bytes.length) ? undefined : Number(value);
}
