import { factsOf } from './code.ts';
import type { Address, CallFrame } from './execution.ts';
import { OUT_OF_GAS, OVERFLOW, UNDERFLOW } from './halt.ts';
import type { Mark, Slot } from './journal.ts';
import { growthGas, MAX_WORDS, Memory } from './memory.ts';

const NOTHING = new Uint8Array(0);
const STACK_LIMIT = 1024;

/** A call or creation that is to be entered, or was. */
export interface Call {
  /** Index in the order in which calls begin. */
  readonly index: number;
  readonly depth: number;
  readonly type: CallFrame['type'];
  /** Address of the calling code. */
  readonly from: Address;
  /** `msg.sender` of the callee. */
  readonly caller: Address;
  /** Address whose context the code has; set for a creation when it is entered. */
  to: Address;
  /** Address of the code. */
  readonly codeAddress: Address;
  /** `msg.value`; DELEGATECALL moves nothing. */
  readonly value: bigint;
  /** Input, or init code. A view of the caller's memory, which does not change meanwhile. */
  readonly data: Uint8Array;
  readonly gas: number;
  readonly isStatic: boolean;
  readonly isCreate: boolean;
  readonly isDelegate: boolean;
  /** CREATE2. */
  readonly salt: bigint | undefined;
  /** Range of the caller's memory that takes the output. */
  readonly out: number;
  readonly outSize: number;
  mark: Mark | undefined;
  isSystem: boolean;
  isPrecompiled: boolean;
  ranCode: boolean;
}

/** Code that runs. There is one for each depth, used again and again. */
export class Frame {
  readonly stack: bigint[] = [];
  readonly memory = new Memory();
  height = 0;
  pc = 0;
  gas = 0;
  /** Cost computed by the last operation with a dynamic cost. */
  cost = 0;
  /** Items of the stack that the running call takes in the end. */
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

  /** Takes gas. Throws where there is too little. */
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

  /** The item so far below the top, 0 for the top. */
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
