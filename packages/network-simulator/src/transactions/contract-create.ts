import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, duration, fileId, long, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { autoRenewStatus, FIRST_USER_ENTITY, memoStatus, slotsStatus } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, isZeroId } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, must, ruledLater } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { createContract } from '../programs/create-contract.ts';
import { intrinsicGas } from '../programs/execute.ts';
import { bytesOfFile } from '../programs/file-code.ts';
import { ownGas } from '../programs/gas-price.ts';
import { PROGRAMS } from '../programs/programs.ts';
import { keysAndHooks } from './fee-units.ts';
import { applyHooks, hookDetailsStatus, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';
import { applyStake, stakeStatus } from './stake.ts';

const NOT_CODE = Buffer.from('fe00', 'hex');

export const contractCreate: KindRules = {
  weight: 1,
  isSchedulable: true,
  fee: {
    of: 'ContractCreate',
    units: ({ contractCreateInstance: op }) => keysAndHooks(op?.adminKey, op),
  },

  generate(g) {
    const { random, ledger } = g;
    if (!g.mayGrow('contracts')) return null;
    const payer = g.payer(1_000_000_000_000n);
    // Each kind of contract is created once before kinds are chosen at random.
    const program =
      ledger.contracts.size < PROGRAMS.length ? PROGRAMS[ledger.contracts.size] : random.pick(PROGRAMS);
    if (program === undefined) return null;
    const body: proto.IContractCreateTransactionBody = {
      gas: long(program.creationGas + intrinsicGas(program.initcode, true) + 20_000),
      autoRenewPeriod: duration(AUTO_RENEW_SECONDS),
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

  pure({ contractCreateInstance: body }) {
    // Init code may be in a file, so only the gas of an empty creation is required.
    const intrinsic = intrinsicGas(new Uint8Array(), true);
    check(longToBigInt(body?.gas) >= BigInt(intrinsic), Status.INSUFFICIENT_GAS);
    must(hookDetailsStatus(body?.hookCreationDetails ?? [], []));
  },

  apply: ruledLater(async (x) => {
    const body = x.body.contractCreateInstance ?? {};
    const adminKey = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (adminKey !== null && !x.signedBy(adminKey)) return Status.INVALID_SIGNATURE;
    const renewer = body.autoRenewAccountId;
    if (renewer && !isZeroId(renewer))
      accountSigns(x, accountNumber(renewer), Status.INVALID_AUTORENEW_ACCOUNT);
    const file = numOf(body.fileID?.fileNum);
    checkCreation(x, body);
    const code = body.initcode ?? bytesOfFile(x.ledger, file);
    if (typeof code === 'number') return code;
    // Only a hollow account can become a contract, because contracts have no key of their own.
    const present =
      x.createAt === null ? undefined : x.ledger.accounts.get(x.ledger.resolveAlias(x.createAt));
    if (present !== undefined && !present.hollow) return Status.ALIAS_ALREADY_ASSIGNED;
    const created = await createContract(x, {
      initcode: Buffer.concat([code, body.constructorParameters ?? new Uint8Array()]),
      terms: ownGas(x.payer, numOf(body.gas)),
      value: longToBigInt(body.initialBalance),
      fileId: file,
      needsInitcode: !body.initcode,
      byWallet: false,
      createAt: x.createAt,
    });
    if (created.num === 0) return created.status;
    const account = x.ledger.accounts.edit(created.num);
    account.key = adminKey;
    account.memo = body.memo ?? '';
    account.maxAutoAssociations = body.maxAutomaticTokenAssociations ?? 0;
    account.autoRenewPeriod = numOf(body.autoRenewPeriod?.seconds);
    account.autoRenewAccount = numOf(body.autoRenewAccountId?.accountNum);
    account.proxy = numOf(body.proxyAccountID?.accountNum);
    if (body.declineReward) account.declineReward = true;
    applyStake(x, created.num, {
      stakedNodeId: body.stakedNodeId ?? null,
      stakedAccountId: body.stakedAccountId ?? null,
    });
    const hooks = applyHooks(x, created.num, body.hookCreationDetails ?? [], []);
    return hooks === Status.OK ? Status.SUCCESS : hooks;
  }),
};

/** Ends a creation with wrong fields. Source: the network's `HevmTransactionFactory.assertValidCreation`. */
function checkCreation(x: Execution, body: proto.IContractCreateTransactionBody): void {
  const slots = body.maxAutomaticTokenAssociations ?? 0;
  check(!body.fileID || longToBigInt(body.fileID.fileNum) >= FIRST_USER_ENTITY, Status.INVALID_FILE_ID);
  must(autoRenewStatus(body.autoRenewPeriod ?? {}));
  check(longToBigInt(body.initialBalance) >= 0n, Status.CONTRACT_NEGATIVE_VALUE);
  must(slotsStatus(slots));
  must(stakeStatus(x, body, false));
  must(memoStatus(body.memo));
  check(body.initcode?.length !== 0, Status.CONTRACT_BYTECODE_EMPTY);
}
