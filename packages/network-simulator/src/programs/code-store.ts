import { keccak } from '../ledger/keccak.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ownCopy } from '../ledger/table.ts';
import { PROGRAMS, programNamed } from './programs.ts';

/** Runtime codes of contracts in the ledger. Each code is stored once. */

const NO_CODE = new Uint8Array();

/** Names of the programs in contracts.sol, by the key of their code. */
let programs: ReadonlyMap<string, string> | undefined;

/** Returns the name of the program with this code; empty for other code. */
function programOf(key: string): string {
  programs ??= new Map(PROGRAMS.map(({ name, runtime }) => [keccak(runtime).toString('hex'), name]));
  return programs.get(key) ?? '';
}

/**
 * Returns the runtime code of a contract; empty if it has none. The same array is returned while the code is unchanged.
 */
export function runtimeOf(ledger: Ledger, contract: number): Uint8Array {
  const row = ledger.contracts.get(contract);
  if (row === undefined) return NO_CODE;
  if (row.code) return ledger.codes.need(row.code).bytes;
  // Contracts stored by an earlier release have only their program's name.
  return row.program === '' ? NO_CODE : programNamed(row.program).runtime;
}

/** Sets the runtime code of a contract. */
export function setRuntime(ledger: Ledger, contract: number, code: Uint8Array): void {
  const row = ledger.contracts.edit(contract);
  if (code.length === 0) {
    row.code = '';
    row.program = '';
    return;
  }
  const key = keccak(code).toString('hex');
  if (!ledger.codes.has(key)) ledger.codes.put(key, { bytes: ownCopy(code) });
  row.code = key;
  row.program = programOf(key);
}
