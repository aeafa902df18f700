import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import type { Authorization } from '@tain/ledger/authorization';
import { encodeEntityId } from '@tain/ledger/entity-id';
import { longZeroHex, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { Refusal } from '../../calls/contract-call.ts';
import type { RefusalKind } from '../../calls/refusal.ts';
import type {
  AccountOverride,
  BlockOverrides,
  BlockReference,
  SimulatedCall,
  SimulationRequest,
  TraceOptions,
} from '../../calls/simulation.ts';
import { LimitReached } from '../../kernel/limits/limit.ts';
import type { AnswerBytes } from '../method/answer-memory.ts';
import type { NamedBlock } from '../method/block-parameter.ts';
import type {
  AccountOverrideObject,
  AuthorizationObject,
  BlockOverridesObject,
  CallObject,
} from '../method/call-types.ts';
import type { RpcContext, RpcSettings } from '../method/context.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import { inTurns } from '../method/sliced-json.ts';
import { amount, quantity, tinybarsSent, wordDigits } from '../values/hex.ts';
import { parseSteps } from '../values/json-steps.ts';

/** Sender of calls with a value for which the client names none: the default operator of a relay. */
const OPERATOR = 2n;

/** Returns the long-zero address of the default sender, without `0x`. */
export function operatorOf({ shard, realm }: Pick<RpcSettings, 'shard' | 'realm'>): string {
  return longZeroHex(encodeEntityId(shard, realm, OPERATOR));
}

/** Executes calls that are not sent. Returns the parsed response of role `evm`. Throws `RpcError`. */
export async function simulate(context: RpcContext, simulation: SimulationRequest): Promise<unknown> {
  const { services, client, signal, head } = context;
  if (services.simulate === undefined) throw ERRORS.unsupportedMethod();
  const made = await services.simulate(simulation, { client, signal, since: head?.consensusEnd });
  if (made.outcome === 'done') return parsed(context, made.chunks);
  if (made.outcome === 'limited') throw ERRORS.limited('simulations');
  throw ERRORS.notSimulated(causeOf(made));
}

/** Causes of refusals without a detail. */
const CAUSES: Readonly<Partial<Record<RefusalKind, string>>> = {
  unavailable: 'Service Unavailable',
  'not-simulated': 'Not Implemented',
};

/** Returns the cause of a refusal, as the error names it. */
export function causeOf({ outcome, entries: [first] }: Refusal): string {
  return first?.detail || first?.status || CAUSES[outcome] || 'Internal Server Error';
}

/** Returns the block whose state a simulation begins with. */
export function simulatedFrom(name: NamedBlock): BlockReference {
  if ('number' in name) return { kind: 'number', number: name.number };
  if ('hash' in name) return { kind: 'hash', hash: name.hash.slice(2) };
  return { kind: name.tag === 'earliest' ? 'earliest' : 'latest' };
}

/** Returns the call of a client. A call with a value but without a sender is sent by the operator, as in `eth_call`. */
export function simulatedCall(
  { from, to, data, input, value = '0x', gas, nonce, authorizationList }: CallObject,
  settings: RpcSettings,
): SimulatedCall {
  const tinybars = tinybarsSent(amount(value));
  const sender = partyOf(from) ?? (tinybars > 0n ? operatorOf(settings) : undefined);
  const digits = (input ?? data ?? '0x').slice(2);
  if (digits.length % 2 !== 0) throw ERRORS.notSimulated('Odd number of characters.');
  const requested = gas === undefined ? undefined : amount(gas);
  return {
    from: sender,
    to: partyOf(to),
    data: digits,
    value: tinybars,
    gas: requested === undefined ? undefined : gasOf(requested),
    nonce: nonce === undefined ? undefined : amount(nonce),
    authorizations: authorizationsOf(authorizationList),
  };
}

/** Returns the authorizations of a call. One without a signature has no authority, but costs the same. */
export function authorizationsOf(list: readonly AuthorizationObject[] = []): Authorization[] {
  return list.map(({ address = '0x', chainId = '0x', nonce = '0x', yParity = '0x', r = '0x', s = '0x' }) => ({
    address,
    chain_id: quantity(amount(chainId)),
    nonce: amount(nonce),
    r,
    s,
    y_parity: quantity(amount(yParity)),
  }));
}

/** Returns the gas of a call: at most the maximum of a transaction. */
export function gasOf(requested: bigint): bigint {
  return requested > MAX_GAS_PER_TRANSACTION ? MAX_GAS_PER_TRANSACTION : requested;
}

/** Returns the digits of an address; undefined for the zero address, which means none. */
function partyOf(address: string | undefined): string | undefined {
  const digits = address?.slice(2);
  return digits === ZERO_ADDRESS ? undefined : digits;
}

/** Returns the overrides of a client; amounts are floored to tinybars. */
export function simulatedOverrides(
  overrides: ReadonlyMap<string, AccountOverrideObject> | undefined,
): AccountOverride[] {
  return [...(overrides ?? [])].map(([address, { balance, nonce, code, state, stateDiff }]) => ({
    address: address.slice(2),
    balance: balance === undefined ? undefined : amount(balance) / WEIBARS_PER_TINYBAR,
    nonce: nonce === undefined ? undefined : amount(nonce),
    code: code?.slice(2),
    state: slotsOf(state),
    stateDiff: slotsOf(stateDiff),
  }));
}

function slotsOf(slots: ReadonlyMap<string, string> | undefined) {
  return [...(slots ?? [])].map(([key, value]) => ({ key: wordDigits(key), value: wordDigits(value) }));
}

/** Returns the block values that a client gives. */
export function simulatedBlock({
  number,
  time,
  gasLimit,
  feeRecipient,
  prevRandao,
  baseFeePerGas,
  blobBaseFee,
}: BlockOverridesObject): BlockOverrides {
  const amountOf = (hex: string | undefined) => (hex === undefined ? undefined : word(amount(hex)));
  return {
    number: amountOf(number),
    time: amountOf(time),
    gasLimit: amountOf(gasLimit),
    coinbase: feeRecipient?.slice(2),
    prevRandao: prevRandao && wordDigits(prevRandao),
    baseFee: amountOf(baseFeePerGas),
    blobBaseFee: amountOf(blobBaseFee),
  };
}

const MAX_BLOCK_VALUE = 2n ** 63n - 1n;

/** Returns a value of a block. Throws `RpcError` when it exceeds 63 bits. */
function word(value: bigint): bigint {
  if (value <= MAX_BLOCK_VALUE) return value;
  throw ERRORS.invalidParameter("'blockOverrides'", 'A value exceeds 63 bits');
}

/** Maximum size of a trace in one response. */
const MAX_TRACE_BYTES = 16 * 1024 * 1024;

/**
 * Executes a recorded transaction again and returns its trace, as `GET /api/v1/contracts/results/{hash}/opcodes` and `…/prestate`
 * have it; undefined where there is none. Throws `RpcError`.
 */
export async function traceOf(context: RpcContext, hash: string, options: TraceOptions): Promise<unknown> {
  const { services, client, signal, head } = context;
  if (services.traceTransaction === undefined) throw ERRORS.unsupportedMethod();
  const made = await services.traceTransaction(
    { transaction: { hash: hash.slice(2) }, options },
    { client, signal, since: head?.consensusEnd, sinceBlock: head?.number },
  );
  if (made.outcome === 'done') return parsed(context, made.chunks);
  if (made.outcome === 'unknown') return undefined;
  if (made.outcome === 'limited') throw ERRORS.limited('traces');
  if (made.outcome === 'not-simulated') throw ERRORS.unsupportedMethod();
  throw ERRORS.internal('The transaction cannot be traced');
}

/** Parses a trace in turns. Throws `RpcError`: -32603 when it ended early, -32005 when it is too long. */
async function parsed(context: RpcContext, chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  return inTurns(context, parseSteps(await bytesOf(chunks, context.memory)));
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>, memory: AnswerBytes): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_TRACE_BYTES) throw ERRORS.tooLarge('The trace', MAX_TRACE_BYTES);
      memory.add(chunk.length);
      read.push(chunk);
    }
  } catch (error) {
    if (error instanceof RpcError || error instanceof LimitReached) throw error;
    throw ERRORS.internal('The trace broke off');
  }
  return Buffer.concat(read);
}
