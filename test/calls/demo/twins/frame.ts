import { keccak } from '../../../../packages/network-simulator/src/ledger/keccak.ts';
import { integer, rlp } from '../../../../packages/network-simulator/src/ledger/rlp.ts';
import { word, wordAt } from '../../../../packages/network-simulator/src/ledger/words.ts';
import type { Program } from '../../../../packages/network-simulator/src/programs/programs.ts';
import { type Action, hex } from '../recorded.ts';

/**
 * Twins of the demo network's contracts, written by hand to check the engine's execution of their code. A twin
 * implements Solidity's storage layout and the measured gas; it executes no code.
 */

/** Gas stipend of a call with tinybars, and the part of it that a contract uses that accepts none. */
const STIPEND = 2_300;
const REFUSAL_GAS = 45;
/** Last account number that refuses calls. */
const LAST_SYSTEM_ACCOUNT = 750;
export const NOTHING = new Uint8Array();

/** The ledger just before a transaction. */
export interface TwinLedger {
  slot(contract: number, key: string): bigint;
  addressOf(num: number): Uint8Array;
  numOf(address: Uint8Array): number;
  /** Returns the name of the program of an account or contract. */
  programOf(num: number): string | undefined;
  balanceOf(num: number): bigint;
  nonceOf(num: number): number;
  readonly nextEntity: number;
  /** Results of the token service with their gas, which a twin does not compute. */
  readonly answers: readonly { readonly output: Uint8Array; readonly gas: number }[];
}

/** Thrown by a call that reverts. All changes are undone with the transaction. */
export class Revert extends Error {
  readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    super('reverted');
    this.data = data;
  }
}

/** A halt, which uses up the gas of the call. */
export class Halt extends Error {
  readonly reason: string;

  constructor(reason = 'INSUFFICIENT_GAS') {
    super(reason);
    this.reason = reason;
  }
}

/** Encodes `Error(string)`, as thrown by `require` with a text. */
export function errorText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const data = Buffer.alloc(4 + 64 + Math.ceil(bytes.length / 32) * 32);
  data.writeUInt32BE(0x08c379a0);
  data[35] = 32;
  data.writeUInt32BE(bytes.length, 64);
  bytes.copy(data, 68);
  return data;
}

/**
 * Returns the gas of a storage write, by the slot's value before the transaction, its current value and the new one.
 */
function writeGas(original: bigint, current: bigint, next: bigint): number {
  if (current === next || original !== current) return 100;
  return original === 0n ? 20_000 : 2_900;
}

interface Touched {
  readonly original: bigint;
  written: bigint | null;
}

type Filling<T> = { -readonly [K in keyof T]: T[K] };

/** Execution of one transaction. */
export class TwinRun {
  readonly ledger: TwinLedger;
  readonly logs: { contract: number; topics: readonly string[]; data: string }[] = [];
  readonly actions: Filling<Action>[] = [];
  readonly created: { num: number; address: string; code: string }[] = [];
  refund = 0;
  nextAnswer = 0;
  readonly touched = new Map<string, Touched>();

  constructor(ledger: TwinLedger) {
    this.ledger = ledger;
  }

  slot(contract: number, key: string): Touched {
    const id = `${contract} ${key.replace(/^(00)+/, '')}`;
    let slot = this.touched.get(id);
    if (slot === undefined) {
      slot = { original: this.ledger.slot(contract, key), written: null };
      this.touched.set(id, slot);
    }
    return slot;
  }

  /** Records the start of a call or creation. */
  begin(action: Omit<Action, 'gasUsed' | 'end'>): Filling<Action> {
    const begun = { ...action, gasUsed: 0n, end: '' };
    this.actions.push(begun);
    return begun;
  }
}

/** Addresses of contracts that are not code. */
const LAST_PRECOMPILE = 10;

/** One call of a contract, for its twin. */
export class Frame {
  readonly run: TwinRun;
  readonly contract: number;
  readonly caller: number;
  readonly value: bigint;
  readonly depth: number;
  /** Gas used so far, including calls of other contracts. */
  used = 0;
  readonly gas: number;

  constructor(run: TwinRun, contract: number, caller: number, value: bigint, gas: number, depth: number) {
    this.run = run;
    this.contract = contract;
    this.caller = caller;
    this.value = value;
    this.gas = gas;
    this.depth = depth;
  }

  get sender(): Uint8Array {
    return this.run.ledger.addressOf(this.caller);
  }

  load(slot: bigint): bigint {
    const { original, written } = this.run.slot(this.contract, hex(word(slot)));
    return written ?? original;
  }

  store(slot: bigint, value: bigint): void {
    const touched = this.run.slot(this.contract, hex(word(slot)));
    const current = touched.written ?? touched.original;
    this.used += writeGas(touched.original, current, value);
    if (touched.original !== 0n && current === touched.original && value === 0n) this.run.refund += 4_800;
    touched.written = value;
  }

  log(topics: readonly Uint8Array[], data: Uint8Array): void {
    this.run.logs.push({ contract: this.contract, topics: topics.map(hex), data: hex(data) });
  }

  /** Calls another contract with the remaining gas, less a 64th. */
  call(to: number, input: Uint8Array, twin: Twin): Uint8Array {
    const inner = new Frame(this.run, to, this.contract, 0n, this.forwarded(), this.depth + 1);
    const output = runTwin(inner, twin, input);
    this.used += inner.used;
    return output;
  }

  /**
   * Sends tinybars to an account and refunds the call's gas stipend. An account with the code of a contract (EIP-7702)
   * refuses, because no contract here has a receive function. Accounts of the network itself accept none: every call halts.
   */
  send(to: number, amount: bigint): boolean {
    const { ledger } = this.run;
    if (ledger.balanceOf(this.contract) < amount) return false;
    const gas = this.forwarded() + STIPEND;
    const action = this.#begin(to <= LAST_PRECOMPILE ? 'PRECOMPILE' : 'CALL', to, amount, gas, NOTHING);
    let used = 0;
    if (to <= LAST_SYSTEM_ACCOUNT) {
      action.gasUsed = BigInt(gas);
      action.end = 'halt INVALID_CONTRACT_ID';
      throw new Halt('INVALID_CONTRACT_ID');
    }
    if (ledger.programOf(to) !== undefined) {
      used = REFUSAL_GAS;
      action.end = 'revert ';
    } else action.end = 'output ';
    action.gasUsed = BigInt(used);
    this.used += used - STIPEND;
    return used === 0;
  }

  /** Calls a system contract of the ledger. */
  system(to: number, input: Uint8Array): Uint8Array {
    const answer = this.run.ledger.answers[this.run.nextAnswer++];
    if (answer === undefined) throw new Error('the ledger recorded fewer calls of system contracts');
    const action = this.#begin('SYSTEM', to, 0n, this.forwarded(), input);
    this.used += answer.gas;
    action.gasUsed = BigInt(answer.gas);
    action.end = `output ${hex(answer.output)}`;
    return answer.output;
  }

  /** Creates a contract. Returns its address. */
  create({ runtime, creationGas }: Program): Uint8Array {
    const { ledger, created } = this.run;
    const nonce = ledger.nonceOf(this.contract) + created.length;
    const address = createAddress(ledger.addressOf(this.contract), nonce);
    const num = ledger.nextEntity + created.length;
    const action = this.#begin('CREATE', num, 0n, this.forwarded(), NOTHING);
    action.gasUsed = BigInt(creationGas);
    action.end = 'output';
    created.push({ num, address: hex(address), code: hex(runtime) });
    this.used += creationGas;
    return address;
  }

  forwarded(): number {
    const left = Math.max(0, this.gas - this.used);
    return left - Math.floor(left / 64);
  }

  #begin(type: string, to: number, value: bigint, gas: number, input: Uint8Array): Filling<Action> {
    const operation = type === 'CREATE' ? 'OP_CREATE' : 'OP_CALL';
    const [from, depth] = [this.contract, this.depth + 1];
    return this.run.begin({ type, operation, depth, from, to, value, gas: BigInt(gas), input: hex(input) });
  }
}

/** Returns the address of the contract that a creator creates with its nonce. */
export function createAddress(creator: Uint8Array, nonce: number): Buffer {
  return keccak(rlp([creator, integer(BigInt(nonce))])).subarray(12);
}

/** A function of a contract: its effects, and its gas without storage writes and other calls. */
export interface TwinFunction {
  readonly gas: number;
  readonly payable?: boolean;
  /** Runs the function. Arguments are the words of the call data after the selector. Throws `Revert`. */
  readonly run: (frame: Frame, args: (index: number) => bigint) => Uint8Array;
}

/** Twin of a program: its functions by selector. */
export interface Twin {
  readonly program: Program;
  readonly functions: Readonly<Record<string, TwinFunction>>;
}

/** Runs a twin in a frame, recording the action. Throws `Revert` and `Halt`. */
export function runTwin(frame: Frame, twin: Twin, input: Uint8Array): Uint8Array {
  const { run, caller, contract, depth, value, gas } = frame;
  const action = run.begin({
    type: 'CALL',
    operation: 'OP_CALL',
    depth,
    from: caller,
    to: contract,
    value,
    gas: BigInt(gas),
    input: hex(input),
  });
  const called = twin.functions[hex(input.subarray(0, 4))];
  try {
    if (called === undefined && input.length === 0) frame.used += REFUSAL_GAS;
    if (called === undefined || (value > 0n && !called.payable)) throw new Revert(NOTHING);
    frame.used += called.gas;
    if (frame.used > gas) throw new Halt();
    const output = called.run(frame, (index) => wordAt(input, 4 + index * 32));
    if (frame.used > gas) throw new Halt();
    action.gasUsed = BigInt(frame.used);
    action.end = `output ${hex(output)}`;
    return output;
  } catch (error) {
    action.gasUsed = BigInt(error instanceof Halt ? gas : frame.used);
    if (error instanceof Revert) action.end = `revert ${hex(error.data)}`;
    else if (error instanceof Halt) action.end = `halt ${error.reason}`;
    throw error;
  }
}
