import { createEVM, type EVM, EVMError } from '@ethereumjs/evm';
import type { Step, Watchers } from './execution.ts';
import { jumpDestinations, runFast, storeOf } from './fast-path.ts';
import { isEvmError, outcomeOf } from './halt-reason.ts';
import { toHex } from './hex.ts';
import type { LibraryInterpreter, Machine, Operation, RunState } from './operation.ts';

type Env = LibraryInterpreter['_env'];

type InterpreterClass = new (
  evm: EVM,
  stateManager: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  env: Env,
  gasLeft: bigint,
  journal: EVM['journal'],
  performanceLogger: unknown,
) => LibraryInterpreter;

const STOP = 0x00;
/** Gas of an operation that may take long by itself, such as a copy of kilobytes. */
const DEAR = 100n;

const LibraryInterpreterClass = await findInterpreterClass();

/** The library does not export its interpreter; an operation that runs in it finds its class. */
async function findInterpreterClass(): Promise<InterpreterClass> {
  const opcode = 0x0c;
  let found: unknown;
  const evm = await createEVM({
    customOpcodes: [
      {
        opcode,
        opcodeName: 'FIND',
        baseFee: 0,
        logicFunction: (frame: RunState) => {
          found = frame.interpreter.constructor;
        },
      },
    ],
  });
  await evm.runCode({ code: Uint8Array.of(opcode) });
  return found as InterpreterClass;
}

/**
 * Runs the code of one frame. It takes the library's operations, but not its loop: this one does the usual operations
 * at once, without a promise each, tells watchers what is after an operation, and minds the deadline.
 */
export class Interpreter extends LibraryInterpreterClass {
  readonly #machine: Machine;
  /** The operation that a trace is at: where, its cost, the stack and memory before it, whether it was told. */
  #current = { pc: 0, cost: 0n, height: 0, words: 0n, isTold: true };

  constructor(machine: Machine, env: Env, gasLeft: bigint) {
    super(machine, machine.stateManager, machine.blockchain, env, gasLeft, machine.journal, undefined);
    this.#machine = machine;
  }

  get opCode(): number {
    return this._runState.opCode;
  }

  override async run(code: Uint8Array): Promise<{ runState: RunState; exceptionError?: EVMError }> {
    const frame = this._runState;
    frame.code = code;
    frame.validJumps = jumpDestinations(code);
    const step = this.#machine.options.watchers?.step;
    try {
      await (step === undefined ? this.#runCode(frame) : this.#trace(frame, step));
    } catch (error) {
      if (!isEvmError(error)) throw error;
      if (error.error !== EVMError.errorMessages.STOP) return { runState: frame, exceptionError: error };
    }
    return { runState: frame };
  }

  override getChainId(): bigint {
    return this.#machine.options.block.chainId;
  }

  override async storageLoad(key: Uint8Array, original?: boolean, isRead?: boolean): Promise<Uint8Array> {
    const value = await super.storageLoad(key, original, isRead);
    // What SSTORE reads to know its cost is not asked for as a read.
    if (original !== true && isRead !== false) this.#tellStorage(key, value, false);
    return value;
  }

  override async storageStore(key: Uint8Array, value: Uint8Array): Promise<void> {
    await this._stateManager.putStorage(this._env.address, key, value);
    this.#tellStorage(key, value, true);
  }

  /** Tells of a call or creation when its callee begins, which was given so much gas. */
  async beginCallee(gas: bigint): Promise<void> {
    const step = this.#machine.options.watchers?.step;
    if (step === undefined || this.#current.isTold) return;
    this.#current.isTold = true;
    await step(this.#step(this._runState.gasLeft - gas, this.#current.height, undefined));
  }

  async #runCode(frame: RunState): Promise<void> {
    const { code } = frame;
    const { operations, clock } = this.#machine;
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
        const asked = operation.gas(frame, cost, this.common);
        cost = typeof asked === 'bigint' ? asked : await asked;
      }
      this.useGas(cost);
      frame.programCounter += 1;
      const done = operation.run(frame, this.common);
      if (done !== undefined) {
        await done;
        if (clock.isDue()) await clock.check();
      } else if (cost > DEAR && clock.isDue()) await clock.check();
    }
  }

  async #trace(frame: RunState, tell: NonNullable<Watchers['step']>): Promise<void> {
    const { code } = frame;
    const { operations, clock } = this.#machine;
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
          this.#current.cost = await operation.gas(frame, operation.fee, this.common);
        }
        this.useGas(this.#current.cost);
        frame.programCounter += 1;
        await operation.run(frame, this.common);
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
    const frame = this._runState;
    const isStop = error?.error === EVMError.errorMessages.STOP;
    const outcome = outcomeOf(isStop ? undefined : error);
    // An operation that halts has reckoned with memory that it does not get.
    const words = outcome.kind === 'halt' ? this.#current.words : frame.memoryWordCount;
    const size = Number(words) * 32;
    return {
      pc: this.#current.pc,
      op: operationOf(this.#machine.operations, frame.opCode).name,
      gas,
      gasCost: this.#current.cost,
      depth: this._env.depth,
      address: toHex(this._env.address.bytes),
      stack: () => storeOf(frame.stack).slice(0, height),
      memory: () => {
        const memory = new Uint8Array(size);
        memory.set(frame.memory._store.subarray(0, size));
        return memory;
      },
      revertReason: outcome.kind === 'revert' ? (this._result.returnValue ?? new Uint8Array()) : undefined,
      halt: outcome.kind === 'halt' ? outcome.reason : undefined,
    };
  }

  #tellStorage(key: Uint8Array, value: Uint8Array, isWritten: boolean): void {
    const tell = this.#machine.options.watchers?.storage;
    tell?.(toHex(this._env.address.bytes), toHex(key), toHex(value).padStart(64, '0'), isWritten);
  }
}

function operationOf(operations: readonly Operation[], opcode: number): Operation {
  const operation = operations[opcode];
  if (operation === undefined) throw new RangeError(`no operation ${opcode}`);
  return operation;
}
