import type { proto } from '@tain/protos/hapi';
import type { Nft } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { type Ledger, nftKey } from '../ledger/ledger.ts';
import type { CodeLog, SystemAnswer, SystemContract } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { addressOf } from '../ledger/words.ts';
import { type AbiValue, decodeAbi, encodeAbi, selectorOf, typesOf } from './abi.ts';
import { hex, longZeroNum } from './code-addresses.ts';
import { type Consent, ServiceDispatch } from './service-dispatch.ts';
import { VIEW_GAS } from './service-gas.ts';
import { APPROVAL, APPROVAL_FOR_ALL, TRANSFER, tokenLog } from './token-events.ts';

/** Methods of system contracts, declared by the transaction that a call requests and by the form of its result. */

/** A transaction that a call requests. */
export interface ServiceRequest extends Consent {
  readonly field: string;
  readonly body: proto.ITransactionBody;
  readonly gas: number;
  /** Tinybars of the call that are the transaction's price. */
  readonly value?: bigint;
  /** Effect of a transaction that no client could request. */
  readonly act?: (child: Execution) => Status;
  /** Returned values after the status, on success and on failure. */
  readonly values?: (receipt: proto.ITransactionReceipt) => readonly AbiValue[];
  readonly failed?: readonly AbiValue[];
  /** Types of the values that a token returns as an ERC contract: `values` without a status. */
  readonly bare?: string;
  readonly logs?: () => readonly CodeLog[];
  /** Whether a failure reverts with the name of its status. */
  readonly reverts?: boolean;
}

/** Result of a read-only method: values, or the status whose name it reverts with. */
export type View = readonly AbiValue[] | Status;

export interface ServiceMethod {
  readonly signature: string;
  /** Types of the result in brackets; the status is the first. */
  readonly returns: string;
  /** Returns the transaction to execute, or the status with which the call is refused before. */
  readonly request?: (call: ServiceCall) => ServiceRequest | Refused;
  /** Returns the value of a read-only method, which executes no transaction. */
  readonly view?: (call: ServiceCall) => View;
}

/** Result of a call that is refused without a transaction. */
export interface Refused {
  readonly answer: readonly AbiValue[];
  readonly gas: number;
}

export function serviceRequest(field: string, body: proto.ITransactionBody, gas: number): ServiceRequest {
  return { field, body, gas };
}

/** Thrown when the method does not support a call. */
class NoSuchCall extends Error {}

/** Thrown when the service refuses the arguments before any transaction: the call reverts with the status and uses all gas. */
class RefusedInput extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(Status[status]);
    this.status = status;
  }
}

const NO_DATA = new Uint8Array();

/** A call with decoded arguments. */
export class ServiceCall {
  readonly dispatch: ServiceDispatch;
  readonly args: readonly AbiValue[];
  /** Number of the called token, account or schedule; 0 when the service itself is called. */
  readonly subject: number;

  constructor(dispatch: ServiceDispatch, args: readonly AbiValue[], subject: number) {
    this.dispatch = dispatch;
    this.args = args;
    this.subject = subject;
  }

  get x(): Execution {
    return this.dispatch.x;
  }

  /** Number of the caller. */
  get by(): number {
    return this.dispatch.by;
  }

  /** Returns the number of the account or contract at an address, or 0. */
  account(value: AbiValue | undefined): number {
    return this.x.ledger.resolveAlias(addressOf(this.number(value)));
  }

  /** Returns the number in a token's address, even if there is no such token. */
  token(value: AbiValue | undefined): number {
    return longZeroNum(hex(addressOf(this.number(value))));
  }

  isZeroAddress(value: AbiValue | undefined): boolean {
    return this.number(value) === 0n;
  }

  nft(token: number, serial: bigint): Readonly<Nft> | undefined {
    const nft =
      serial > 0n && serial < 1n << 26n ? this.x.ledger.nfts.get(nftKey(token, Number(serial))) : undefined;
    return nft?.deleted ? undefined : nft;
  }

  number(value: AbiValue | undefined): bigint {
    return typeof value === 'bigint' ? value : this.malformed();
  }

  bytes(value: AbiValue | undefined): Uint8Array {
    return value instanceof Uint8Array ? value : this.malformed();
  }

  text(value: AbiValue | undefined): string {
    return Buffer.from(this.bytes(value)).toString();
  }

  list(value: AbiValue | undefined): readonly AbiValue[] {
    return Array.isArray(value) ? (value as readonly AbiValue[]) : this.malformed();
  }

  /** Returns the address of an account or contract as a value. */
  addressOf(num: number): bigint {
    return num === 0 ? 0n : BigInt(`0x${hex(this.x.ledger.addressOf(num))}`);
  }

  /** Returns the address of the caller. */
  self(): bigint {
    return this.addressOf(this.by);
  }

  /** Reverts with the name of a status, using all gas. */
  refuse(status: Status): never {
    throw new RefusedInput(status);
  }

  malformed(): never {
    throw new NoSuchCall('malformed');
  }

  /** Refuses a value that is too large: the ledger's amounts and serial numbers have 63 bits. */
  tooLarge(): never {
    throw new NoSuchCall('too large');
  }

  transferLog(token: number, from: number, to: number, amount: bigint, isNft: boolean): CodeLog {
    return tokenLog(this.x.ledger, token, [TRANSFER, from, to], amount, isNft);
  }

  approvalLog(token: number, spender: number, value: bigint, what: 'units' | 'serial' | 'all'): CodeLog {
    const nft = what === 'serial' ? this.nft(token, value) : undefined;
    const topics = [what === 'all' ? APPROVAL_FOR_ALL : APPROVAL, nft?.owner ?? this.by, spender] as const;
    return tokenLog(this.x.ledger, token, topics, value, what === 'serial');
  }
}

/** Methods by selector. */
export type ServiceIndex = ReadonlyMap<string, ServiceMethod>;

export function indexOf(methods: readonly ServiceMethod[]): ServiceIndex {
  return new Map(methods.map((method) => [selectorOf(method.signature), method]));
}

const SELECTOR = 4;

/** Methods of an account or a schedule, whose code forwards them to the service. */
export interface Facade {
  /** Signature of the forwarding call, whose arguments are an address and the call. */
  readonly redirect: string;
  readonly methods: readonly ServiceMethod[];
  /** Returns the number of the account or schedule at an address (hex); 0: none. */
  readonly find: (ledger: Ledger, address: string) => number;
}

/** Returns the methods as a system contract that responds at its own address, and for a facade. `contract`: its number. */
export function serviceOf(
  methods: readonly ServiceMethod[],
  contract: number,
  facade: Facade,
): (x: Execution) => SystemContract {
  const [index, forwarded] = [methods, facade.methods].map(indexOf) as [ServiceIndex, ServiceIndex];
  const redirect = selectorOf(facade.redirect);
  return (x) => (call) => {
    const dispatch = new ServiceDispatch(x, call, contract);
    if (hex(call.input.subarray(0, SELECTOR)) !== redirect)
      // With DELEGATECALL any contract could act in the name of its caller.
      return call.isDelegate ? undefined : answerCall(index, dispatch, call.input);
    const { address, input } = redirectOf(call.input.subarray(SELECTOR));
    const subject = facade.find(x.ledger, address);
    if (subject === 0 || (call.isDelegate && call.recipient !== address)) return undefined;
    return answerCall(forwarded, dispatch, input, subject);
  };
}

const REDIRECTED = typesOf('redirect(address,bytes)');
const ADDRESS = 20;

/**
 * Returns the entity and the call of a redirect, whose arguments are in the ABI's encoding, or else packed: the address,
 * then the call.
 */
export function redirectOf(encoded: Uint8Array): { readonly address: string; readonly input: Uint8Array } {
  const [address, input] = decodeAbi(REDIRECTED, encoded) ?? [];
  if (typeof address === 'bigint' && input instanceof Uint8Array)
    return { address: hex(addressOf(address)), input };
  return { address: hex(encoded.subarray(0, ADDRESS)), input: encoded.subarray(ADDRESS) };
}

/** Executes a call. Returns undefined for an unknown method, or if the arguments do not match its declaration. */
export function answerCall(
  index: ServiceIndex,
  dispatch: ServiceDispatch,
  input: Uint8Array,
  subject = 0,
): SystemAnswer | undefined {
  const method = index.get(hex(input.subarray(0, SELECTOR)));
  if (method === undefined) return undefined;
  const args = decodeAbi(typesOf(method.signature), input.subarray(SELECTOR));
  if (args === undefined || (method.request && dispatch.call.isStatic)) return undefined;
  const call = new ServiceCall(dispatch, args, subject);
  try {
    return method.view ? viewed(method, call, method.view) : made(method, call);
  } catch (error) {
    if (error instanceof NoSuchCall) return undefined;
    if (error instanceof RefusedInput)
      return {
        output: Buffer.from(Status[error.status] ?? ''),
        gasUsed: dispatch.call.gas,
        reverts: true,
      };
    throw error;
  }
}

function viewed(method: ServiceMethod, call: ServiceCall, view: (call: ServiceCall) => View): SystemAnswer {
  const seen = view(call);
  const gasUsed = BigInt(VIEW_GAS);
  return typeof seen === 'number'
    ? { output: Buffer.from(Status[seen] ?? ''), gasUsed, reverts: true }
    : { output: encodeAbi(typesOf(method.returns), seen), gasUsed };
}

function made(method: ServiceMethod, call: ServiceCall): SystemAnswer | undefined {
  const request = method.request?.(call);
  if (request === undefined) return undefined;
  const { dispatch } = call;
  const encode = (values: readonly AbiValue[]): Uint8Array => encodeAbi(typesOf(method.returns), values);
  if ('answer' in request) return { output: encode(request.answer), gasUsed: BigInt(request.gas) };
  const { field, body, gas, ...terms } = request;
  // A call with too little gas fails without any effect.
  if (BigInt(gas) > dispatch.call.gas) return { output: NO_DATA, gasUsed: BigInt(gas) };
  const { child, status } = dispatch.make(field, body, terms);
  if (status === Status.SUCCESS) {
    const values = request.values?.(child.receipt) ?? [];
    const output = request.bare
      ? encodeAbi(typesOf(request.bare), values)
      : encode([BigInt(status), ...values]);
    return { ...dispatch.answerOf(child, output, gas), logs: request.logs?.() ?? [] };
  }
  if (request.reverts)
    return { ...dispatch.answerOf(child, Buffer.from(Status[status] ?? ''), gas), reverts: true };
  return dispatch.answerOf(child, encode([BigInt(status), ...(request.failed ?? [])]), gas);
}
