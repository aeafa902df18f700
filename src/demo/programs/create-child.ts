import type { proto } from '@hiero-ledger/proto';
import type { Execution } from '../ledger/execution.ts';
import { contractId, duration, long } from '../ledger/ids.ts';
import { keccak } from '../ledger/keccak.ts';
import { AUTO_RENEW_PERIOD, newAccount } from '../ledger/new-account.ts';
import { integer, rlp } from '../ledger/rlp.ts';
import { keep } from '../ledger/table.ts';
import type { Frame, Program } from './evm.ts';

/** Address of the contract that a creator makes with its nonce. */
export function createAddress(creator: Uint8Array, nonce: number): Buffer {
  return keccak(rlp([creator, integer(BigInt(nonce))])).subarray(12);
}

/** Adds a contract to the ledger: its account and its code. */
export function addContract(
  x: Execution,
  num: number,
  program: Program,
  evmAddress: Uint8Array,
  creator: number,
  fileId: number,
  initcodeTold: boolean,
): void {
  const account = newAccount(num, x.at, null);
  account.contract = true;
  account.evmAddress = keep(evmAddress);
  account.ethereumNonce = 1;
  x.ledger.accounts.put(num, account);
  x.ledger.indexAlias(account);
  x.ledger.contracts.put(num, {
    num,
    program: program.name,
    fileId,
    initcodeTold,
    creator,
    permanentRemoval: false,
    systemDeleted: false,
  });
}

/** A contract creates another one, which gets a child record. Returns its address. */
export function createChild(frame: Frame, program: Program): Uint8Array {
  const { x } = frame.run;
  const { ledger } = x;
  const creator = ledger.accounts.edit(frame.contract);
  const address = createAddress(ledger.addressOf(frame.contract), creator.ethereumNonce);
  creator.ethereumNonce += 1;
  const num = ledger.takeEntity();
  const contractID = contractId(num);
  const body: proto.ITransactionBody = {
    contractCreateInstance: {
      adminKey: { contractID },
      autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
      gas: long(frame.forwarded()),
    },
  };
  const child = x.child('contractCreateInstance', body, 'following');
  addContract(child, num, program, address, frame.contract, 0, true);
  child.receipt.contractID = contractID;
  child.record.contractCreateResult = {
    contractID,
    evmAddress: { value: address },
    contractCallResult: program.runtime,
    gasUsed: long(program.creationGas),
    senderId: { accountNum: long(frame.contract) },
  };
  child.sidecars.push({
    bytecode: { contractId: contractID, initcode: program.initcode, runtimeBytecode: program.runtime },
  });
  frame.created(num, program.initcode, program.creationGas);
  return address;
}
