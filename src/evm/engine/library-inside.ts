/**
 * All that the engine uses of `@ethereumjs/evm` beyond what that package promises: members that are private or begin with
 * an underscore, what it does not export, and the methods in which ours take part. The rest of the engine knows their
 * names from here alone; `test/evm/engine/library-inside.test.ts` fails when the library changes one of them.
 */
import type { Common } from '@ethereumjs/common';
import {
  createEVM,
  EVM,
  type EVMError,
  type EVMOpts,
  type EVMResult,
  type Message,
  type PrecompileFunc,
  type PrecompileInput,
} from '@ethereumjs/evm';
import { Account, type Address as LibraryAddress } from '@ethereumjs/util';

type LibraryHandler = Extract<
  NonNullable<EVMOpts['customOpcodes']>[number],
  { logicFunction: unknown }
>['logicFunction'];

/** A frame as the library's operations see it. */
export type RunState = Parameters<LibraryHandler>[0];

type Interpreter = RunState['interpreter'];

/** What a frame knows of its call. */
export type FrameEnvironment = Interpreter['_env'];

type ExecResult = EVMResult['execResult'];

/** A message whose recipient is known. */
export type MessageTo = Message & { to: LibraryAddress };

/** Items of a stack, bottom first, and then what was popped. */
export function itemsOf(stack: RunState['stack']): bigint[] {
  // biome-ignore lint/complexity/useLiteralKeys: private to the library, which TypeScript lets through only so
  return stack['_store'];
}

/** Says how many of `itemsOf` a stack has. */
export function setHeight(stack: RunState['stack'], height: number): void {
  // biome-ignore lint/complexity/useLiteralKeys: private to the library, which TypeScript lets through only so
  stack['_len'] = height;
}

/** The bytes of a memory. Those that were paid for may be more. */
export function bytesOf(memory: RunState['memory']): Uint8Array {
  return memory._store;
}

/** Addresses (hex digits) that the message touched and did not undo. */
export function touchedOf(journal: EVM['journal']): Iterable<string> {
  // biome-ignore lint/complexity/useLiteralKeys: private to the library, which TypeScript lets through only so
  return journal['touched'];
}

/** The machine that a frame runs on. */
export function evmOfFrame(frame: RunState): unknown {
  return frame.interpreter._evm;
}

/** The machine that calls a precompiled contract. */
export function evmOfPrecompile(input: PrecompileInput): unknown {
  return input._EVM;
}

type InterpreterClass = new (
  evm: EVM,
  stateManager: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  env: FrameEnvironment,
  gasLeft: bigint,
  journal: EVM['journal'],
  performanceLogger: unknown,
) => Interpreter;

const InterpreterClass = await findInterpreterClass();

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

/** The library's interpreter of one frame, with the names of ours for what is inside. */
export abstract class LibraryFrame extends InterpreterClass {
  constructor(machine: EVM, environment: FrameEnvironment, gasLeft: bigint) {
    const { stateManager, blockchain, journal } = machine;
    super(machine, stateManager, blockchain, environment, gasLeft, journal, undefined);
  }

  abstract override run(code: Uint8Array): Promise<{ runState: RunState; exceptionError?: EVMError }>;

  /** What came of it: output, logs, what was created and destroyed. */
  get result() {
    return this._result;
  }

  protected get state(): RunState {
    return this._runState;
  }

  protected get environment(): FrameEnvironment {
    return this._env;
  }

  protected get rules(): Common {
    return this.common;
  }
}

/** The library's EVM, with the places where ours takes part in a call. */
export abstract class LibraryMachine extends EVM {
  /** Runs the code of a message in a frame of its own. */
  protected abstract runFrame(message: MessageTo): Promise<ExecResult>;
  /** Enters what a call names. */
  protected abstract enterCall(message: MessageTo): Promise<EVMResult>;
  /** Finds the code that a message runs. */
  protected abstract findCode(message: Message): Promise<void>;
  /** Where a creation puts its contract. */
  protected abstract addressForCreation(message: Message): Promise<LibraryAddress>;
  /** Called after each precompiled contract. */
  protected abstract precompileRan(): Promise<void>;

  /** Says in which transaction and block messages run. */
  protected enterTransaction(
    transaction: NonNullable<EVM['_tx']>,
    header: NonNullable<EVM['_block']>['header'],
  ): void {
    this._tx = transaction;
    this._block = { header };
  }

  /** The sender of the transaction. */
  protected get origin(): LibraryAddress | undefined {
    return this._tx?.origin;
  }

  /** What a frame of a message knows. */
  protected async environmentOf(message: MessageTo): Promise<FrameEnvironment> {
    if (this._tx === undefined || this._block === undefined) throw new Error('no execution');
    const contract = await this.stateManager.getAccount(message.to);
    return {
      address: message.to,
      caller: message.caller,
      callData: message.data,
      callValue: message.value,
      code: message.code as Uint8Array,
      isStatic: message.isStatic,
      isCreate: message.isCreate ?? false,
      depth: message.depth,
      gasPrice: this._tx.gasPrice,
      origin: this._tx.origin,
      block: this._block,
      contract: contract ?? new Account(),
      codeAddress: message.codeAddress,
      gasRefund: message.gasRefund,
      blobVersionedHashes: message.blobVersionedHashes ?? [],
      ...(message.createdAddresses === undefined ? {} : { createdAddresses: message.createdAddresses }),
    };
  }

  /** What the library does where a call is entered. */
  protected enterAsLibrary(message: MessageTo): Promise<EVMResult> {
    return super._executeCall(message);
  }

  protected findCodeAsLibrary(message: Message): Promise<void> {
    return super._loadCode(message);
  }

  protected addressAsLibrary(message: Message): Promise<LibraryAddress> {
    return super._generateAddress(message);
  }

  protected override runInterpreter(message: Message): Promise<ExecResult> {
    if (message.to === undefined) throw new Error('no execution');
    return this.runFrame(message as MessageTo);
  }

  protected override _executeCall(message: MessageTo): Promise<EVMResult> {
    return this.enterCall(message);
  }

  protected override _loadCode(message: Message): Promise<void> {
    return this.findCode(message);
  }

  protected override _generateAddress(message: Message): Promise<LibraryAddress> {
    return this.addressForCreation(message);
  }

  protected override async runPrecompile(
    code: PrecompileFunc,
    data: Uint8Array,
    gasLimit: bigint,
  ): Promise<ExecResult> {
    const result = await super.runPrecompile(code, data, gasLimit);
    await this.precompileRan();
    return result;
  }
}
