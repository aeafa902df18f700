import type { Address, SystemCall, SystemContract, SystemResult } from '@tain/evm/execution';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { type AbiTuple, parseTypes } from './abi/abi-type.ts';
import { Arguments } from './abi/arguments.ts';
import { DecodeError, decodeValues } from './abi/decode.ts';
import { encodeValues } from './abi/encode.ts';
import { failedStatusOf, haltResult, type MethodResult } from './answer.ts';
import { TOKEN_SERVICE_V2 } from './environment.ts';
import { REFUSED_STATIC_GAS } from './gas.ts';
import type { Ledger } from './ledger.ts';
import type { Method, MethodCall, Service } from './method.ts';
import { SELECTOR, selectorOf } from './selector.ts';

// Simulated calls count every key as signed, as on the public mirror node, so that two mirrors return the same result
// and an estimate needs no keys. Otherwise they are no more lenient than the network
// (`test/demo/contracts/authorization.extended.test.ts`).

/** A method with values that are derived once from its declaration. */
interface Prepared {
  readonly method: Method;
  readonly parameters: AbiTuple;
  readonly returns: AbiTuple;
  /** Whether its first result is a response code. */
  readonly answersCode: boolean;
}

/** Methods by selector. */
export type MethodIndex = ReadonlyMap<string, readonly Prepared[]>;

export function indexMethods(methods: readonly Method[]): MethodIndex {
  const index = new Map<string, Prepared[]>();
  for (const method of methods) {
    const { signature, returns, kind } = method;
    const selector = selectorOf(signature);
    const same = index.get(selector) ?? [];
    same.push({
      method,
      parameters: parseTypes(signature),
      returns: parseTypes(returns),
      // A read-only method that returns int256 returns an amount (`balanceOf`), not a response code.
      answersCode: (kind === 'write' ? /^\(int/ : /^\(int(32|64)\b/).test(returns),
    });
    index.set(selector, same);
  }
  return index;
}

/** Contracts (by number) whose code may use a service by DELEGATECALL. */
const DELEGATE_CALLERS: readonly bigint[] = [1_062_787n, 1_461_860n];

/** Returns a service of the ledger as a contract: the rules that all its methods share, then the method. */
export function serviceContract(service: Service, index: MethodIndex, ledger: Ledger): SystemContract {
  return async (call) => {
    const input = asBuffer(call.input);
    const createsToken = input.length >= SELECTOR && isCreation(index, input);
    if (call.value > 0n && !call.isDelegate && !createsToken) return haltResult(call, 'INVALID_CONTRACT_ID');
    if (input.length < SELECTOR) return haltResult(call, 'INVALID_OPERATION');
    if (call.isDelegate && !(await mayDelegate(service, ledger, call))) {
      return haltResult(call, 'PRECOMPILE_ERROR');
    }
    try {
      return await answer(service, index, ledger, call, input);
    } catch (error) {
      if (error instanceof DecodeError) return haltResult(call, 'INVALID_OPERATION');
      throw error;
    }
  };
}

async function answer(
  service: Service,
  index: MethodIndex,
  ledger: Ledger,
  call: SystemCall,
  input: Buffer,
): Promise<SystemResult> {
  const redirect = parseRedirect(service, input);
  const inner = redirect ? Buffer.from(redirect.input) : input;
  const token = redirect && service === 'HTS' ? await ledger.tokenAt(redirect.subject) : undefined;
  const found = (index.get(inner.toString('hex', 0, SELECTOR)) ?? []).find(
    ({ method }) =>
      method.via !== (redirect ? 'direct' : 'redirect') &&
      (method.only === undefined || (method.only === '0x16c') === (call.address === TOKEN_SERVICE_V2)) &&
      (method.tokenType === undefined || method.tokenType === (token?.type ?? 'FUNGIBLE_COMMON')),
  );
  if (found === undefined) return NOTHING;
  const { method } = found;
  const args = new Arguments(decodeValues(found.parameters, inner.subarray(SELECTOR)));
  if (call.isStatic && !method.inStatic) {
    return haltResult(call, 'ERROR_DECODING_PRECOMPILE_INPUT', REFUSED_STATIC_GAS);
  }
  const decoded = await methodCall(ledger, call, method, args, redirect, token);
  const gas = await method.gas(decoded);
  if (gas > call.gas) return haltResult(call, 'INSUFFICIENT_GAS');
  const answered = await method.run(decoded);
  const failed = failedStatusOf(answered, found.answersCode);
  if (failed !== undefined) ledger.environment.childFailed?.(failed);
  return result(answered, found, decoded, gas);
}

async function methodCall(
  ledger: Ledger,
  raw: SystemCall,
  method: Method,
  args: Arguments,
  redirect: Redirect | undefined,
  token: MethodCall['token'],
): Promise<MethodCall> {
  const senderAddress = raw.isDelegate ? raw.parentSender : raw.sender;
  return {
    ledger,
    args,
    signature: method.signature,
    raw,
    sender: await ledger.accountAt(senderAddress),
    senderAddress,
    subject: redirect?.subject,
    token,
    isStatic: raw.isStatic,
    logs: [],
  };
}

/** Result of a call without a method, which succeeds. */
const NOTHING: SystemResult = { outcome: { kind: 'success' }, gasUsed: 0n, output: Buffer.alloc(0) };

function result(answer: MethodResult, found: Prepared, call: MethodCall, gas: bigint): SystemResult {
  if (answer.kind === 'nothing') return NOTHING;
  if (answer.kind === 'halt') return haltResult(call.raw, answer.reason, answer.gas);
  if (answer.kind === 'revert') {
    return { outcome: { kind: 'revert' }, gasUsed: answer.gas ?? gas, output: answer.data };
  }
  const output = encodeValues(found.returns, answer.values);
  return { outcome: { kind: 'success' }, gasUsed: gas, output, logs: call.logs };
}

/**
 * Returns whether a DELEGATECALL is allowed: by the code of a token, account or schedule, and by a few contracts, but
 * not within another DELEGATECALL.
 */
async function mayDelegate(service: Service, ledger: Ledger, call: SystemCall): Promise<boolean> {
  if (call.parentIsDelegate) return false;
  const id = ledger.longZeroId(call.recipient);
  if (id !== undefined) {
    if (service === 'HTS' && (await ledger.state.tokens.get(id))) return true;
    if (service === 'HSS' && (await ledger.state.schedules.get(id))) return true;
  }
  const account = await ledger.accountAt(call.recipient);
  if (account === undefined) return false;
  if (service === 'HAS' && account.type === 'ACCOUNT') return true;
  return DELEGATE_CALLERS.includes(account.id);
}

function isCreation(index: MethodIndex, input: Buffer): boolean {
  const [first] = index.get(input.toString('hex', 0, SELECTOR)) ?? [];
  return first?.method.signature.startsWith('create') ?? false;
}

/** A call that the code of a token, account or schedule redirects: its entity, and the called function. */
interface Redirect {
  readonly subject: Address;
  readonly input: Uint8Array;
}

const SELECTORS: Readonly<Record<Service, string>> = {
  HTS: selectorOf('redirectForToken(address,bytes)'),
  HAS: selectorOf('redirectForAccount(address,bytes)'),
  HSS: selectorOf('redirectForScheduleTxn(address,bytes)'),
};
const TYPES = parseTypes('(address,bytes)');
const ADDRESS_LENGTH = 20;

/**
 * Returns the subject of a redirect; undefined for another input. The arguments are in the ABI's encoding or packed:
 * the address directly after the selector, then the call. Throws `DecodeError` when they are neither.
 */
function parseRedirect(service: Service, input: Buffer): Redirect | undefined {
  if (input.toString('hex', 0, SELECTOR) !== SELECTORS[service]) return undefined;
  const rest = input.subarray(SELECTOR);
  const redirect = encoded(rest) ?? packed(rest);
  if (redirect.input.length < SELECTOR) throw new DecodeError('redirect without a call');
  return redirect;
}

function encoded(rest: Buffer): Redirect | undefined {
  try {
    const args = new Arguments(decodeValues(TYPES, rest));
    return { subject: args.address(0), input: args.bytes(1) };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function packed(rest: Buffer): Redirect {
  if (rest.length < ADDRESS_LENGTH) throw new DecodeError('redirect without an address');
  return { subject: rest.toString('hex', 0, ADDRESS_LENGTH), input: rest.subarray(ADDRESS_LENGTH) };
}
