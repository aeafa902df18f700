import type { Execution, StateSetting } from '../ledger/execution.ts';
import { contractId } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { type ContractCall, callContract } from './call-contract.ts';
import { setRuntime } from './code-store.ts';

/** Code of the calls: nothing, and `SSTORE(CALLDATALOAD(0), CALLDATALOAD(32))`. */
const CODES: Readonly<Record<StateSetting, Uint8Array>> = {
  code: Buffer.from('00', 'hex'),
  slot: Buffer.from('60203560003555', 'hex'),
};

/**
 * Sets state of a contract by a call, for tests of contracts. Its record is that of a call that wrote the slot; changed code is in
 * a sidecar like those by which networks published the code of older contracts.
 */
export async function setState(
  x: Execution,
  num: number,
  what: StateSetting,
  call: ContractCall,
): Promise<Status> {
  if (!x.ledger.contracts.has(num)) return Status.INVALID_CONTRACT_ID;
  const status = await callContract(x, { ...call, code: CODES[what] });
  if (status === Status.SUCCESS && what === 'code') {
    setRuntime(x.ledger, num, call.input);
    x.sidecars.push({
      migration: true,
      bytecode: { contractId: contractId(num), runtimeBytecode: call.input },
    });
  }
  return status;
}
