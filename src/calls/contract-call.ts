import type { Authorization } from '@tain/ledger/authorization';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import type { AbortSignalLike } from '../kernel/abort-signal.ts';
import { type RefusalEntry, type RefusalKind, refused } from './refusal.ts';
import type {
  AccountOverride,
  BlockOverrides,
  BlockReference,
  SimulationRequest,
  TraceRequest,
} from './simulation.ts';

/** Calls of contracts and traces, as the services that offer them to clients request them of the engine. */

/** A checked call of a contract. Addresses and bytes are lower-case hex digits without `0x`. */
export interface ContractCall {
  readonly block: BlockReference;
  readonly data: string;
  /** Whether the gas that the call needs is requested instead of its output. */
  readonly estimate: boolean;
  /** Sender; undefined if none or the zero address was given. */
  readonly from: string | undefined;
  readonly gas: bigint;
  /** Tinybars for a unit of gas. Executed code is given the ledger's price instead. */
  readonly gasPrice: bigint;
  /** Receiver; undefined for a creation, and if the zero address was given. */
  readonly to: string | undefined;
  /** Value in tinybars. */
  readonly value: bigint;
  readonly overrides: readonly AccountOverride[];
  /** Authorizations that the call carries (EIP-7702); undefined for none. */
  readonly authorizations?: readonly Authorization[];
  /**
   * Whether overrides have their meaning on Ethereum: an overridden account without code stays an account. Such
   * overrides are always accepted, others only by the settings.
   */
  readonly preservesAccounts?: boolean;
  /** Whether a contract as sender is not replaced by the treasury, as on a local network, where contracts can be impersonated. */
  readonly keepsSender?: boolean;
  /** Values of the block that replace those of the ledger. */
  readonly blockOverrides?: BlockOverrides;
}

/** Client for whom something is executed. */
export interface Caller {
  /** Address of the client, by which executions are scheduled. */
  readonly client: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
  /** Consensus end (nanoseconds) and number of the newest block shown to clients: no older state is read. */
  readonly since?: bigint | undefined;
  readonly sinceBlock?: bigint | undefined;
}

/** Last block that an outcome reflects; from another server only the number is known. */
export interface ReportedBlock {
  readonly number: bigint;
  /** Nanoseconds. */
  readonly consensusEnd?: bigint;
}

/** Reason why there is no result. */
export interface Refusal {
  readonly outcome: RefusalKind;
  readonly entries: readonly RefusalEntry[];
}

/** Circumstances of an outcome. */
interface Execution {
  /** Whether a limit refused the request. */
  readonly isRefused: boolean;
  /** Whether the state of the ledger was read. */
  readonly isExecuted: boolean;
  readonly block?: ReportedBlock | undefined;
}

/** Result of a request for an execution, or the reason why there is none. */
type Outcome<Result> = Execution & (({ readonly outcome: 'done' } & Result) | Refusal);

/** `result`: hex (`0x…`) of the output, or of the gas that the call needs. */
export type CallOutcome = Outcome<{ readonly result: string }>;

/** `chunks`: JSON in chunks as they are computed. They end with an error if the execution was interrupted. */
export type TraceOutcome = Outcome<{ readonly chunks: AsyncIterable<Uint8Array> }>;

/** Executes a call that is not sent. Never throws. */
export type CallContract = (call: ContractCall, caller: Caller) => Promise<CallOutcome>;

/** Executes a recorded transaction again and traces it. Never throws. */
export type TraceTransaction = (request: TraceRequest, caller: Caller) => Promise<TraceOutcome>;

/** Executes calls that are not sent, and returns their effects. Never throws. */
export type Simulate = (request: SimulationRequest, caller: Caller) => Promise<TraceOutcome>;

/** Returns the outcome of a request that was refused before it was executed. */
export function unexecuted({ kind, entries }: { kind: RefusalKind; entries: readonly RefusalEntry[] }) {
  return { outcome: kind, entries, isRefused: kind === 'limited', isExecuted: false } as const;
}

/** A call as a client sent it: addresses and bytes may have a prefix and upper-case digits, or be empty. */
export type GivenCall = Omit<ContractCall, 'from' | 'to' | 'data'> & {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly data: string | undefined;
};

/** Maximum bytes of call data that fit in a transaction. */
export const MAX_CALL_DATA = 131_072;
const MIN_GAS = 21_000n;
/** Maximum number of overrides, of slots of one, and of authorizations: figure of the public mirror node. */
const MAX_LIST = 100;
const NOT_HEX = 'invalid hexadecimal string';

/**
 * Checks each field of a call by itself and with the others, in the order of their names, with the error texts of the
 * public mirror node. `problems`: those found when the call was read. `isInitCode`: whether data may create a contract that
 * receives a value; default: as the public mirror node decides. Throws `CallRefusal` (`invalid`) with one entry for each
 * problem.
 */
export function checkedCall(
  given: GivenCall,
  problems: readonly string[] = [],
  isInitCode: (data: string) => boolean = looksLikeInitCode,
): ContractCall {
  const { from, to, data = '', gas, gasPrice, value, overrides, authorizations = [], ...rest } = given;
  const isSent = value > 0n;
  const mayCreate = !isSent || isEmpty(from) || isInitCode(data);
  const found = [
    ...problems,
    ...listProblems('authorizationList', authorizations),
    ...overrideProblems(overrides),
    ...(/^(0[xX])?[0-9a-fA-F]*$/.test(data) ? [] : [`data field ${NOT_HEX}`]),
    ...(from === undefined || isAddress(from) ? [] : [`from field ${NOT_HEX}`]),
    ...(gas < MIN_GAS ? [`gas field must be greater than or equal to ${MIN_GAS}`] : []),
    ...(gasPrice < 0n ? ['gasPrice field must be greater than or equal to 0'] : []),
    ...(isEmpty(to) || isAddress(to) ? [] : [`to field ${NOT_HEX}`]),
    ...(value < 0n ? ['value field must be greater than or equal to 0'] : []),
    ...(isSent && isEmpty(from) ? ['from field must not be empty'] : []),
    ...(isEmpty(to) && !mayCreate ? ['to field must not be empty'] : []),
  ];
  if (found.length > 0) throw refused('invalid', ...found);
  return {
    ...rest,
    data: digitsOf(data),
    from: partyOf(from),
    gas,
    gasPrice,
    to: partyOf(to),
    value,
    overrides,
    ...(authorizations.length > 0 && { authorizations }),
  };
}

function listProblems(path: string, list: readonly unknown[]): string[] {
  return list.length > MAX_LIST ? [`${path} field size must be between 0 and ${MAX_LIST}`] : [];
}

function overrideProblems(overrides: readonly AccountOverride[]): string[] {
  return [
    ...listProblems('stateOverrides', overrides),
    ...overrides.slice(0, MAX_LIST).flatMap(({ state, stateDiff }, index) => {
      const path = `stateOverrides[${index}]`;
      return [
        ...listProblems(`${path}.state`, state),
        ...listProblems(`${path}.stateDiff`, stateDiff),
        ...(state.length > 0 && stateDiff.length > 0
          ? [`${path} field state and state_diff are mutually exclusive`]
          : []),
      ];
    }),
  ];
}

function isEmpty(text: string | undefined): text is undefined | '' {
  return text === undefined || text === '';
}

function isAddress(text: string): boolean {
  return /^(0[xX])?[0-9a-fA-F]{40}$/.test(text);
}

/** Returns the lower-case hex digits without the prefix. */
function digitsOf(text: string): string {
  return text.replace(/^0[xX]/, '').toLowerCase();
}

function partyOf(text: string | undefined): string | undefined {
  const digits = digitsOf(text ?? '');
  return digits === '' || digits === ZERO_ADDRESS ? undefined : digits;
}

/**
 * Returns whether data looks like init code. Init code of a compiler begins by setting up memory, and later copies and
 * returns the contract.
 */
function looksLikeInitCode(data: string): boolean {
  const lower = data.toLowerCase();
  if (lower.length < 14) return false;
  const begin = lower.search(/60[68]06040/);
  if (begin < 0) return false;
  const copy = lower.indexOf('39', begin + 8);
  return copy >= 0 && lower.indexOf('f3', copy + 2) >= 0;
}
