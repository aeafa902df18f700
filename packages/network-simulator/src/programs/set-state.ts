import type { Execution, StateSetting } from '../ledger/execution.ts';
import { contractId, long } from '../ledger/ids.ts';
import { Status } from '../ledger/status.ts';
import { createByAlias } from '../ledger/transfer-hbar.ts';
import { type ContractCall, callContract } from './call-contract.ts';
import { accountAt, hex, longZeroNum } from './code-addresses.ts';
import { setRuntime } from './code-store.ts';

/** Code of the calls: nothing, and `for (i = 0; i < CALLDATASIZE; i += 64) SSTORE(CALLDATALOAD(i), CALLDATALOAD(i + 32))`. */
const NOTHING = Buffer.from('00', 'hex');
const CODES: Readonly<Record<StateSetting, Uint8Array>> = {
  code: NOTHING,
  slots: Buffer.from('5f5b3681101560175780602001358135556040016001565b00', 'hex'),
  nonce: NOTHING,
};

/** Returns the address (hex) of the account whose nonce is set, which is created if it is missing, or why there is none. */
export function addressWithNonce(x: Execution, address: Uint8Array): string | Status {
  const { ledger } = x;
  const known = accountAt(ledger, hex(address));
  if (ledger.accounts.get(known)?.deleted) return Status.ACCOUNT_DELETED;
  if (known !== 0) return hex(ledger.addressOf(known));
  // The ledger derives such an address from the number of an entity.
  if (address.length !== 20 || longZeroNum(hex(address)) !== 0) return Status.INVALID_ACCOUNT_ID;
  return hex(ledger.addressOf(createByAlias(x, address)));
}

/**
 * Sets state by a call, for tests of contracts. Its record is that of a call that wrote the slots or changed the nonce; changed code
 * is in a sidecar like those by which networks published the code of older contracts.
 */
export async function setState(x: Execution, what: StateSetting, call: ContractCall): Promise<Status> {
  const { ledger } = x;
  const num = accountAt(ledger, call.to);
  if (what !== 'nonce' && !ledger.contracts.has(num)) return Status.INVALID_CONTRACT_ID;
  const nonce = what === 'nonce' ? Number(BigInt(`0x${hex(call.input)}`)) : 0;
  if (what === 'nonce' && nonce < ledger.accounts.need(num).ethereumNonce) return Status.WRONG_NONCE;
  const status = await callContract(x, { ...call, code: CODES[what] });
  if (status !== Status.SUCCESS) return status;
  if (what === 'code') {
    setRuntime(ledger, num, call.input);
    x.sidecars.push({
      migration: true,
      bytecode: { contractId: contractId(num), runtimeBytecode: call.input },
    });
  } else if (what === 'nonce' && x.record.contractCallResult) {
    ledger.accounts.edit(num).ethereumNonce = nonce;
    x.record.contractCallResult.contractNonces = [{ contractId: contractId(num), nonce: long(nonce) }];
  }
  return status;
}
