import { proto } from '@hiero-ledger/proto';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long } from '../ledger/ids.ts';
import { bloomOf } from '../ledger/keccak.ts';
import { slotKey } from '../ledger/ledger.ts';
import { stripped, wordAt } from '../ledger/words.ts';

const { CALL, CREATE, SYSTEM } = proto.ContractActionType;
const { OP_CALL, OP_CREATE } = proto.CallOperationType;

/** Gas that a call with tinybars has besides what its caller gives, and what a contract that takes none uses of it. */
const STIPEND = 2_300;
const REFUSAL_GAS = 45;
/** Accounts up to this number take no calls. */
const LAST_SYSTEM_ACCOUNT = 750;
const NOTHING = new Uint8Array();

/** A call that reverts; all its changes are undone with its transaction. */
export class EvmRevert extends Error {
  readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    super('reverted');
    this.data = data;
  }
}

/** `Error(string)`, what `require` with a text gives. */
export function errorText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const data = Buffer.alloc(4 + 64 + Math.ceil(bytes.length / 32) * 32);
  data.writeUInt32BE(0x08c379a0);
  data[35] = 32;
  data.writeUInt32BE(bytes.length, 64);
  bytes.copy(data, 68);
  return data;
}

export interface Log {
  readonly contract: number;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** Gas of a storage write, by what the slot held before the transaction, holds, and is to hold. */
function writeGas(original: bigint, current: bigint, next: bigint): number {
  if (current === next || original !== current) return 100;
  return original === 0n ? 20_000 : 2_900;
}

interface Touched {
  readonly original: bigint;
  written: bigint | null;
}

/** A system contract, as code of the ledger: it returns or reverts, and states its gas. */
export type SystemContract = (
  frame: Frame,
  input: Uint8Array,
) => { readonly output: Uint8Array; readonly gas: number };

/** State of one transaction inside the EVM. */
export class EvmRun {
  readonly x: Execution;
  readonly logs: Log[] = [];
  readonly actions: proto.IContractAction[] = [];
  readonly created: number[] = [];
  refund = 0;
  readonly #touched = new Map<number, Map<string, Touched>>();

  constructor(x: Execution) {
    this.x = x;
  }

  touched(contract: number, key: string): Touched {
    let slots = this.#touched.get(contract);
    if (slots === undefined) {
      slots = new Map();
      this.#touched.set(contract, slots);
    }
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = { original: this.x.ledger.slots.get(slotKey(contract, key))?.value ?? 0n, written: null };
      slots.set(key, slot);
    }
    return slot;
  }

  bloom(): Buffer {
    return bloomOf(this.logs.flatMap((log) => [this.x.ledger.addressOf(log.contract), ...log.topics]));
  }

  logMessages(): proto.IContractLoginfo[] {
    return this.logs.map(({ contract, topics, data }) => ({
      contractID: contractId(contract),
      bloom: bloomOf([this.x.ledger.addressOf(contract), ...topics]),
      topic: [...topics],
      data,
    }));
  }

  /** The sidecar of slots read and written, or null when there are none. */
  stateChanges(): proto.IContractStateChanges | null {
    const contractStateChanges: proto.IContractStateChange[] = [];
    for (const [contract, slots] of [...this.#touched].sort(([a], [b]) => a - b)) {
      const storageChanges = [...slots]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { original, written }]) => ({
          slot: stripped(BigInt(`0x${key}`)),
          valueRead: stripped(original),
          ...(written === null ? null : { valueWritten: { value: stripped(written) } }),
        }));
      contractStateChanges.push({ contractId: contractId(contract), storageChanges });
    }
    return contractStateChanges.length === 0 ? null : { contractStateChanges };
  }
}

/** The caller: an account or a contract. */
export interface Caller {
  readonly num: number;
  readonly contract: boolean;
}

/** One call of a contract, as its program sees it. */
export class Frame {
  readonly run: EvmRun;
  readonly contract: number;
  readonly caller: Caller;
  readonly value: bigint;
  readonly depth: number;
  /** Gas used so far, calls of others included. */
  used = 0;
  readonly gas: number;

  constructor(run: EvmRun, contract: number, caller: Caller, value: bigint, gas: number, depth: number) {
    this.run = run;
    this.contract = contract;
    this.caller = caller;
    this.value = value;
    this.gas = gas;
    this.depth = depth;
  }

  get sender(): Uint8Array {
    return this.run.x.ledger.addressOf(this.caller.num);
  }

  load(slot: bigint): bigint {
    const key = hex(slot);
    const { original, written } = this.run.touched(this.contract, key);
    return written ?? original;
  }

  store(slot: bigint, value: bigint): void {
    const key = hex(slot);
    const touched = this.run.touched(this.contract, key);
    const current = touched.written ?? touched.original;
    this.used += writeGas(touched.original, current, value);
    if (touched.original !== 0n && current === touched.original && value === 0n) this.run.refund += 4_800;
    touched.written = value;
    this.run.x.ledger.slots.put(slotKey(this.contract, key), { contract: this.contract, key, value });
  }

  log(topics: readonly Uint8Array[], data: Uint8Array): void {
    this.run.logs.push({ contract: this.contract, topics, data });
  }

  /** Calls another contract with the remaining gas, less a 64th. */
  call(to: number, input: Uint8Array, program: Program): Uint8Array {
    const gas = this.forwarded();
    const inner = new Frame(this.run, to, { num: this.contract, contract: true }, 0n, gas, this.depth + 1);
    const output = runProgram(inner, program, input);
    this.used += inner.used;
    return output;
  }

  /**
   * Sends tinybars to an account. The gas that comes with them goes back to the caller. One that has a contract's code
   * (EIP-7702) refuses, since no contract here has a function for that; accounts of the network itself take none.
   */
  send(to: number, amount: bigint): boolean {
    const { ledger } = this.run.x;
    if (ledger.accounts.need(this.contract).balance < amount) return false;
    const gas = this.forwarded() + STIPEND;
    const action: proto.IContractAction = {
      ...this.#from(),
      callType: CALL,
      callOperationType: OP_CALL,
      recipientAccount: accountId(to),
      value: long(amount),
      gas: long(gas),
    };
    this.run.actions.push(action);
    let used = 0;
    if (to <= LAST_SYSTEM_ACCOUNT) {
      used = gas;
      action.error = Buffer.from('INVALID_CONTRACT_ID');
    } else if (ledger.codeOf(to) !== 0) {
      used = REFUSAL_GAS;
      action.revertReason = NOTHING;
    } else action.output = NOTHING;
    action.gasUsed = long(used);
    this.used += used - STIPEND;
    if (used > 0) return false;
    this.run.x.addHbar(this.contract, -amount);
    this.run.x.addHbar(to, amount);
    return true;
  }

  /** Calls a contract that is part of the ledger. */
  system(to: number, input: Uint8Array, contract: SystemContract): Uint8Array {
    const gas = this.forwarded();
    const answer = contract(this, input);
    this.used += answer.gas;
    this.run.actions.push({
      ...this.#from(),
      callType: SYSTEM,
      callOperationType: OP_CALL,
      recipientContract: contractId(to),
      input,
      gas: long(gas),
      gasUsed: long(answer.gas),
      output: answer.output,
    });
    return answer.output;
  }

  /** Records the creation of a contract, which the caller has made. */
  created(contract: number, input: Uint8Array, gasUsed: number): void {
    this.run.created.push(contract);
    this.run.actions.push({
      ...this.#from(),
      callType: CREATE,
      callOperationType: OP_CREATE,
      recipientContract: contractId(contract),
      input,
      gas: long(this.forwarded()),
      gasUsed: long(gasUsed),
      output: new Uint8Array(),
    });
    this.used += gasUsed;
  }

  forwarded(): number {
    const left = Math.max(0, this.gas - this.used);
    return left - Math.floor(left / 64);
  }

  #from(): proto.IContractAction {
    return { callingContract: contractId(this.contract), callDepth: this.depth + 1 };
  }
}

function hex(slot: bigint): string {
  return slot.toString(16).padStart(64, '0');
}

/** A function of a contract: what it does, and its gas but for storage writes and calls of others. */
export interface ContractFunction {
  readonly gas: number;
  readonly payable?: boolean;
  /** Arguments are the words of the call data after the selector. Throws `EvmRevert`. */
  readonly run: (frame: Frame, args: (index: number) => bigint) => Uint8Array;
}

/** The behaviour of a contract's code, in terms of the ledger. */
export interface Program {
  readonly name: string;
  readonly initcode: Uint8Array;
  readonly runtime: Uint8Array;
  /** Gas of its construction, with the price of its code. */
  readonly creationGas: number;
  readonly functions: Readonly<Record<string, ContractFunction>>;
}

/** Runs a program in a frame, recording the action. Throws `EvmRevert`. */
export function runProgram(frame: Frame, program: Program, input: Uint8Array): Uint8Array {
  const { run, caller, contract, depth, value } = frame;
  const action: proto.IContractAction = {
    callType: CALL,
    callOperationType: OP_CALL,
    recipientContract: contractId(contract),
    input,
    gas: long(frame.gas),
    ...(caller.contract
      ? { callingContract: contractId(caller.num) }
      : { callingAccount: accountId(caller.num) }),
    ...(depth === 0 ? null : { callDepth: depth }),
    ...(value === 0n ? null : { value: long(value) }),
  };
  run.actions.push(action);
  const selector = Buffer.from(input.subarray(0, 4)).toString('hex');
  const called = program.functions[selector];
  try {
    if (called === undefined || (value > 0n && !called.payable)) throw new EvmRevert(NOTHING);
    frame.used += called.gas;
    if (frame.used > frame.gas) throw new OutOfGas();
    const output = called.run(frame, (index) => wordAt(input, 4 + index * 32));
    if (frame.used > frame.gas) throw new OutOfGas();
    action.gasUsed = long(frame.used);
    action.output = output;
    return output;
  } catch (error) {
    action.gasUsed = long(error instanceof OutOfGas ? frame.gas : frame.used);
    if (error instanceof EvmRevert) action.revertReason = error.data;
    else if (error instanceof OutOfGas) action.error = Buffer.from('INSUFFICIENT_GAS');
    throw error;
  }
}

/** A call that needs more gas than it has. */
export class OutOfGas extends Error {}
