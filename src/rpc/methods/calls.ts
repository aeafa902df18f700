import { WEIBARS_PER_TINYBAR } from '../../ledger/amounts.ts';
import { type BlockName, CALLED_BLOCK, LATEST } from '../method/block-parameter.ts';
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
import { gasOf, operatorOf, simulatedBlock } from '../reads/simulation.ts';
import { amount, tinybarsSent, wordDigits } from '../values/amounts.ts';
import { quantity } from '../values/hex.ts';

/** Statuses that count as a revert. */
const REVERTS: ReadonlySet<string> = new Set(['CONTRACT_REVERT_EXECUTED', 'FAIL_INVALID']);

type Overrides = ReadonlyMap<string, AccountOverrideObject>;

/** Parameters of a requested call. */
interface RequestedCall {
  readonly call: CallObject;
  readonly block: BlockName;
  readonly overrides: Overrides | undefined;
  readonly blockOverrides: BlockOverridesObject | undefined;
  readonly estimate: boolean;
}

/** Executes a call, and returns its output or the gas needed as hex. Throws `RpcError`. */
async function execute(requested: RequestedCall, context: RpcContext): Promise<string> {
  const { services, client, signal, head } = context;
  if (services.callContract === undefined) throw ERRORS.unsupportedMethod();
  const { blockOverrides } = requested;
  const { status, body } = await services.callContract({
    body: Buffer.from(JSON.stringify(bodyOf(requested, context))),
    contentType: 'application/json',
    client,
    signal,
    since: head?.consensusEnd,
    sinceBlock: head?.number,
    allowsOverrides: true,
    blockOverrides: blockOverrides && simulatedBlock(blockOverrides),
  });
  const answer: unknown = JSON.parse(body);
  if (status !== 200) throw failureOf(messagesOf(answer));
  const { result } = isObject(answer) ? answer : {};
  return typeof result === 'string' && result !== '' ? result : '0x';
}

/** Returns the body of `POST /api/v1/contracts/call`. */
function bodyOf({ call, block, overrides, estimate }: RequestedCall, { settings }: RpcContext): object {
  const { to, data, input, value = '0x', gasPrice = '0x' } = call;
  const tinybars = tinybarsSent(amount(value));
  const gas = call.gas === undefined ? undefined : amount(call.gas);
  const operator = tinybars > 0n ? `0x${operatorOf(settings)}` : undefined;
  return {
    block: blockText(block),
    estimate,
    data: input ?? data,
    from: call.from ?? operator,
    to,
    // The gas is text, because a JavaScript number cannot represent every int64.
    gas: gas === undefined ? undefined : String(estimate ? gas : gasOf(gas)),
    gasPrice: amount(gasPrice) === 0n ? undefined : String(amount(gasPrice)),
    value: String(tinybars),
    authorizationList: call.authorizationList,
    state_overrides: overrides && [...overrides].map(([address, one]) => overrideOf(address, one)),
  };
}

function overrideOf(
  address: string,
  { balance, nonce, code, state, stateDiff }: AccountOverrideObject,
): object {
  return {
    address,
    balance: balance && quantity(amount(balance) / WEIBARS_PER_TINYBAR),
    nonce: nonce && quantity(amount(nonce)),
    code,
    state: slotsOf(state),
    state_diff: slotsOf(stateDiff),
  };
}

function slotsOf(slots: ReadonlyMap<string, string> | undefined): object[] | undefined {
  return slots && [...slots].map(([key, value]) => ({ key: wordOf(key), value: wordOf(value) }));
}

function wordOf(hex: string): string {
  return `0x${wordDigits(hex)}`;
}

function blockText(block: BlockName): string {
  if ('tag' in block) return block.tag;
  return 'hash' in block ? block.hash : quantity(block.number);
}

/** One entry of a refusal of `POST /api/v1/contracts/call`. */
interface Message {
  readonly message: string;
  readonly detail: string;
  readonly data: string;
}

function messagesOf(answer: unknown): readonly Message[] {
  const status = isObject(answer) ? answer._status : undefined;
  const messages: unknown = isObject(status) ? status.messages : undefined;
  if (!Array.isArray(messages)) return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return messages
    .filter(isObject)
    .map(({ message, detail, data }) => ({ message: text(message), detail: text(detail), data: text(data) }));
}

/** Returns the error of a call that has no result. */
function failureOf([first, ...children]: readonly Message[]): RpcError {
  const textOf = ({ detail, message }: Message) => detail || message;
  const problem = first === undefined ? 'Service Unavailable' : textOf(first);
  if (first === undefined || !REVERTS.has(first.message)) return ERRORS.notSimulated(problem);
  // The details of FAIL_INVALID name no further cause.
  const texts = first.message === 'FAIL_INVALID' ? [first.message] : [problem, ...children.map(textOf)];
  return new RpcError(REVERTED, `execution reverted: ${texts.filter(Boolean).join(', ')}`, first.data);
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
  answer: ([transaction, block, overrides, blockOverrides], context) =>
    execute({ call: transaction, block, overrides, blockOverrides, estimate: false }, context),
});

const estimateGas = method({
  name: 'eth_estimateGas',
  summary: 'Estimates the gas that a call needs.',
  parameters: PARAMETERS,
  result: QUANTITY,
  async answer([transaction, block, overrides, blockOverrides], context) {
    const requested = { call: transaction, block, overrides, blockOverrides, estimate: true };
    return quantity(amount(await execute(requested, context)));
  },
});

export const CALL_METHODS = [call, estimateGas];
