import type { Common } from '@ethereumjs/common';
import {
  EVMError,
  EVMMockBlockchain,
  type EVMResult,
  type EVMRunCallOpts,
  type Message,
} from '@ethereumjs/evm';
import type { Address as LibraryAddress } from '@ethereumjs/util';
import { Clock } from './clock.ts';
import type { Address, CallFrame, ExecutionOptions, SystemContract } from './execution.ts';
import { haltError, outcomeOf } from './halt-reason.ts';
import { fromHex, longZeroNumber, toHex, toLibraryAddress } from './hex.ts';
import { Interpreter } from './interpreter.ts';
import { isSystemAccount } from './ledger-rules.ts';
import { LibraryMachine, type MessageTo, touchedOf } from './library-inside.ts';
import { libraryPrecompiles } from './library-precompiles.ts';
import type { Operation } from './operation.ts';
import type { Profile } from './profiles.ts';
import { StateAdapter } from './state-adapter.ts';

type ExecResult = EVMResult['execResult'];

const NOTHING = new Uint8Array(0);

/** A frame that runs. */
interface OpenFrame {
  readonly index: number;
  readonly message: Message;
  readonly type: CallFrame['type'];
  /** Whose code made the call. */
  readonly from: Address;
  readonly input: Uint8Array;
  isSystem: boolean;
  interpreter?: Interpreter;
}

const CALL_TYPES: Readonly<Record<number, CallFrame['type']>> = {
  240: 'CREATE',
  241: 'CALL',
  242: 'CALLCODE',
  244: 'DELEGATECALL',
  245: 'CREATE2',
  250: 'STATICCALL',
};

/** The library's EVM with the rules of a profile. It runs one message at a time, and may then run another. */
export class Machine extends LibraryMachine {
  readonly #profile: Profile;
  readonly #adapter: StateAdapter;
  readonly #frames: OpenFrame[] = [];
  #begun = 0;
  #options: ExecutionOptions | undefined;
  #createAt: LibraryAddress | undefined;

  readonly operations: readonly Operation[];
  clock = new Clock({});

  constructor(profile: Profile, common: Common, operations: readonly Operation[]) {
    const adapter = new StateAdapter();
    super({
      common,
      // The constructor would set the parameters of `common` back.
      params: {},
      stateManager: adapter,
      blockchain: new EVMMockBlockchain(),
      allowUnlimitedInitCodeSize: !profile.limitsInitCode,
      customPrecompiles: libraryPrecompiles(profile),
    });
    this.#profile = profile;
    this.#adapter = adapter;
    this.operations = operations;
  }

  get options(): ExecutionOptions {
    if (this.#options === undefined) throw new Error('no execution');
    return this.#options;
  }

  /** Makes ready for a message; what it warms is the caller's to say. */
  prepare(
    options: ExecutionOptions,
    origin: LibraryAddress,
    gasPrice: bigint,
    createAt: Address | undefined,
  ): void {
    const { block } = options;
    this.#options = options;
    this.#adapter.state = options.state;
    this.#frames.length = 0;
    this.#begun = 0;
    this.#createAt = createAt === undefined ? undefined : toLibraryAddress(createAt);
    this.clock = new Clock(options);
    this.journal.cleanJournal();
    this.transientStorage.clear();
    this.enterTransaction(
      { gasPrice, origin },
      {
        number: block.number,
        coinbase: toLibraryAddress(block.coinbase),
        timestamp: block.timestamp,
        difficulty: 0n,
        prevRandao: fromHex(block.prevRandao),
        gasLimit: block.gasLimit,
        baseFeePerGas: block.baseFee,
        getBlobGasPrice: () => block.blobBaseFee ?? 1n,
      },
    );
  }

  /** Runs a message. Throws `OutOfTime`, and what the state throws; all changes are undone then. */
  async execute(message: Message): Promise<EVMResult> {
    try {
      return await this.runCall({ message });
    } catch (error) {
      await this.#adapter.revertAll();
      throw error;
    }
  }

  /** Lets go of the state of the last execution. */
  release(): void {
    this.#options = undefined;
    this.#adapter.state = undefined;
    this.journal.cleanJournal();
  }

  /** Accounts that the last execution touched and did not undo. */
  touched(): Address[] {
    return [...touchedOf(this.journal)];
  }

  override async runCall(opts: EVMRunCallOpts): Promise<EVMResult> {
    const { message } = opts;
    if (message === undefined) throw new Error('a message is needed');
    const parent = this.#frames.at(-1);
    const opcode = parent?.interpreter?.opCode;
    const frame: OpenFrame = {
      index: this.#begun,
      message,
      type:
        opcode === undefined
          ? message.to === undefined
            ? 'CREATE'
            : 'CALL'
          : (CALL_TYPES[opcode] ?? 'CALL'),
      from: toHex((parent?.message.to ?? message.caller).bytes),
      // The memory that it is a view of goes on changing, and a creation takes it away.
      input: this.options.watchers?.frame === undefined ? NOTHING : message.data.slice(),
      isSystem: false,
    };
    const gas = message.gasLimit;
    this.#begun += 1;
    await parent?.interpreter?.beginCallee(gas);
    this.#frames.push(frame);
    const result = await super.runCall({ message, skipNonceIncrement: true });
    this.#frames.pop();
    const tell = this.options.watchers?.frame;
    if (tell !== undefined) {
      const isPrecompiled = message.to !== undefined && this.getPrecompile(message.codeAddress) !== undefined;
      await tell(finished(frame, gas, result, isPrecompiled));
    }
    return result;
  }

  protected override async precompileRan(): Promise<void> {
    if (this.clock.isDue()) await this.clock.check();
  }

  protected override async runFrame(message: MessageTo): Promise<ExecResult> {
    const environment = await this.environmentOf(message);
    const { code } = environment;
    const interpreter = new Interpreter(this, environment, message.gasLimit);
    if (message.selfdestruct !== undefined) interpreter.result.selfdestruct = message.selfdestruct;
    if (message.createdAddresses !== undefined) {
      interpreter.result.createdAddresses = message.createdAddresses;
    }
    const open = this.#frames.at(-1);
    if (open !== undefined) open.interpreter = interpreter;

    const { runState, exceptionError } = await interpreter.run(code);
    const { logs, selfdestruct, createdAddresses, returnValue } = interpreter.result;
    const output = { returnValue: returnValue ?? NOTHING, gasRefund: runState.gasRefund };
    if (exceptionError === undefined) {
      const executionGasUsed = message.gasLimit - runState.gasLeft;
      const created = createdAddresses === undefined ? {} : { createdAddresses };
      return { ...output, executionGasUsed, logs, selfdestruct, ...created };
    }
    const isRevert = exceptionError.error === EVMError.errorMessages.REVERT;
    return {
      ...output,
      executionGasUsed: isRevert ? message.gasLimit - runState.gasLeft : message.gasLimit,
      exceptionError,
    };
  }

  protected override async addressForCreation(message: Message): Promise<LibraryAddress> {
    if (message.depth === 0) {
      if (this.#createAt !== undefined) return this.#createAt;
      const nonce = (await this.stateManager.getAccount(message.caller))?.nonce ?? 0n;
      if (nonce === 0n) throw new Error('a creation needs a place, or a sender whose nonce was raised');
    }
    return this.addressAsLibrary(message);
  }

  protected override async findCode(message: Message): Promise<void> {
    const { ledger } = this.options.state;
    if (!this.#profile.isLedger || ledger === undefined || this.getPrecompile(message.codeAddress)) {
      return this.findCodeAsLibrary(message);
    }
    message.code = await ledger.callCode(toHex(message.codeAddress.bytes), message.data);
    message.isCompiled = false;
  }

  protected override async enterCall(message: MessageTo): Promise<EVMResult> {
    if (!this.#profile.isLedger) return this.enterAsLibrary(message);
    const target = toHex(message.codeAddress.bytes);
    const value = message.delegatecall ? 0n : message.value;
    const contract = this.options.systemContracts?.get(target);
    if (contract !== undefined) return this.#callSystem(contract, target, message, value);

    if (this.#profile.hidesSystemAccounts && isSystemAccount(target)) {
      if (value > 0n) return halt(message, haltError('INVALID_CONTRACT_ID'));
      if (this.getPrecompile(message.codeAddress) === undefined) {
        const { gasLimit, gasRefund } = message;
        return { execResult: { executionGasUsed: gasLimit, returnValue: NOTHING, gasRefund } };
      }
    }
    if (value === 0n) return this.enterAsLibrary(message);
    const created = await this.#prepareRecipient(message);
    if (created instanceof EVMError) return halt(message, created);
    // The new account is paid for with the gas of the call that makes it.
    message.gasLimit -= created;
    const result = await this.enterAsLibrary(message);
    message.gasLimit += created;
    result.execResult.executionGasUsed += created;
    return result;
  }

  /** Sees to it that a transfer of value has a recipient. Gives the gas for a new one, or why there is none. */
  async #prepareRecipient(message: MessageTo): Promise<bigint | EVMError> {
    const { ledger } = this.options.state;
    const address = toHex(message.to.bytes);
    const kind = await ledger?.kind(address);
    if (kind === 'token' || kind === 'schedule') return haltError('ILLEGAL_STATE_CHANGE');
    if (kind !== 'missing') return 0n;
    if (!this.#profile.createsHollowAccounts) return haltError('INVALID_SOLIDITY_ADDRESS');
    if (longZeroNumber(address) !== undefined) return haltError('INVALID_ALIAS_KEY');
    const gas = (await this.options.hollowAccountGas?.(address)) ?? 0n;
    if (gas > message.gasLimit) return haltError('INSUFFICIENT_GAS');
    await ledger?.createHollow(address);
    return gas;
  }

  async #callSystem(
    contract: SystemContract,
    address: Address,
    message: MessageTo,
    value: bigint,
  ): Promise<EVMResult> {
    const frame = this.#frames.at(-1);
    const parent = this.#frames.at(-2)?.message;
    if (frame !== undefined) frame.isSystem = true;
    if (value > 0n && this.options.takesValue?.(address, message.data) !== true) {
      return halt(message, haltError('INVALID_CONTRACT_ID'));
    }
    const sender = toHex(message.caller.bytes);
    const recipient = toHex(message.to.bytes);
    const result = await contract({
      address,
      input: message.data.slice(),
      gas: message.gasLimit,
      value,
      sender,
      recipient,
      parentSender: parent === undefined ? sender : toHex(parent.caller.bytes),
      parentIsDelegate: parent?.to !== undefined && !parent.to.equals(parent.codeAddress),
      origin: toHex((this.origin ?? message.caller).bytes),
      isStatic: message.isStatic,
      isDelegate: recipient !== address,
      depth: message.depth,
      block: this.options.block,
    });
    if (result.outcome.kind === 'halt') return halt(message, haltError(result.outcome.reason));
    if (result.gasUsed > message.gasLimit) return halt(message, haltError('INSUFFICIENT_GAS'));
    const isRevert = result.outcome.kind === 'revert';
    return {
      execResult: {
        executionGasUsed: result.gasUsed,
        returnValue: result.output,
        gasRefund: message.gasRefund,
        logs: (result.logs ?? []).map(({ address: emitter, topics, data }) => [
          fromHex(emitter),
          topics.map(fromHex),
          data,
        ]),
        ...(isRevert ? { exceptionError: new EVMError(EVMError.errorMessages.REVERT) } : {}),
      },
    };
  }
}

/** A frame that ends at once, and takes all gas with it. */
function halt(message: Message, exceptionError: EVMError): EVMResult {
  return { execResult: { executionGasUsed: message.gasLimit, returnValue: NOTHING, exceptionError } };
}

function finished(
  frame: OpenFrame,
  gas: bigint,
  { execResult, createdAddress }: EVMResult,
  isPrecompiled: boolean,
): CallFrame {
  const { message } = frame;
  const outcome = outcomeOf(execResult.exceptionError);
  const isCreation = frame.type === 'CREATE' || frame.type === 'CREATE2';
  const created = outcome.kind === 'success' ? createdAddress : undefined;
  const to = isCreation ? created : message.codeAddress;
  return {
    index: frame.index,
    depth: message.depth,
    type: frame.type,
    from: frame.from,
    to: to === undefined ? undefined : toHex(to.bytes),
    isSystem: frame.isSystem,
    isPrecompiled,
    ranCode: frame.interpreter !== undefined,
    value: message.delegatecall ? 0n : message.value,
    gas,
    gasUsed: execResult.executionGasUsed,
    input: frame.input,
    output: outcome.kind === 'halt' ? NOTHING : execResult.returnValue,
    outcome,
  };
}
