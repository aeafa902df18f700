import { RESPONSE_CODES } from '@tain/ledger/response-code';
import type { MethodResult } from './answer.ts';

const NUMBERS = new Map(Object.entries(RESPONSE_CODES).map(([code, name]) => [name, BigInt(code)]));

/** Returns the number of a response code. Throws for a name that the ledger does not have. */
export function statusNumber(name: string): bigint {
  const code = NUMBERS.get(name);
  if (code === undefined) throw new Error(`no response code: ${name}`);
  return code;
}

export const SUCCESS = statusNumber('SUCCESS');

/**
 * Returns the name of the status with which the transaction behind an answer failed: a method returns it first
 * (`answersCode`), or reverts with its name or its number. Undefined for an answer without a failure, and for a halt,
 * which creates no transaction.
 */
export function failedStatusOf(answer: MethodResult, answersCode: boolean): string | undefined {
  if (answer.kind === 'halt' || answer.kind === 'nothing') return undefined;
  if (answer.kind === 'values') {
    const [code] = answer.values;
    return answersCode && typeof code === 'bigint' && code !== SUCCESS
      ? RESPONSE_CODES[Number(code)]
      : undefined;
  }
  const bytes = Buffer.from(answer.data);
  const name = bytes.toString('latin1');
  if (NUMBERS.has(name)) return name;
  return bytes.length === 32 ? RESPONSE_CODES[Number(BigInt(`0x${bytes.toString('hex')}`))] : undefined;
}
