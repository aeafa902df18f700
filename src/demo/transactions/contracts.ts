import { proto } from '@hiero-ledger/proto';
import { longToBigInt } from '../../kernel/long.ts';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { accountId, contractId, duration, fileId, long, longZero, numOf, timestamp } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { payReward } from '../ledger/staking.ts';
import { Status } from '../ledger/status.ts';
import { addContract } from '../programs/create-child.ts';
import { PROGRAMS, programWith } from '../programs/programs.ts';
import { chargedGas, chargeGas, intrinsicGas, runContract } from '../programs/run-contract.ts';
import { randomCall } from './contract-input.ts';
import { applyStake } from './crypto-update.ts';
import type { Generator } from './generator.ts';
import type { Kind } from './kind.ts';

const { CREATE } = proto.ContractActionType;
const { OP_CREATE } = proto.CallOperationType;

const NOT_CODE = Buffer.from('fe00', 'hex');

export const contractCall: Kind = {
  name: 'CONTRACTCALL',
  field: 'contractCall',
  weight: 100,

  generate(g) {
    const caller = g.payer(100_000_000_000n);
    const wish = randomCall(g, caller);
    if (wish === null) return null;
    const { contract, input, value, gasLimit } = wish;
    const failing = g.failing() ? g.random.below(3) : -1;
    const body: proto.IContractCallTransactionBody = {
      contractID: contractId(failing === 0 ? g.ledger.counter.nextEntity + 5 : contract),
      gas: long(failing === 1 ? 22_000 : gasLimit),
      functionParameters: input,
    };
    if (value > 0n) body.amount = long(value);
    // Some clients know contracts by their address only.
    if (failing < 0 && g.random.chance(0.15)) body.contractID = { evmAddress: g.ledger.addressOf(contract) };
    return {
      data: { contractCall: body },
      payer: caller.num,
      maxFee: 2_000_000_000n,
      unsigned: failing === 2,
    };
  },

  apply(x) {
    const body = x.body.contractCall ?? {};
    const address = body.contractID?.evmAddress;
    return runContract(x, {
      contract: address?.length ? x.ledger.resolveAlias(address) : numOf(body.contractID?.contractNum),
      sender: x.payer,
      input: body.functionParameters ?? new Uint8Array(),
      value: longToBigInt(body.amount),
      gasLimit: numOf(body.gas),
    });
  },
};

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
    if (body.declineReward) account.declineReward = true;
    applyStake(x, created.num, {
      stakedNodeId: body.stakedNodeId ?? null,
      stakedAccountId: body.stakedAccountId ?? null,
    });
    return Status.SUCCESS;
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
  /** The transaction itself is not a contract create: a child record tells of it. */
  readonly asChild: boolean;
}

/** Creates a contract from outside of the EVM; answers its number, or 0 and why not. */
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
  addContract(teller, num, program, evmAddress, sender, creation.fileId);
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

/** The child record of a contract that a transaction of another type makes. */
function createRecord(x: Execution, num: number, gasLimit: number): Execution {
  const contractCreateInstance: proto.IContractCreateTransactionBody = {
    adminKey: { contractID: contractId(num) },
    autoRenewPeriod: duration(AUTO_RENEW_PERIOD),
    gas: long(gasLimit),
  };
  return x.child('contractCreateInstance', { contractCreateInstance }, 'following');
}

/** A contract whose admin key can change it. */
function changeable(g: Generator): number | undefined {
  return g.find(g.ledger.contracts, (row) => {
    const account = g.ledger.accounts.need(row.num);
    return account.key !== null && !account.deleted;
  })?.num;
}

export const contractUpdate: Kind = {
  name: 'CONTRACTUPDATEINSTANCE',
  field: 'contractUpdateInstance',
  weight: 1,

  generate(g) {
    const num = changeable(g);
    if (num === undefined) return null;
    const { random } = g;
    const body: proto.IContractUpdateTransactionBody = { contractID: contractId(num) };
    const signers = [...g.keysOf(num)];
    const kind = random.unit();
    if (kind < 0.4) body.memoWrapper = { value: `contract ${random.word().toString(36)}` };
    else if (kind < 0.55) body.maxAutomaticTokenAssociations = { value: random.between(20, 80) };
    else if (kind < 0.75) body.stakedNodeId = long(random.pick([-1, 0, 1, 2, 3]));
    else if (kind < 0.85) body.declineReward = { value: random.chance(0.5) };
    else if (kind < 0.93) body.expirationTime = timestamp(g.at + 9_000_000_000_000_000n);
    else {
      const admin = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, admin);
      signers.push(...admin.refs);
    }
    return {
      data: { contractUpdateInstance: body },
      payer: g.payer().num,
      signers: g.failing() ? [] : signers,
    };
  },

  apply(x) {
    const body = x.body.contractUpdateInstance ?? {};
    const num = numOf(body.contractID?.contractNum);
    const before = x.ledger.accounts.get(num);
    if (before === undefined || !before.contract) return Status.INVALID_CONTRACT_ID;
    if (before.deleted) return Status.CONTRACT_DELETED;
    if (before.key === null) return Status.MODIFYING_IMMUTABLE_CONTRACT;
    if (!x.signedBy(before.key)) return Status.INVALID_SIGNATURE;
    const account = x.ledger.accounts.edit(num);
    if (body.adminKey) account.key = specOf(x.ledger.keys, body.adminKey);
    if (body.memoWrapper) account.memo = body.memoWrapper.value ?? '';
    if (body.maxAutomaticTokenAssociations)
      account.maxAutoAssociations = body.maxAutomaticTokenAssociations.value ?? 0;
    if (body.expirationTime)
      account.expiration =
        longToBigInt(body.expirationTime.seconds) * 1_000_000_000n + BigInt(body.expirationTime.nanos ?? 0);
    applyStake(x, num, {
      stakedNodeId: body.stakedNodeId ?? null,
      stakedAccountId: body.stakedAccountId ?? null,
      declineReward: body.declineReward ?? null,
    });
    x.receipt.contractID = contractId(num);
    return Status.SUCCESS;
  },
};

export const contractDelete: Kind = {
  name: 'CONTRACTDELETEINSTANCE',
  field: 'contractDeleteInstance',
  weight: 0.2,

  generate(g) {
    const { ledger } = g;
    const num = changeable(g);
    if (
      num === undefined ||
      ledger.contracts.size <= PROGRAMS.length * 2 ||
      num < (ledger.contracts.keys[PROGRAMS.length] ?? 0)
    )
      return null;
    const body: proto.IContractDeleteTransactionBody = { contractID: contractId(num) };
    const heir = g.find(ledger.contracts, (row) => row.num !== num && !ledger.accounts.need(row.num).deleted);
    if (heir !== undefined && g.random.chance(0.3)) body.transferContractID = contractId(heir.num);
    else body.transferAccountID = accountId(g.other(num).num);
    const obtainer = g.keysOf(numOf(body.transferAccountID?.accountNum));
    const signers = g.failing() ? [] : [...g.keysOf(num), ...obtainer];
    return { data: { contractDeleteInstance: body }, payer: g.payer().num, signers };
  },

  apply(x) {
    const body = x.body.contractDeleteInstance ?? {};
    const num = numOf(body.contractID?.contractNum);
    const heir = numOf(body.transferAccountID?.accountNum) || numOf(body.transferContractID?.contractNum);
    const before = x.ledger.accounts.get(num);
    if (before === undefined || !before.contract) return Status.INVALID_CONTRACT_ID;
    if (before.deleted) return Status.CONTRACT_DELETED;
    if (before.key === null) return Status.MODIFYING_IMMUTABLE_CONTRACT;
    if (!x.signedBy(before.key)) return Status.INVALID_SIGNATURE;
    const obtainer = x.ledger.accounts.get(heir);
    if (obtainer === undefined || obtainer.deleted) return Status.OBTAINER_DOES_NOT_EXIST;
    if (heir === num) return Status.OBTAINER_SAME_CONTRACT_ID;
    payReward(x, num);
    x.moveHbar(num, heir, x.ledger.accounts.need(num).balance);
    const account = x.ledger.accounts.edit(num);
    account.deleted = true;
    account.obtainer = heir;
    x.receipt.contractID = contractId(num);
    return Status.SUCCESS;
  },
};
