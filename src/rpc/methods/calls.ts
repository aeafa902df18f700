import { listGas } from '@tain/evm/intrinsic-gas';
import { MAX_GAS_PER_TRANSACTION, minimumGas } from '@tain/ledger/gas';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { type ContractCall, checkedCall, type Refusal, unexecuted } from '../../calls/contract-call.ts';
import { CallRefusal } from '../../calls/refusal.ts';
import { CALLED_BLOCK, LATEST, type NamedBlock } from '../method/block-parameter.ts';
import {
  type AccountOverrideObject,
  BLOCK_OVERRIDES,
  type BlockOverridesObject,
  CALL_OBJECT,
  type CallObject,
  STATE_OVERRIDES,
} from '../method/call-types.ts';
import type { RpcContext } from '../method/context.ts';
import { BYTES, QUANTITY } from '../method/json-schema.ts';
import { method } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { isObject } from '../method/parameter-types.ts';
import { ERRORS, REVERTED, RpcError } from '../method/rpc-error.ts';
import {
  authorizationsOf,
  causeOf,
  gasOf,
  operatorOf,
  simulatedBlock,
  simulatedFrom,
  simulatedOverrides,
} from '../reads/simulation.ts';
import { amount, hexBytes, quantity, tinybarsSent } from '../values/hex.ts';

/** Statuses that count as a revert. */
const REVERTS: ReadonlySet<string> = new Set(['CONTRACT_REVERT_EXECUTED', 'FAIL_INVALID']);

type Parameters = readonly [
  call: CallObject,
  block: NamedBlock,
  overrides: ReadonlyMap<string, AccountOverrideObject> | undefined,
  blockOverrides: BlockOverridesObject | undefined,
];

/** Executes a call, and returns its output or the gas needed as hex. Throws `RpcError`. */
async function execute(parameters: Parameters, estimate: boolean, context: RpcContext): Promise<string> {
  const { services, client, signal, head } = context;
  if (services.callContract === undefined) throw ERRORS.unsupportedMethod();
  const since = { since: head?.consensusEnd, sinceBlock: head?.number };
  const made = await services.callContract(callOf(parameters, estimate, context), {
    client,
    signal,
    ...since,
  });
  if (made.outcome !== 'done') throw failureOf(made);
  return made.result === '' ? '0x' : made.result;
}

/** Returns the checked call. Throws `RpcError`. */
function callOf(
  [call, block, overrides, given]: Parameters,
  estimate: boolean,
  context: RpcContext,
): ContractCall {
  const { services, settings } = context;
  const blockOverrides = given ?? nextBlock(block, estimate, context);
  const { to, data, input, value = '0x', gasPrice = '0x', authorizationList = [] } = call;
  const tinybars = tinybarsSent(amount(value));
  const gas = call.gas === undefined ? MAX_GAS_PER_TRANSACTION : amount(call.gas);
  try {
    return checkedCall(
      {
        block: simulatedFrom(block),
        data: input ?? data,
        estimate,
        from: call.from ?? (tinybars > 0n ? operatorOf(settings) : undefined),
        gas: estimate ? gas : gasOf(gas),
        gasPrice: amount(gasPrice),
        to,
        value: tinybars,
        overrides: simulatedOverrides(overrides),
        authorizations: authorizationsOf(authorizationList),
        preservesAccounts: true,
        ...(services.development && { keepsSender: true }),
        ...(blockOverrides && { blockOverrides: simulatedBlock(blockOverrides) }),
      },
      [],
      hasCode,
    );
  } catch (error) {
    if (error instanceof CallRefusal) throw failureOf(unexecuted(error));
    throw error;
  }
}

/**
 * Returns whether data may create a contract that receives a value: any may, because tools estimate deployments of every
 * compiler, whose code the public mirror node does not recognize when it has immutable variables.
 */
const hasCode = (data: string): boolean => data.length > '0x'.length;

/**
 * Returns time and number of a local network's next block for estimates and for calls at `pending`, as in Hardhat's network: a
 * test sets the clock ahead of the newest block, and what it sends then must be estimated at that time; contracts that vote
 * compare numbers. Undefined elsewhere.
 */
function nextBlock(
  block: NamedBlock,
  estimate: boolean,
  { services, head }: RpcContext,
): BlockOverridesObject | undefined {
  // Another server that executes calls takes no override of the block.
  if (services.development === undefined || services.simulate === undefined) return undefined;
  const tag = 'tag' in block ? block.tag : undefined;
  if (tag !== 'pending' && !(estimate && tag === 'latest')) return undefined;
  return {
    time: quantity(services.development.now() / NANOS_PER_SECOND),
    number: head === null ? undefined : quantity(head.number + 1n),
  };
}

/** Returns the error of a call that has no result. */
function failureOf(refusal: Refusal): RpcError {
  const [first, ...children] = refusal.entries;
  const cause = causeOf(refusal);
  if (first?.status === undefined || !REVERTS.has(first.status)) return ERRORS.notSimulated(cause);
  // The details of FAIL_INVALID name no further cause.
  const texts =
    first.status === 'FAIL_INVALID'
      ? [first.status]
      : [cause, ...children.map(({ detail, status }) => detail || status)];
  return new RpcError(REVERTED, `execution reverted: ${texts.filter(Boolean).join(', ')}`, first.data);
}

/**
 * Returns the gas with which a call that needs `gas` can be sent: with the cost of its access list, which executions do
 * not include, and at least the minimum of a transaction.
 */
function sendable(
  { to, data, input, accessList = [], authorizationList = [] }: CallObject,
  gas: bigint,
): bigint {
  const keysOf = (entry: unknown) =>
    isObject(entry) && Array.isArray(entry.storageKeys) ? entry.storageKeys : [];
  const accesses = {
    addresses: accessList.length,
    keys: accessList.reduce<number>((sum, entry) => sum + keysOf(entry).length, 0),
  };
  const lists = { authorizations: authorizationList.length, ...accesses };
  const minimum = minimumGas(hexBytes(input ?? data ?? '0x'), to === undefined, lists);
  const needed = gas + listGas(accesses);
  return needed > minimum ? needed : minimum;
}

const PARAMETERS = [
  required(
    'transaction',
    CALL_OBJECT,
    'The call; `input` takes precedence over `data`. Amounts are weibars.',
  ),
  optional('block', CALLED_BLOCK, LATEST, 'Block on whose state the call runs; the newest by default.'),
  optional('stateOverrides', STATE_OVERRIDES, undefined, 'Overrides of the state, by address.'),
  optional(
    'blockOverrides',
    BLOCK_OVERRIDES,
    undefined,
    'Overrides of the block, such as its number and time.',
  ),
] as const;

const call = method({
  name: 'eth_call',
  summary: 'Executes a call of a contract without changing anything.',
  parameters: PARAMETERS,
  result: BYTES,
  answer: (parameters, context) => execute(parameters, false, context),
});

const estimateGas = method({
  name: 'eth_estimateGas',
  summary: 'Estimates the gas that a call needs.',
  parameters: PARAMETERS,
  result: QUANTITY,
  answer: async (parameters, context) => {
    const gas = amount(await execute(parameters, true, context));
    return quantity(sendable(parameters[0], gas));
  },
});

export const CALL_METHODS = [call, estimateGas];
