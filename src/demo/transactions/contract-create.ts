import { proto } from '@hiero-ledger/proto';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { accountId, contractId, duration, fileId, long, longZero, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { Status } from '../ledger/status.ts';
import { addContract } from '../programs/create-child.ts';
import { PROGRAMS, programWith } from '../programs/programs.ts';
import { chargedGas, chargeGas, intrinsicGas } from '../programs/run-contract.ts';
import { applyStake } from './crypto-update.ts';
import { applyHooks, randomHook } from './hooks.ts';
import type { Kind } from './kind.ts';

const { CREATE } = proto.ContractActionType;
const { OP_CREATE } = proto.CallOperationType;

const NOT_CODE = Buffer.from('fe00', 'hex');

export const contractCreate: Kind = {
  name: 'CONTRACTCREATEINSTANCE',
  field: 'contractCreateInstance',
  weight: 1,

  generate(g) {
    const { random, ledger } = g;
    if (!g.mayGrow('contracts')) return null;
    const payer = g.payer(1_000_000_000_000n);
    // A network needs some of each before it can do without.
    const program =
      ledger.contracts.size < PROGRAMS.length ? PROGRAMS[ledger.contracts.size] : random.pick(PROGRAMS);
    if (program === undefined) return null;
    const body: proto.IContractCreateTransactionBody = {
      gas: long(program.creationGas + intrinsicGas(program.initcode, true) + 20_000),
      autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
      memo: random.chance(0.5) ? `${program.name} ${random.word().toString(36)}` : '',
    };
    const file = g.find(ledger.files, (row) => row.memo === `bytecode ${program.name}` && !row.deleted);
    if (g.failing()) body.initcode = NOT_CODE;
    else if (file !== undefined && random.chance(0.7)) body.fileID = fileId(file.num);
    else body.initcode = program.initcode;
    const signers: number[] = [];
    if (random.chance(0.7)) {
      const admin = g.keySpec();
      body.adminKey = keyMessage(ledger.keys, admin);
      signers.push(...admin.refs);
    }
    if (random.chance(0.3)) body.autoRenewAccountId = accountId(payer.num);
    if (random.chance(0.5)) body.maxAutomaticTokenAssociations = random.pick([-1, 5, 50]);
    if (random.chance(0.3)) body.stakedNodeId = long(random.below(4));
    else if (random.chance(0.1)) body.stakedAccountId = accountId(g.account().num);
    if (random.chance(0.05)) body.proxyAccountID = accountId(payer.num);
    const hook = random.chance(0.15) ? randomHook(g, 0) : null;
    if (hook !== null) body.hookCreationDetails = [hook];
    if (random.chance(0.2)) body.declineReward = true;
    return { data: { contractCreateInstance: body }, payer: payer.num, signers, maxFee: 5_000_000_000n };
  },

  apply(x) {
    const body = x.body.contractCreateInstance ?? {};
    const adminKey = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (adminKey !== null && !x.signedBy(adminKey)) return Status.INVALID_SIGNATURE;
    const file = x.ledger.files.get(numOf(body.fileID?.fileNum));
    if (!body.initcode?.length && (file === undefined || file.deleted)) return Status.INVALID_FILE_ID;
    const initcode = body.initcode?.length
      ? body.initcode
      : Buffer.from(Buffer.from(file?.contents ?? []).toString('latin1'), 'hex');
    const created = createContract(x, {
      initcode,
      sender: x.payer,
      gasLimit: numOf(body.gas),
      address: null,
      fileId: file?.num ?? 0,
      tellInitcode: !body.initcode?.length,
      asChild: false,
    });
    if (created.num === 0) return created.status;
    const account = x.ledger.accounts.edit(created.num);
    account.key = adminKey;
    account.memo = body.memo ?? '';
    account.maxAutoAssociations = body.maxAutomaticTokenAssociations ?? 0;
    account.autoRenewAccount = numOf(body.autoRenewAccountId?.accountNum);
    account.proxy = numOf(body.proxyAccountID?.accountNum);
    if (body.declineReward) account.declineReward = true;
    applyStake(x, created.num, {
      stakedNodeId: body.stakedNodeId ?? null,
      stakedAccountId: body.stakedAccountId ?? null,
    });
    const hooks = applyHooks(x, created.num, body.hookCreationDetails ?? [], []);
    return hooks === Status.OK ? Status.SUCCESS : hooks;
  },
};

export interface Creation {
  readonly initcode: Uint8Array;
  readonly sender: number;
  readonly gasLimit: number;
  /** Null: the contract is known by its number alone. */
  readonly address: Uint8Array | null;
  readonly fileId: number;
  /** Whether the sidecar must carry the initcode, because the body does not. */
  readonly tellInitcode: boolean;
  /** The transaction itself is not a contract create: a child record has the creation. */
  readonly asChild: boolean;
}

/** Creates a contract from outside of the EVM; returns its number, or 0 and the reason. */
export function createContract(
  x: Execution,
  creation: Creation,
  extra: proto.IContractFunctionResult = {},
): { readonly num: number; readonly status: Status } {
  const { initcode, sender, gasLimit } = creation;
  const program = programWith(initcode);
  const intrinsic = intrinsicGas(initcode, true);
  if (gasLimit < intrinsic) return { num: 0, status: Status.INSUFFICIENT_GAS };
  if (x.ledger.accounts.need(sender).balance < BigInt(gasLimit) * GAS_PRICE) {
    return { num: 0, status: Status.INSUFFICIENT_PAYER_BALANCE };
  }
  const used = intrinsic + (program?.creationGas ?? 0);
  if (program === undefined || used > gasLimit) {
    x.afterFailure = () => {
      chargeGas(x, sender, gasLimit);
      const errorMessage = program === undefined ? 'INVALID_OPERATION' : 'INSUFFICIENT_GAS';
      x.record.contractCreateResult = {
        gasUsed: long(gasLimit),
        errorMessage,
        senderId: accountId(sender),
        ...extra,
      };
      x.sidecars.push({ bytecode: { initcode } });
      tellCreation(x, sender, {
        gas: long(gasLimit - intrinsic),
        gasUsed: long(gasLimit - intrinsic),
        error: Buffer.from(errorMessage),
      });
    };
    return {
      num: 0,
      status: program === undefined ? Status.CONTRACT_EXECUTION_EXCEPTION : Status.INSUFFICIENT_GAS,
    };
  }
  const num = x.ledger.takeEntity();
  const contractID = contractId(num);
  const evmAddress = creation.address ?? longZero(num);
  const teller = creation.asChild ? createRecord(x, num, gasLimit) : x;
  const initcodeTold = creation.tellInitcode || creation.fileId === 0;
  addContract(teller, num, program, evmAddress, sender, creation.fileId, initcodeTold);
  const gas = chargedGas(used, gasLimit);
  chargeGas(x, sender, gas);
  x.receipt.contractID = contractID;
  x.record.contractCreateResult = {
    contractID,
    contractCallResult: program.runtime,
    bloom: new Uint8Array(256),
    gasUsed: long(gas),
    createdContractIDs: [contractID],
    evmAddress: { value: evmAddress },
    contractNonces: [{ contractId: contractID, nonce: long(1) }],
    senderId: accountId(sender),
    ...extra,
  };
  if (teller !== x) {
    teller.receipt.contractID = contractID;
    teller.record.contractCreateResult = {
      contractID,
      contractCallResult: program.runtime,
      gasUsed: long(program.creationGas),
      evmAddress: { value: evmAddress },
      senderId: accountId(sender),
    };
  }
  tellCreation(x, sender, {
    recipientContract: contractID,
    gas: long(gasLimit - intrinsic),
    gasUsed: long(program.creationGas),
    output: program.runtime,
  });
  teller.sidecars.push({
    bytecode: {
      contractId: contractID,
      ...(creation.tellInitcode ? { initcode } : null),
      runtimeBytecode: program.runtime,
    },
  });
  return { num, status: Status.SUCCESS };
}

/** The one action of a creation from outside of the EVM. */
function tellCreation(x: Execution, sender: number, outcome: proto.IContractAction): void {
  const created: proto.IContractAction = {
    callType: CREATE,
    callOperationType: OP_CREATE,
    callingAccount: accountId(sender),
    ...outcome,
  };
  x.sidecars.push({ actions: { contractActions: [created] } });
}

/** The child record of a contract that a transaction of another type creates. */
function createRecord(x: Execution, num: number, gasLimit: number): Execution {
  const contractCreateInstance: proto.IContractCreateTransactionBody = {
    adminKey: { contractID: contractId(num) },
    autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
    gas: long(gasLimit),
  };
  return x.child('contractCreateInstance', { contractCreateInstance }, 'following');
}
