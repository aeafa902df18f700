import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, duration, long, nanosOf, numOf, timestamp } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { autoRenewStatus, memoStatus, newExpiryStatus, slotsStatus } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, contractNumber, isZeroId } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns, hasSigned, keySigns, receiverSigns } from '../ledger/required-keys.ts';
import { payReward } from '../ledger/staking.ts';
import { Status } from '../ledger/status.ts';
import { callContract } from '../programs/call-contract.ts';
import { calledBy, contractNumOf, sentTo } from '../programs/call-target.ts';
import { accountAt } from '../programs/code-addresses.ts';
import { minimumGas } from '../programs/execute.ts';
import { ownGas } from '../programs/gas-price.ts';
import { PROGRAMS } from '../programs/programs.ts';
import { addressWithNonce, setState } from '../programs/set-state.ts';
import { randomCall } from './contract-input.ts';
import { keysAndHooks } from './fee-units.ts';
import type { Generator } from './generator.ts';
import { applyHooks, hookDetailsStatus, randomHook } from './hooks.ts';
import type { KindRules } from './kind.ts';
import { applyStake, stakeStatus } from './stake.ts';

export const contractCall: KindRules = {
  weight: 100,
  isSchedulable: true,
  fee: { of: 'ContractCall' },

  generate(g) {
    const caller = g.payer(100_000_000_000n);
    const call = randomCall(g, caller);
    if (call === null) return null;
    const { contract, input, value, gasLimit } = call;
    const failing = g.failing() ? g.random.below(3) : -1;
    const body: proto.IContractCallTransactionBody = {
      contractID: contractId(failing === 0 ? g.ledger.counter.nextEntity + 5 : contract),
      gas: long(failing === 1 ? minimumGas(input, false) + 400 : gasLimit),
      functionParameters: input,
    };
    if (value > 0n) body.amount = long(value);
    // Some clients use only the address of a contract.
    if (failing < 0 && g.random.chance(0.15)) body.contractID = { evmAddress: g.ledger.addressOf(contract) };
    return {
      data: { contractCall: body },
      payer: call.caller ?? caller.num,
      maxFee: 2_000_000_000n,
      unsigned: failing === 2,
    };
  },

  pure({ contractCall: body }) {
    checkContractId(body?.contractID);
    const { evmAddress, contractNum } = body?.contractID ?? {};
    const isZero = evmAddress ? evmAddress.every((byte) => byte === 0) : longToBigInt(contractNum) === 0n;
    check(!isZero, Status.INVALID_CONTRACT_ID);
    const minimum = minimumGas(body?.functionParameters ?? new Uint8Array(), false);
    check(longToBigInt(body?.gas) >= BigInt(minimum), Status.INSUFFICIENT_GAS);
  },

  apply(x) {
    const body = x.body.contractCall ?? {};
    const to =
      x.sets === 'nonce'
        ? addressWithNonce(x, body.contractID?.evmAddress ?? new Uint8Array())
        : // The network's own traffic keeps its history, in which calls to missing contracts fail.
          x.ledger.journal.isSent
          ? sentTo(x.ledger, body.contractID)
          : calledBy(x.ledger, body.contractID);
    if (typeof to === 'number') return to;
    const value = longToBigInt(body.amount);
    const num = accountAt(x.ledger, to);
    if (value > 0n && x.ledger.accounts.get(num)?.receiverSigRequired && !hasSigned(x, num))
      return Status.INVALID_SIGNATURE;
    const call = {
      to,
      terms: ownGas(x.payer, numOf(body.gas)),
      input: body.functionParameters ?? new Uint8Array(),
      value,
    };
    return x.sets === null ? callContract(x, call) : setState(x, x.sets, call);
  },
};

/** Checks that an id is present, and that an address in it has 20 bytes. */
function checkContractId(id: proto.IContractID | null | undefined): void {
  const isWhole = !id?.evmAddress || id.evmAddress.length === 20;
  check(Boolean(id) && isWhole, Status.INVALID_CONTRACT_ID);
}

/** Returns a contract whose admin key can change it. */
function changeable(g: Generator): number | undefined {
  return g.find(g.ledger.contracts, (row) => {
    const account = g.ledger.accounts.need(row.num);
    return account.key !== null && !account.deleted;
  })?.num;
}

export const contractUpdate: KindRules = {
  weight: 1,
  isSchedulable: true,
  fee: {
    of: 'ContractUpdate',
    units: ({ contractUpdateInstance: op }) => keysAndHooks(op?.adminKey, op),
  },

  generate(g) {
    const num = changeable(g);
    if (num === undefined) return null;
    const { random } = g;
    const body: proto.IContractUpdateTransactionBody = { contractID: contractId(num) };
    const signers = [...g.keysOf(num)];
    const kind = random.unit();
    if (kind < 0.1) body.memo = `contract ${random.word().toString(36)}`;
    else if (kind < 0.3) body.memoWrapper = { value: `contract ${random.word().toString(36)}` };
    else if (kind < 0.34) body.autoRenewPeriod = duration(AUTO_RENEW_SECONDS + random.below(200_000));
    else if (kind < 0.38) body.autoRenewAccountId = accountId(g.account().num);
    else if (kind < 0.41) body.proxyAccountID = accountId(g.account().num);
    else if (kind < 0.48) {
      const old = g.find(g.ledger.hooks, (row) => row.owner === num && !row.deleted);
      const hook = randomHook(g, num);
      if (old !== undefined) body.hookIdsToDelete = [long(old.id)];
      if (hook !== null) body.hookCreationDetails = [hook];
    } else if (kind < 0.55) {
      const { maxAutoAssociations } = g.ledger.accounts.need(num);
      body.maxAutomaticTokenAssociations = { value: Math.max(random.between(20, 80), maxAutoAssociations) };
    } else if (kind < 0.75) body.stakedNodeId = long(random.pick([-1, 0, 1, 2, 3]));
    else if (kind < 0.85) body.declineReward = { value: random.chance(0.5) };
    else if (kind < 0.93) body.expirationTime = timestamp(g.at + 8_000_000_000_000_000n);
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

  pure({ contractUpdateInstance: body }) {
    checkContractId(body?.contractID);
    must(hookDetailsStatus(body?.hookCreationDetails ?? [], body?.hookIdsToDelete ?? []));
  },

  apply: ruled((x) => {
    const body = x.body.contractUpdateInstance ?? {};
    const num = contractNumOf(x.ledger, body.contractID);
    const before = x.ledger.accounts.get(num);
    if (before === undefined || !before.contract) return Status.INVALID_CONTRACT_ID;
    if (before.deleted) return Status.CONTRACT_DELETED;
    if (needsAdminKey(body)) {
      if (before.key === null) return Status.MODIFYING_IMMUTABLE_CONTRACT;
      if (!x.signedBy(before.key)) return Status.INVALID_SIGNATURE;
    }
    keySigns(x, body.adminKey);
    const renewer = body.autoRenewAccountId;
    if (renewer && !isZeroId(renewer))
      accountSigns(x, accountNumber(renewer), Status.INVALID_AUTORENEW_ACCOUNT);
    if (body.expirationTime) must(newExpiryStatus(x.at, body.expirationTime, before));
    const slots = body.maxAutomaticTokenAssociations?.value ?? -1;
    must(slotsStatus(slots));
    // `ContractUpdateHandler` compares with the number before, not with the associations.
    check(
      slots === -1 || slots >= before.maxAutoAssociations,
      Status.EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT,
    );
    if (body.autoRenewPeriod) must(autoRenewStatus(body.autoRenewPeriod));
    must(stakeStatus(x, body, true));
    must(memoStatus(body.memoWrapper?.value ?? body.memo));
    const account = x.ledger.accounts.edit(num);
    if (body.adminKey) account.key = specOf(x.ledger.keys, body.adminKey);
    if (body.memo) account.memo = body.memo;
    if (body.autoRenewPeriod) account.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
    // `ContractUpdateHandler` stores the id as it is, also 0.0.0.
    if (renewer) account.autoRenewAccount = isZeroId(renewer) ? -1 : accountNumber(renewer);
    if (body.proxyAccountID) account.proxy = numOf(body.proxyAccountID.accountNum);
    if (body.memoWrapper) account.memo = body.memoWrapper.value ?? '';
    if (body.maxAutomaticTokenAssociations)
      account.maxAutoAssociations = body.maxAutomaticTokenAssociations.value ?? 0;
    if (body.expirationTime) account.expiration = nanosOf(body.expirationTime);
    applyStake(x, num, {
      stakedNodeId: body.stakedNodeId ?? null,
      stakedAccountId: body.stakedAccountId ?? null,
      declineReward: body.declineReward ?? null,
    });
    const hooks = applyHooks(x, num, body.hookCreationDetails ?? [], body.hookIdsToDelete ?? []);
    if (hooks !== Status.OK) return hooks;
    x.receipt.contractID = contractId(num);
    return Status.SUCCESS;
  }),
};

/** Returns whether an update changes more than the expiration, which anyone may extend. */
function needsAdminKey({
  contractID,
  expirationTime,
  ...others
}: proto.IContractUpdateTransactionBody): boolean {
  return Object.values(others).some(
    (value) => !(value == null || (Array.isArray(value) && value.length === 0)),
  );
}

export const contractDelete: KindRules = {
  weight: 0.2,
  isSchedulable: true,
  fee: { of: 'ContractDelete' },

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

  pure({ contractDeleteInstance: body }) {
    check(!body?.permanentRemoval, Status.PERMANENT_REMOVAL_REQUIRES_SYSTEM_INITIATION);
    checkContractId(body?.contractID);
    check(Boolean(body?.transferAccountID ?? body?.transferContractID), Status.OBTAINER_REQUIRED);
  },

  apply: ruled((x) => {
    const body = x.body.contractDeleteInstance ?? {};
    const num = contractNumOf(x.ledger, body.contractID);
    const before = x.ledger.accounts.get(num);
    if (before === undefined || !before.contract) return Status.INVALID_CONTRACT_ID;
    if (before.deleted) return Status.CONTRACT_DELETED;
    if (before.key === null) return Status.MODIFYING_IMMUTABLE_CONTRACT;
    if (!x.signedBy(before.key)) return Status.INVALID_SIGNATURE;
    const heir = heirOf(x, body);
    if (heir === num) return Status.OBTAINER_SAME_CONTRACT_ID;
    payReward(x, num);
    x.moveHbar(num, heir, x.ledger.accounts.need(num).balance);
    const account = x.ledger.accounts.edit(num);
    account.deleted = true;
    account.obtainer = heir;
    x.receipt.contractID = contractId(num);
    return Status.SUCCESS;
  }),
};

/** Returns the account or contract that gets a deleted contract's tinybars (`ContractDeleteHandler`). */
function heirOf(
  x: Execution,
  { transferAccountID, transferContractID }: proto.IContractDeleteTransactionBody,
): number {
  if (transferAccountID) {
    const heir = accountNumber(transferAccountID);
    receiverSigns(x, heir, Status.INVALID_TRANSFER_ACCOUNT_ID);
    const { deleted, contract } = x.ledger.accounts.need(heir);
    check(!deleted, contract ? Status.INVALID_CONTRACT_ID : Status.OBTAINER_DOES_NOT_EXIST);
    return heir;
  }
  const heir = contractNumber(x, transferContractID);
  check(x.ledger.accounts.get(heir)?.contract === true, Status.INVALID_CONTRACT_ID);
  receiverSigns(x, heir, Status.INVALID_CONTRACT_ID);
  check(!x.ledger.accounts.need(heir).deleted, Status.INVALID_CONTRACT_ID);
  return heir;
}
