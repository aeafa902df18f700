import { parseStreamInstant } from '@tain/ledger/record-stream';

/** The parts of a balance file's name. */
export interface BalanceName {
  /** Nanoseconds. */
  readonly instant: bigint;
  readonly format: 'csv' | 'pb';
  readonly kind: 'data' | 'signature';
}

const BALANCE_FILE = /^\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d(?:\.\d{1,9})?Z_Balances\.(csv|pb)(_sig)?(?:\.gz)?$/;

/** Parses `<instant>_Balances.(csv|pb)[_sig][.gz]`; null for every other name. */
export function parseBalanceName(name: string): BalanceName | null {
  const match = BALANCE_FILE.exec(name);
  if (!match) return null;
  const instant = parseStreamInstant(name);
  if (instant === null) return null;
  return { instant, format: match[1] === 'pb' ? 'pb' : 'csv', kind: match[2] ? 'signature' : 'data' };
}
