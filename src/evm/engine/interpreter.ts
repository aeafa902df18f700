import { EVMError } from '@ethereumjs/evm';
import type { Step, Watchers } from './execution.ts';
import { jumpDestinations, runFast } from './fast-path.ts';
import { isEvmError, outcomeOf } from './halt-reason.ts';
import { toHex } from './hex.ts';
import { bytesOf, type FrameEnvironment, itemsOf, LibraryFrame, type RunState } from './library-inside.ts';
import type { Execution, Operation } from './operation.ts';

const STOP = 0x00;
/** Gas of an operation that may take long by itself, such as a copy of kilobytes. */
const DEAR = 100n;

/**
 * Runs the code of one frame. It takes the library's operations, but not its loop: this one does the usual operations
 * at once, without a promise each, tells watchers what is after an operation, and minds the deadline.
 */
export class Interpreter extends LibraryFrame {
  readonly #execution: Execution;
  /** The operation that a trace is at: where, its cost, the stack and memory before it, whether it was told. */
  #current = { pc: 0, cost: 0n, height: 0, words: 0n, isTold: true };

  constructor(execution: Execution, environment: FrameEnvironment, gasLeft: bigint) {
    super(execution, environment, gasLeft);
    this.#execution = execution;
  }

  get opCode(): number {
    return this.state.opCode;
  }

  override async run(code: Uint8Array): Promise<{ runState: RunState; exceptionError?: EVMError }> {
    const frame = this.state;
    frame.code = code;
    frame.validJumps = jumpDestinations(code);
    const step = this.#execution.options.watchers?.step;
    try {
      await (step === undefined ? this.#runCode(frame) : this.#trace(frame, step));
    } catch (error) {
      if (!isEvmError(error)) throw error;
      if (error.error !== EVMError.errorMessages.STOP) return { runState: frame, exceptionError: error };
    }
    return { runState: frame };
  }

  override getChainId(): bigint {
    return this.#execution.options.block.chainId;
  }

  /** Tells of a call or creation when its callee begins, which was given so much gas. */
  async beginCallee(gas: bigint): Promise<void> {
    const step = this.#execution.options.watchers?.step;
    if (step === undefined || this.#current.isTold) return;
    this.#current.isTold = true;
    await step(this.#step(this.state.gasLeft - gas, this.#current.height, undefined));
  }

  async #runCode(frame: RunState): Promise<void> {
    const { code } = frame;
    const { operations, clock } = this.#execution;
    const jumps = frame.validJumps;
    while (frame.programCounter < code.length) {
      runFast(frame, jumps, clock);
      if (clock.tick() && clock.isDue()) await clock.check();
      const opcode = code[frame.programCounter];
      if (opcode === undefined) return;
      const operation = operationOf(operations, opcode);
      frame.opCode = opcode;
      let cost = operation.fee;
      if (operation.gas !== undefined) {
        const asked = operation.gas(frame, cost, this.rules);
        cost = typeof asked === 'bigint' ? asked : await asked;
      }
      this.useGas(cost);
      frame.programCounter += 1;
      const done = operation.run(frame, this.rules);
      if (done !== undefined) {
        await done;
        if (clock.isDue()) await clock.check();
      } else if (cost > DEAR && clock.isDue()) await clock.check();
    }
  }

  async #trace(frame: RunState, tell: NonNullable<Watchers['step']>): Promise<void> {
    const { code } = frame;
    const { operations, clock } = this.#execution;
    while (frame.programCounter < code.length) {
      if (clock.isDue()) await clock.check();
      const opcode = code[frame.programCounter] ?? 0;
      const operation = operationOf(operations, opcode);
      frame.opCode = opcode;
      this.#current = {
        pc: frame.programCounter,
        cost: operation.fee,
        height: frame.stack.length,
        words: frame.memoryWordCount,
        isTold: false,
      };
      let error: EVMError | undefined;
      try {
        if (operation.gas !== undefined) {
          this.#current.cost = await operation.gas(frame, operation.fee, this.rules);
        }
        this.useGas(this.#current.cost);
        frame.programCounter += 1;
        await operation.run(frame, this.rules);
      } catch (thrown) {
        if (!isEvmError(thrown)) throw thrown;
        error = thrown;
      }
      if (!this.#current.isTold) await tell(this.#step(frame.gasLeft, frame.stack.length, error));
      if (error !== undefined) throw error;
    }
    frame.opCode = STOP;
    this.#current = {
      pc: frame.programCounter,
      cost: 0n,
      height: frame.stack.length,
      words: frame.memoryWordCount,
      isTold: true,
    };
    await tell(this.#step(frame.gasLeft, frame.stack.length, undefined));
  }

  #step(gas: bigint, height: number, error: EVMError | undefined): Step {
    const frame = this.state;
    const isStop = error?.error === EVMError.errorMessages.STOP;
    const outcome = outcomeOf(isStop ? undefined : error);
    // An operation that halts has reckoned with memory that it does not get.
    const words = outcome.kind === 'halt' ? this.#current.words : frame.memoryWordCount;
    const size = Number(words) * 32;
    return {
      pc: this.#current.pc,
      op: operationOf(this.#execution.operations, frame.opCode).name,
      gas,
      gasCost: this.#current.cost,
      depth: this.environment.depth,
      address: toHex(this.environment.address.bytes),
      stack: () => itemsOf(frame.stack).slice(0, height),
      memory: () => {
        const memory = new Uint8Array(size);
        memory.set(bytesOf(frame.memory).subarray(0, size));
        return memory;
      },
      revertReason: outcome.kind === 'revert' ? (this.result.returnValue ?? new Uint8Array()) : undefined,
      halt: outcome.kind === 'halt' ? outcome.reason : undefined,
    };
  }
}

function operationOf(operations: readonly Operation[], opcode: number): Operation {
  const operation = operations[opcode];
  if (operation === undefined) throw new RangeError(`no operation ${opcode}`);
  return operation;
}
