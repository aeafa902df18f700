import { factsOf } from './code.ts';
import type { Address, CallFrame } from './execution.ts';
import { OUT_OF_GAS, OVERFLOW, UNDERFLOW } from './halt.ts';
import type { Mark, Slot } from './journal.ts';
import { growthGas, MAX_WORDS, Memory } from './memory.ts';

const NOTHING = new Uint8Array(0);
const STACK_LIMIT = 1024;

/** A call or creation, before or after its frame is entered. */
export interface Call {
  /** Index in the order in which calls begin. */
  readonly index: number;
  readonly depth: number;
  readonly type: CallFrame['type'];
  /** Address of the calling code. */
  readonly from: Address;
  /** `msg.sender` of the callee. */
  readonly caller: Address;
  /** Address in whose context the code runs; for a creation set when it is entered. */
  to: Address;
  /** Address of the code. */
  readonly codeAddress: Address;
  /** `msg.value`; DELEGATECALL transfers nothing. */
  readonly value: bigint;
  /** Input, or init code, as a view of the caller's memory, which does not change during the call. */
  readonly data: Uint8Array;
  readonly gas: number;
  readonly isStatic: boolean;
  readonly isCreate: boolean;
  readonly isDelegate: boolean;
  /** Salt of CREATE2; undefined for other calls. */
  readonly salt: bigint | undefined;
  /** Range of the caller's memory for the output. */
  readonly out: number;
  readonly outSize: number;
  mark: Mark | undefined;
  isSystem: boolean;
  isPrecompiled: boolean;
  ranCode: boolean;
}

/** State of running code. There is one frame for each depth, which is reused. */
export class Frame {
  readonly stack: bigint[] = [];
  readonly memory = new Memory();
  height = 0;
  pc = 0;
  gas = 0;
  /** Cost computed by the last operation with a dynamic cost. */
  cost = 0;
  /** Number of stack items that the running call consumes at its end. */
  takes = 0;
  call!: Call;
  code: Uint8Array = NOTHING;
  input: Uint8Array = NOTHING;
  jumps: Uint8Array = NOTHING;
  pushed: (bigint | undefined)[] = [];
  returnData: Uint8Array = NOTHING;
  /** Output at its end. */
  output: Uint8Array = NOTHING;
  slots: Map<bigint, Slot> = new Map();
  #address: bigint | undefined;
  #caller: bigint | undefined;

  addressWord(): bigint {
    this.#address ??= BigInt(`0x${this.call.to}`);
    return this.#address;
  }

  callerWord(): bigint {
    this.#caller ??= BigInt(`0x${this.call.caller}`);
    return this.#caller;
  }

  open(call: Call, code: Uint8Array, input: Uint8Array, gas: number, slots: Map<bigint, Slot>): void {
    const { jumps, pushed } = factsOf(code);
    this.call = call;
    this.#address = undefined;
    this.#caller = undefined;
    this.code = code;
    this.input = input;
    this.jumps = jumps;
    this.pushed = pushed;
    this.slots = slots;
    this.gas = gas;
    this.height = 0;
    this.pc = 0;
    this.returnData = NOTHING;
    this.output = NOTHING;
  }

  /** Releases stack and memory. */
  close(): void {
    this.memory.clear();
    this.code = NOTHING;
    this.input = NOTHING;
    this.returnData = NOTHING;
    this.output = NOTHING;
  }

  /** Charges gas. Throws if there is too little. */
  charge(cost: number): void {
    this.cost = cost;
    if (cost > this.gas) {
      this.gas = 0;
      throw OUT_OF_GAS;
    }
    this.gas -= cost;
  }

  /** Charges gas, and the cost of expanding memory to `words` words. */
  chargeWithMemory(cost: number, words: number): void {
    this.charge(cost + growthGas(this.memory, words));
    if (words > MAX_WORDS) throw OUT_OF_GAS;
    this.memory.grow(words);
  }

  /** Throws if the stack has less than `items` items. */
  need(items: number): void {
    if (this.height < items) throw UNDERFLOW;
  }

  /** Returns the item at a distance below the top, 0 for the top. */
  peek(below: number): bigint {
    return this.stack[this.height - 1 - below] ?? 0n;
  }

  /** Replaces the topmost items by a value. */
  replace(items: number, value: bigint): void {
    this.height -= items;
    if (this.height >= STACK_LIMIT) throw OVERFLOW;
    this.stack[this.height] = value;
    this.height += 1;
  }
}
