import { RESPONSE_CODES } from '../../kernel/response-code.ts';

const NUMBERS = new Map(Object.entries(RESPONSE_CODES).map(([code, name]) => [name, BigInt(code)]));

/** Number of a response code. Throws for a name that the ledger does not have. */
export function statusNumber(name: string): bigint {
  const code = NUMBERS.get(name);
  if (code === undefined) throw new Error(`no response code: ${name}`);
  return code;
}

export const SUCCESS = statusNumber('SUCCESS');
