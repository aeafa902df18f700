import { keccak } from '../ledger/keccak.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { keep } from '../ledger/table.ts';
import { PROGRAMS, programNamed } from './programs.ts';

/** Runtime codes of contracts in the ledger: each stored once. */

const NO_CODE = new Uint8Array();

/** Programs of the demo network's own contracts, by the key of their code. */
let programs: ReadonlyMap<string, string> | undefined;

/** Returns the name of the program with this code; empty: none of ours. */
function programOf(key: string): string {
  programs ??= new Map(PROGRAMS.map(({ name, runtime }) => [keccak(runtime).toString('hex'), name]));
  return programs.get(key) ?? '';
}

/** Runtime code of a contract by its number; empty where it has none. The same array as long as it has the code. */
export function runtimeOf(ledger: Ledger, contract: number): Uint8Array {
  const row = ledger.contracts.get(contract);
  if (row === undefined) return NO_CODE;
  if (row.code) return ledger.codes.need(row.code).bytes;
  // Contracts that an earlier release stored have only their program's name.
  return row.program === '' ? NO_CODE : programNamed(row.program).runtime;
}

/** Gives a contract its runtime code. */
export function setRuntime(ledger: Ledger, contract: number, code: Uint8Array): void {
  const row = ledger.contracts.edit(contract);
  if (code.length === 0) {
    row.code = '';
    row.program = '';
    return;
  }
  const key = keccak(code).toString('hex');
  if (!ledger.codes.has(key)) ledger.codes.put(key, { bytes: keep(code) });
  row.code = key;
  row.program = programOf(key);
}
