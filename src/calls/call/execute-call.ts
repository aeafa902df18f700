import type {
  Address,
  BlockEnvironment,
  ExecutionOptions,
  ExecutionResult,
  Log,
  Outcome,
  Watchers,
} from '@tain/evm/execution';
import { longZeroNumber } from '@tain/evm/hex';
import { encodeEntityId, MAX_NUM } from '@tain/ledger/entity-id';
import { longZeroHex } from '@tain/ledger/evm-address';
import { FEE_ACCOUNT, TREASURY } from '@tain/ledger/network';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import { MAX_CALL_DATA } from '../../calls/contract-call.ts';
import type { LedgerAccount } from '../state/ledger-objects.ts';
import { LedgerOverlay } from '../state/ledger-overlay.ts';
import type { LedgerState } from '../state/ledger-state.ts';
import { unknownBalance } from '../state/unknown-past.ts';
import { revertText, statusOfHalt, statusOfRevert } from './call-status.ts';
import type { CallLimits, CallWorld } from './call-world.ts';

/** A call to be executed. */
export interface Call {
  readonly from: Address | undefined;
  /** Receiver; undefined for a creation. */
  readonly to: Address | undefined;
  readonly data: Uint8Array;
  /** Value in tinybars. */
  readonly value: bigint;
  readonly gas: bigint;
  /** Whether accounts are limited to their balances, and the sender must have the cost of gas and value. */
  readonly mustPay?: boolean;
  /** Address of a created contract; by default the long-zero address of an unused number. */
  readonly createAt?: Address;
  /** Whether accounts are limited to their balances, and a contract as sender is not replaced. */
  readonly isExact?: boolean;
  /** Whether a contract as sender is not replaced. */
  readonly keepsSender?: boolean;
  /** Creates a log of each transfer of value (`ExecutionOptions`). */
  readonly transferLog?: ExecutionOptions['transferLog'];
  /** Gas charged in addition to that of its data: for authorizations (EIP-7702). */
  readonly extraGas?: bigint;
}

/** Outcome of a call. */
export interface CallEnd {
  /** `SUCCESS`, or the reason of the failure. */
  readonly status: string;
  readonly detail: string;
  /** Returned or reverted bytes; undefined if no code was reached. */
  readonly output: Uint8Array | undefined;
  readonly isRevert: boolean;
  readonly gasUsed: bigint;
  /** Gas used before refunds. */
  readonly maxGasUsed: bigint;
  /** Statuses of failed transactions that the call caused, without repetition, in order. */
  readonly childStatuses: readonly string[];
  /** Outcome of the code; undefined if no code was reached. */
  readonly outcome: Outcome | undefined;
  readonly logs: readonly Log[];
}

/** Thrown when a call did not finish, because of its deadline or because its client disconnected. */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
}

/** Minimum number of tinybars that every account may spend, so that any account can simulate (`minimumAccountBalance`). */
const MINIMUM_BALANCE = 10n ** 17n;

/** An ECDSA key without a known private key, for a sender without a key. */
export const MADE_UP_KEY = proto.Key.encode({ ECDSASecp256k1: Buffer.alloc(33, 2) }).finish();

/** A refund is at most this share of the gas used (EIP-3529). */
const REFUND_QUOTIENT = 5n;

/**
 * Executes a call as the ledger would execute a transaction: determines the payer, charges the intrinsic cost, and runs
 * the code. The call changes only `state`. Throws `CallTimeout`.
 */
export async function executeCall(
  call: Call,
  world: CallWorld,
  limits: CallLimits,
  watchers: Watchers = {},
  state: LedgerState = new LedgerOverlay(world.reader),
): Promise<CallEnd> {
  const sender = await senderOf(call, state, world);
  if (sender === undefined) return refused('PAYER_ACCOUNT_NOT_FOUND', 'Sender account not found.');
  if (call.data.length > MAX_CALL_DATA) return refused('TRANSACTION_OVERSIZE');
  const { engine } = world.ledgerEngine;
  const intrinsic = engine.intrinsicGas(call) + (call.extraGas ?? 0n);
  const floor = engine.floorGas(call);
  if (call.gas < intrinsic || call.gas < floor) return refused('INSUFFICIENT_GAS');
  // The ledger refuses to create a contract without init code. Simulated blocks follow geth, which accepts that.
  if (call.to === undefined && call.data.length === 0 && call.isExact !== true) {
    return refused('CONTRACT_BYTECODE_EMPTY');
  }
  const to = call.to === undefined ? undefined : await receiverOf(call.to, state, world);
  if (to !== undefined && !(await mayBeCalled(to, call.value, state, world))) {
    return refused('INVALID_CONTRACT_ID');
  }
  const minimumBalance = call.mustPay === true || call.isExact === true ? 0n : MINIMUM_BALANCE;
  if (call.mustPay === true && !(await canPay(sender, call, state, world))) {
    return refused('INSUFFICIENT_PAYER_BALANCE');
  }
  const failed = new Set<string>();
  const engineState = world.ledgerEngine.engineState(state, world, minimumBalance);
  const result = await engine.run(
    {
      from: sender,
      to,
      data: call.data,
      value: call.value,
      gas: call.gas - intrinsic,
      gasPrice: world.gasPrice,
      ...(call.to === undefined ? { createAt: call.createAt ?? (await freshAddress(state)) } : {}),
    },
    {
      state: engineState,
      block: environmentOf(call, world),
      ...world.ledgerEngine.options(state, world, {
        minimumBalance,
        childFailed: (status) => failed.add(status),
      }),
      watchers,
      ...(call.transferLog && { transferLog: call.transferLog }),
      signal: limits.signal,
      deadline: limits.deadline,
      ...(limits.pause && { pause: limits.pause }),
    },
  );
  for (const destroyed of result.destroyed) await engineState.deleteAccount(destroyed);
  return endOf(result, call, { intrinsic, floor }, [...failed]);
}

/** Gas of a call without that of its code. */
interface BaseGas {
  readonly intrinsic: bigint;
  readonly floor: bigint;
}

function endOf(
  result: ExecutionResult,
  call: Call,
  { intrinsic, floor }: BaseGas,
  failed: readonly string[],
): CallEnd {
  const { outcome, output } = result;
  if (outcome.kind === 'halt') {
    if (outcome.reason === 'TIMEOUT') throw new CallTimeout();
    const status = statusOfHalt(outcome.reason);
    const nothing = new Uint8Array();
    return {
      status,
      detail: '',
      output: nothing,
      isRevert: false,
      gasUsed: call.gas,
      maxGasUsed: call.gas,
      childStatuses: failed,
      outcome,
      logs: [],
    };
  }
  const used = intrinsic + result.gasUsed;
  if (outcome.kind === 'revert') {
    const status = statusOfRevert(output);
    return {
      status,
      detail: revertText(output),
      output,
      isRevert: true,
      gasUsed: greater(used, floor),
      maxGasUsed: greater(used, floor),
      childStatuses: failed,
      outcome,
      logs: [],
    };
  }
  const max = used / REFUND_QUOTIENT;
  const refund = result.gasRefund < max ? result.gasRefund : max;
  return {
    status: 'SUCCESS',
    detail: '',
    output,
    isRevert: false,
    gasUsed: greater(used - refund, floor),
    maxGasUsed: greater(used, floor),
    childStatuses: [],
    outcome,
    logs: result.logs,
  };
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns the end of a call that reached no code. */
function refused(status: string, detail = ''): CallEnd {
  return {
    status,
    detail,
    output: undefined,
    isRevert: false,
    gasUsed: 0n,
    maxGasUsed: 0n,
    childStatuses: [],
    outcome: undefined,
    logs: [],
  };
}

/**
 * Returns the address of the sender: the treasury if there is no sender, or if the sender is a contract, which cannot
 * pay. Undefined if the account does not exist, or if value is sent without a sender.
 */
async function senderOf(
  { from, value, isExact = false, keepsSender = isExact }: Call,
  state: LedgerState,
  world: CallWorld,
): Promise<Address | undefined> {
  const treasury = longZeroHex(TREASURY);
  if (from === undefined) return value === 0n ? treasury : undefined;
  const account = await accountAt(from, state, world);
  if (account === undefined) {
    if (longZeroNumber(from) === undefined) await state.verifyAbsent(from);
    return undefined;
  }
  if (account.type === 'CONTRACT' && !keepsSender) return treasury;
  // A hollow account is completed by the first transaction that it signs.
  if (account.key === undefined) state.accounts.set(account.id, { ...account, key: MADE_UP_KEY });
  return account.evmAddress ?? longZeroHex(account.id);
}

/** Returns the account at an address, or undefined. */
export async function accountAt(
  address: Address,
  state: LedgerState,
  { network }: CallWorld,
): Promise<LedgerAccount | undefined> {
  const num = longZeroNumber(address);
  if (num !== undefined && num > MAX_NUM) return undefined;
  const id =
    num === undefined ? await state.aliases.get(address) : encodeEntityId(network.shard, network.realm, num);
  const account = id === undefined ? undefined : await state.accounts.get(id);
  return account?.deleted === true ? undefined : account;
}

/** Returns the address of a called contract. Unlike code, the ledger also finds a contract by its long-zero address. */
async function receiverOf(to: Address, state: LedgerState, world: CallWorld): Promise<Address> {
  const account = longZeroNumber(to) === undefined ? undefined : await accountAt(to, state, world);
  return (account?.type === 'CONTRACT' ? account.evmAddress : undefined) ?? to;
}

/** Returns whether the sender can pay for the value and all gas. */
async function canPay(
  sender: Address,
  { gas, value }: Call,
  state: LedgerState,
  world: CallWorld,
): Promise<boolean> {
  const account = await accountAt(sender, state, world);
  if (account?.hasUnknownBalance) throw unknownBalance(account.id);
  const balance = account?.balance ?? 0n;
  return balance >= value + gas * world.gasPrice;
}

/** Returns whether an address may be called. Before v0.46 it must have code, unless value is sent. */
async function mayBeCalled(
  to: Address,
  value: bigint,
  state: LedgerState,
  world: CallWorld,
): Promise<boolean> {
  if (value > 0n || world.ledgerEngine.callsMissing) return true;
  const engineState = world.ledgerEngine.engineState(state, world, MINIMUM_BALANCE);
  return (await engineState.code(to)).length > 0;
}

/**
 * Returns the long-zero address of an unused number, as the ledger assigns it to a contract that a transaction creates
 * directly.
 */
async function freshAddress(state: LedgerState): Promise<Address> {
  return longZeroHex(await state.nextId());
}

function environmentOf(
  { gas }: Call,
  { block, chainId, blockHash, environment }: CallWorld,
): BlockEnvironment {
  return {
    number: block.number,
    timestamp: block.consensusStart / NANOS_PER_SECOND,
    coinbase: longZeroHex(FEE_ACCOUNT),
    gasLimit: gas,
    baseFee: 0n,
    prevRandao: block.hash.slice(0, 64),
    chainId,
    blockHash: async (number) =>
      (number > block.number ? undefined : await blockHash(number)) ?? '0'.repeat(64),
    ...environment,
  };
}
