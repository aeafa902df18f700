import type { Address, HaltReason, Outcome, Step, Watchers } from './execution.ts';
import type { Frame } from './frame.ts';
import { FEES, nameOf, SLOW } from './opcodes.ts';
import type { Profile } from './profiles.ts';

const MAX_GAS = (1n << 63n) - 1n;
const STOP = 0x00;
const DIFFICULTY = 0x44;

/** State of an observed frame before its current operation. */
interface Before {
  readonly pc: number;
  readonly opcode: number;
  readonly height: number;
  readonly words: number;
}

/** An operation of a frame. Stack and memory are copied on access; no closures are created for each step. */
class FrameStep implements Step {
  readonly pc: number;
  readonly op: string;
  readonly gas: bigint;
  readonly gasCost: bigint;
  readonly depth: number;
  readonly address: Address;
  readonly revertReason: Uint8Array | undefined;
  readonly halt: HaltReason | undefined;
  readonly #frame: Frame;
  readonly #height: number;
  readonly #size: number;

  constructor(
    frame: Frame,
    pc: number,
    op: string,
    gasCost: bigint,
    height: number,
    size: number,
    outcome: Outcome,
  ) {
    this.pc = pc;
    this.op = op;
    this.gas = BigInt(frame.gas);
    this.gasCost = gasCost;
    this.depth = frame.call.depth;
    this.address = frame.call.to;
    this.revertReason = outcome.kind === 'revert' ? frame.output : undefined;
    this.halt = outcome.kind === 'halt' ? outcome.reason : undefined;
    this.#frame = frame;
    this.#height = height;
    this.#size = size;
  }

  stack(): readonly bigint[] {
    return this.#frame.stack.slice(0, this.#height);
  }

  memory(): Uint8Array {
    return this.#frame.memory.bytes.slice(0, this.#size);
  }
}

/** Reports each operation once to a tracer: after it, or when the callee of a call begins. */
export class StepTracer {
  readonly #report: NonNullable<Watchers['step']>;
  readonly #profile: Profile;
  #before: Before = { pc: 0, opcode: STOP, height: 0, words: 0 };
  #isReported = true;

  constructor(watcher: NonNullable<Watchers['step']>, profile: Profile) {
    this.#report = watcher;
    this.#profile = profile;
  }

  /** Records the state before the next operation. */
  before(frame: Frame): void {
    const { pc, code, height, memory } = frame;
    frame.cost = 0;
    this.#before = { pc, opcode: code[pc] ?? STOP, height, words: memory.words };
    this.#isReported = false;
  }

  /** Reports a completed operation. */
  after(frame: Frame, outcome: Outcome): void | Promise<void> {
    return this.#step(frame, frame.height, outcome);
  }

  /** Reports a call whose callee begins: the callee's gas is deducted, and the arguments are still on the stack. */
  callee(frame: Frame): void | Promise<void> {
    return this.#step(frame, this.#before.height, { kind: 'success' });
  }

  #step(frame: Frame, height: number, outcome: Outcome): void | Promise<void> {
    if (this.#isReported) return;
    this.#isReported = true;
    const { pc, opcode, words } = this.#before;
    const isHalt = outcome.kind === 'halt';
    const fee = FEES[opcode] ?? SLOW;
    // The cost of an operation of the loop may include a word of memory.
    const gasCost = fee === SLOW || frame.cost > 0 ? costOf(frame.cost) : BigInt(fee);
    // The cost of an operation that halts includes memory that is not allocated.
    const size = (isHalt ? words : frame.memory.words) * 32;
    return this.#report(new FrameStep(frame, pc, this.#nameOf(opcode), gasCost, height, size, outcome));
  }

  #nameOf(opcode: number): string {
    if (opcode === DIFFICULTY && !this.#profile.hasPrevRandao) return 'DIFFICULTY';
    return this.#profile.missingOpcodes.includes(opcode) ? 'INVALID' : (nameOf(opcode) ?? 'INVALID');
  }
}

/** Returns the cost of an operation, clamped to 63 bits. */
function costOf(cost: number): bigint {
  return cost > Number.MAX_SAFE_INTEGER ? MAX_GAS : BigInt(cost);
}
