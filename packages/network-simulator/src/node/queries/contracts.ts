import type { proto } from '@tain/protos/services';
import { GAS_PRICE } from '../../ledger/fees.ts';
import { accountId, contractId, long } from '../../ledger/ids.ts';
import { keyMessage } from '../../ledger/key-message.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { longToBigInt } from '../../ledger/long.ts';
import { Status } from '../../ledger/status.ts';
import { calledBy } from '../../programs/call-target.ts';
import { runtimeOf } from '../../programs/code-store.ts';
import { MAX_GAS, minimumGas } from '../../programs/execute.ts';
import { callLocal } from '../call-local.ts';
import { accountFields, optionalAccount } from './entity-fields.ts';
import { findAccount, findContract, found } from './lookup.ts';
import { BYTECODE, LOCAL_CALL, queryKind, USUAL } from './query.ts';
import { tokenRelationships } from './token-holdings.ts';

/** Bytes of storage for a key and its value. */
const SLOT_BYTES = 64;

export const contractInfo = queryKind('contractGetInfo', 'contractGetInfo', {
  price: USUAL,
  check: ({ contractID }, { ledger }) =>
    findContract(ledger, contractID) === undefined ? Status.INVALID_CONTRACT_ID : Status.OK,
  answer: ({ contractID }, { ledger, now }) => {
    const account = found(findContract(ledger, contractID));
    const { num } = account;
    return {
      fields: {
        contractInfo: {
          ...accountFields(ledger, account, now),
          contractID: contractId(num),
          // An immutable contract has itself as its key.
          adminKey:
            account.key === null ? { contractID: contractId(num) } : keyMessage(ledger.keys, account.key),
          storage: long(storageOf(ledger, num)),
          autoRenewAccountId:
            account.autoRenewAccount < 0 ? accountId(0) : optionalAccount(account.autoRenewAccount),
          tokenRelationships: tokenRelationships(ledger, num),
        },
      },
    };
  },
});

/** Returns the bytes of storage that a contract uses. */
function storageOf(ledger: Ledger, contract: number): number {
  let slots = 0;
  for (const { value } of ledger.slotsOf(contract)) if (value !== 0n) slots++;
  return slots * SLOT_BYTES;
}

export const contractBytecode = queryKind('contractGetBytecode', 'contractGetBytecodeResponse', {
  price: BYTECODE,
  check: ({ contractID }, { ledger }) => checkContract(ledger, contractID),
  answer: ({ contractID }, { ledger }) => ({
    fields: { bytecode: runtimeOf(ledger, found(findContract(ledger, contractID)).num) },
  }),
});

export const contractCallLocal = queryKind('contractCallLocal', 'contractCallLocal', {
  price: ({ gas }) => LOCAL_CALL + longToBigInt(gas) * GAS_PRICE,
  check: ({ contractID, gas, functionParameters, senderId }, { ledger }) => {
    const offered = longToBigInt(gas);
    if (offered < 0n) return Status.CONTRACT_NEGATIVE_GAS;
    if (offered > MAX_GAS) return Status.MAX_GAS_LIMIT_EXCEEDED;
    if (offered < minimumGas(functionParameters ?? new Uint8Array(), false)) return Status.INSUFFICIENT_GAS;
    if (senderId && findAccount(ledger, senderId) === undefined) return Status.INVALID_ACCOUNT_ID;
    const called = calledBy(ledger, contractID);
    return typeof called === 'string' ? Status.OK : called;
  },
  answer: async ({ contractID, gas, functionParameters, senderId }, { ledger, runCode, payer, now }) => {
    const to = calledBy(ledger, contractID);
    if (typeof to !== 'string') return { code: to, fields: {} };
    const { code, result } = await callLocal(ledger, runCode, {
      to,
      sender: findAccount(ledger, senderId)?.num ?? payer,
      at: now,
      input: functionParameters ?? new Uint8Array(),
      gasLimit: Number(longToBigInt(gas)),
    });
    return { code, fields: { functionResult: result } };
  },
});

function checkContract(ledger: Ledger, id: proto.IContractID | null | undefined): Status {
  const contract = findContract(ledger, id);
  if (contract === undefined) return Status.INVALID_CONTRACT_ID;
  return contract.deleted ? Status.CONTRACT_DELETED : Status.OK;
}
