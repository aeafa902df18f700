import { Clock } from './clock.ts';
import { createAddress } from './create-address.ts';
import type {
  Address,
  CallFrame,
  EngineAccount,
  ExecutionOptions,
  HaltReason,
  HookContext,
  Message,
  Outcome,
  Word,
} from './execution.ts';
import { type Call, Frame } from './frame.ts';
import { Halt, haltOf } from './halt.ts';
import { longZeroNumber, wordOf } from './hex.ts';
import { interpret } from './interpret.ts';
import { Journal } from './journal.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Execution, Operation } from './operation.ts';
import { PENDING, StepReads } from './pending.ts';
import type { Precompile } from './precompiles/precompile.ts';
import { isOfCancun, PRECOMPILES } from './precompiles/table.ts';
import type { Profile } from './profiles.ts';
import { StepTracer } from './step-tracer.ts';
import { isSystemAccount } from './system-addresses.ts';
import { WORD_MASK } from './words.ts';

const NOTHING = new Uint8Array(0);
const EMPTY_ACCOUNT: EngineAccount = { nonce: 0n, balance: 0n, hasCode: false };
const MAX_CODE = 24_576;
const CODE_BYTE_GAS = 200;
/** First byte of code that EIP-3541 reserves. */
const RESERVED = 0xef;
const SUCCESS: Outcome = { kind: 'success' };
const REVERT: Outcome = { kind: 'revert' };

/** Addresses that are warm from the start (EIP-2929), including precompiles that a profile lacks. */
const ALWAYS_WARM: readonly Address[] = PRECOMPILES.filter(isOfCancun).map(({ address }) => address);

/** Outcome of a call. */
export interface Ended {
  readonly outcome: Outcome;
  readonly gasUsed: number;
  readonly output: Uint8Array;
}

/** Next step of the machine. Each may have to wait. */
type Phase = 'enter' | 'run' | 'precompile' | 'leave' | 'done';

/**
 * Runs one message after another. Execution is synchronous, on one explicit stack of frames, except when the state must
 * read something, the clock must be checked, or a tracer waits: then `#advance` returns a promise, and resumes at the
 * same point once that is fulfilled.
 */
export class Machine implements Execution {
  readonly profile: Profile;
  readonly operations: readonly (Operation | undefined)[];
  journal: Journal;
  readonly #precompiles: ReadonlyMap<Address, Precompile>;
  readonly #alwaysWarm: ReadonlySet<Address>;
  readonly #reads = new StepReads();
  readonly #frames: Frame[] = [];
  /** Number of frames that run or wait for their callee. */
  #depth = 0;
  #phase: Phase = 'done';
  #entering: Call | undefined;
  #ended: Ended | undefined;
  #computing:
    | { readonly run: ReturnType<Precompile['run']>; readonly gas: number; readonly base: number }
    | undefined;
  #begun = 0;
  #checkpoints = 0;
  #options: ExecutionOptions | undefined;
  #createAt: Address | undefined;
  #origin: Address = '';
  #tracer: StepTracer | undefined;
  #listed = new Set<string>();

  clock = new Clock({});
  gasPrice = 0n;
  originWord = 0n;
  blobHashes: readonly Word[] = [];
  hook: HookContext | undefined;

  constructor(
    profile: Profile,
    operations: readonly (Operation | undefined)[],
    precompiles: ReadonlyMap<Address, Precompile>,
  ) {
    this.profile = profile;
    this.operations = operations;
    this.#precompiles = precompiles;
    this.#alwaysWarm = new Set([...ALWAYS_WARM, ...precompiles.keys()]);
    this.journal = new Journal(this.#alwaysWarm);
  }

  get options(): ExecutionOptions {
    if (this.#options === undefined) throw new Error('no execution');
    return this.#options;
  }

  /** Resets the machine for a message; the caller warms its addresses. */
  prepare(message: Message, options: ExecutionOptions): void {
    this.#options = options;
    this.#createAt = message.createAt;
    this.#origin = message.from;
    this.originWord = BigInt(`0x${message.from}`);
    this.gasPrice = message.gasPrice;
    this.blobHashes = message.blobHashes ?? [];
    this.hook = message.hook;
    this.clock = new Clock(options);
    if (this.#listed.size > 0) this.#listed = new Set();
    this.#begun = 0;
    this.#checkpoints = 0;
    const step = options.watchers?.step;
    this.#tracer = step === undefined ? undefined : new StepTracer(step, this.profile);
  }

  /** Makes a slot warm from the start (EIP-2930). */
  list(address: Address, slot: Word): void {
    this.#listed.add(`${address},${slot}`);
  }

  isListed(address: Address, key: bigint): boolean {
    return this.#listed.size > 0 && this.#listed.has(`${address},${wordOf(key)}`);
  }

  /** Runs a message. Throws `OutOfTime`, and the errors of the state; all changes are undone then. */
  async execute(message: Message): Promise<{ readonly ended: Ended; readonly created: Address }> {
    const call = this.#callOf(message);
    this.next(call);
    try {
      for (let wait = this.#advance(); wait !== undefined; wait = this.#advance()) {
        const value = await wait;
        if (wait === this.#reads.waitsFor) this.#reads.store(value);
      }
    } catch (error) {
      this.#reads.forget();
      const { state } = this.options;
      for (; this.#checkpoints > 0; this.#checkpoints -= 1) await state.revert();
      throw error;
    }
    if (this.#ended === undefined) throw new Error('no execution');
    return { ended: this.#ended, created: call.to };
  }

  /** Releases the state of the last execution. */
  release(): void {
    this.#options = undefined;
    this.#entering = undefined;
    this.#ended = undefined;
    this.#computing = undefined;
    this.#tracer = undefined;
    for (; this.#depth > 0; this.#depth -= 1) this.#frames[this.#depth - 1]?.close();
    this.#phase = 'done';
    this.journal = new Journal(this.#alwaysWarm);
  }

  resolve<Value>(read: () => MaybePromise<Value>): Value {
    return this.#reads.resolve(read);
  }

  pay(frame: Frame, take: () => void): void {
    frame.cost = this.#reads.resolve(() => {
      take();
      return frame.cost;
    });
  }

  rewind(): void {
    this.#reads.rewind();
  }

  forget(): void {
    this.#reads.forget();
  }

  precompileAt(address: Address): Precompile | undefined {
    return this.#precompiles.get(address);
  }

  nextIndex(): number {
    this.#begun += 1;
    return this.#begun - 1;
  }

  next(call: Call): void {
    this.#entering = call;
    this.#phase = 'enter';
  }

  #callOf(message: Message): Call {
    const { from, to, data, value, gas, isStatic = false } = message;
    return {
      index: this.nextIndex(),
      depth: 0,
      type: to === undefined ? 'CREATE' : 'CALL',
      from,
      caller: from,
      to: to ?? '',
      codeAddress: to ?? '',
      value,
      data,
      gas: gas > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(gas),
      isStatic,
      isCreate: to === undefined,
      isDelegate: false,
      salt: undefined,
      out: 0,
      outSize: 0,
      mark: undefined,
      isSystem: false,
      isPrecompiled: false,
      ranCode: false,
    };
  }

  /** Runs until the end, or until something must be awaited. */
  #advance(): Promise<unknown> | undefined {
    while (this.#phase !== 'done') {
      try {
        const wait = this.#step();
        if (wait !== undefined) return wait;
      } catch (error) {
        if (error === PENDING) return this.#reads.waitsFor;
        if (!(error instanceof Halt)) throw error;
        this.#reads.forget();
        this.#halt(error.reason);
      }
    }
    return undefined;
  }

  #step(): Promise<unknown> | undefined {
    if (this.#phase === 'run') return this.#run();
    if (this.#phase === 'precompile') return this.#compute();
    this.#reads.rewind();
    if (this.#phase === 'enter') this.#enter(this.#call());
    else this.#leave(this.#call());
    this.#reads.forget();
    return undefined;
  }

  /** Returns the call that is entered, runs or is left. */
  #call(): Call {
    const call = this.#entering ?? this.#frames[this.#depth - 1]?.call;
    if (call === undefined) throw new Error('no execution');
    return call;
  }

  #frame(): Frame {
    const frame = this.#frames[this.#depth - 1];
    if (frame === undefined) throw new Error('no execution');
    return frame;
  }

  #run(): Promise<unknown> | undefined {
    const frame = this.#frame();
    if (this.#tracer !== undefined) return this.#runWatched(frame, this.#tracer);
    const signal = interpret(this, frame, false);
    if (signal === 'due') return this.clock.check();
    if (signal === 'stop') this.#finish(frame, SUCCESS);
    else if (signal === 'revert') this.#finish(frame, REVERT);
    return undefined;
  }

  /** Executes one operation and reports it, except for a call, which is reported when its callee begins. */
  #runWatched(frame: Frame, tracer: StepTracer): Promise<unknown> | undefined {
    if (this.clock.isDue()) return this.clock.check();
    tracer.before(frame);
    let wait: void | Promise<void>;
    try {
      const signal = interpret(this, frame, true);
      if (signal === 'call') return undefined;
      wait = tracer.after(frame, signal === 'revert' ? REVERT : SUCCESS);
      if (signal === 'stop') this.#finish(frame, SUCCESS);
      else if (signal === 'revert') this.#finish(frame, REVERT);
    } catch (error) {
      if (!(error instanceof Halt)) throw error;
      this.#reads.forget();
      const outcome: Outcome = { kind: 'halt', reason: error.reason };
      wait = tracer.after(frame, outcome);
      this.#finish(frame, outcome);
    }
    return wait ?? undefined;
  }

  #finish(frame: Frame, outcome: Outcome): void {
    const { gas } = frame.call;
    const isHalt = outcome.kind === 'halt';
    this.#ended = {
      outcome,
      gasUsed: isHalt ? gas : gas - frame.gas,
      output: isHalt ? NOTHING : frame.output,
    };
    this.#phase = 'leave';
  }

  /** Ends the current frame with a halt. */
  #halt(reason: HaltReason): void {
    this.#end({ kind: 'halt', reason }, this.#call().gas, NOTHING);
  }

  #end(outcome: Outcome, gasUsed: number, output: Uint8Array): void {
    this.#ended = { outcome, gasUsed, output };
    this.#phase = 'leave';
  }

  #enter(call: Call): void {
    const { state } = this.options;
    const parent = this.#frames[this.#depth - 1];
    const tracer = this.#tracer;
    if (tracer !== undefined && parent !== undefined) this.resolve(() => tracer.callee(parent));
    if (call.isCreate) {
      call.to = this.#createdAddressOf(call);
      this.journal.warm(call.to);
    }
    call.mark = this.resolve(() => this.journal.mark());
    this.resolve(() => {
      this.#checkpoints += 1;
      return state.checkpoint();
    });
    if (call.isCreate) this.#enterCreation(call);
    else this.#enterCall(call);
  }

  #createdAddressOf(call: Call): Address {
    if (call.salt !== undefined) return createAddress(call.caller, call.salt, call.data);
    if (call.depth === 0 && this.#createAt !== undefined) return this.#createAt;
    const nonce = this.#accountOf(call.caller).nonce;
    if (nonce === 0n) throw new Error('a creation needs an address, or a sender whose nonce was incremented');
    return createAddress(call.caller, nonce - 1n);
  }

  #accountOf(address: Address): EngineAccount {
    return this.resolve(() => this.options.state.account(address)) ?? EMPTY_ACCOUNT;
  }

  #enterCreation(call: Call): void {
    const { state } = this.options;
    const { to, caller, value } = call;
    const sender = this.#accountOf(caller);
    if (sender.balance < value) throw haltOf('INSUFFICIENT_BALANCE');
    if (value > 0n) {
      this.resolve(() => state.setAccount(caller, { ...sender, balance: sender.balance - value }));
    }
    if (this.profile.limitsInitCode && call.data.length > 2 * MAX_CODE) throw haltOf('CODE_TOO_LARGE');
    this.journal.create(to);
    const receiver = this.#accountOf(to);
    if (receiver.nonce > 0n || receiver.hasCode || receiver.hasStorage === true)
      throw haltOf('CREATE_COLLISION');
    const balance = receiver.balance + value;
    if (balance > WORD_MASK) {
      this.#end({ kind: 'halt', reason: 'INSUFFICIENT_BALANCE' }, 0, NOTHING);
      return;
    }
    this.journal.touch(to);
    this.resolve(() => state.setAccount(to, { nonce: 1n, balance, hasCode: false }));
    this.resolve(() => state.clearStorage(to));
    if (value > 0n) this.logTransfer(caller, to, value);
    if (call.data.length === 0) this.#end(SUCCESS, 0, NOTHING);
    else this.#open(call, call.data, NOTHING, call.gas);
  }

  #enterCall(call: Call): void {
    const { codeAddress, data } = call;
    const precompile = this.#precompiles.get(codeAddress);
    call.isPrecompiled = precompile !== undefined;
    let base = 0;
    if (this.profile.isLedger) {
      const moved = call.isDelegate ? 0n : call.value;
      if (this.options.systemContracts?.has(codeAddress) === true) {
        this.#enterSystem(call, moved);
        return;
      }
      // A hook's own code is called like that of any contract.
      const isHidden = this.profile.hidesSystemAccounts && codeAddress !== this.hook?.address;
      if (isHidden && isSystemAccount(codeAddress)) {
        if (moved > 0n) throw haltOf('INVALID_CONTRACT_ID');
        if (precompile === undefined) {
          this.#end(SUCCESS, call.gas, NOTHING);
          return;
        }
      }
      // The gas of the call that creates an account pays for it.
      if (moved > 0n) base = this.#prepareRecipient(call);
    }
    if (!call.isDelegate && !this.#transfer(call)) {
      this.#end({ kind: 'halt', reason: 'INSUFFICIENT_BALANCE' }, base, NOTHING);
      return;
    }
    if (precompile !== undefined) {
      this.#beginPrecompile(call, precompile, base);
      return;
    }
    const { state } = this.options;
    const { ledger } = state;
    const code = this.resolve(() =>
      this.profile.isLedger && ledger !== undefined
        ? ledger.callCode(codeAddress, data)
        : state.code(codeAddress),
    );
    if (code.length === 0) this.#end(SUCCESS, base, NOTHING);
    else this.#open(call, code, data, call.gas - base);
  }

  /** Logs a transfer of value, once: the step may be restarted. */
  logTransfer(from: Address, to: Address, value: bigint): void {
    const { transferLog } = this.options;
    if (transferLog === undefined) return;
    this.resolve(() => {
      this.journal.logs.push(transferLog(from, to, value));
    });
  }

  /** Transfers the value of a call; returns false if the balance is too low, or the recipient's would be too high. */
  #transfer({ caller, to, value }: Call): boolean {
    const { state } = this.options;
    if (value > 0n) {
      const sender = this.#accountOf(caller);
      if (sender.balance < value) return false;
      this.resolve(() => state.setAccount(caller, { ...sender, balance: sender.balance - value }));
      const recipient = this.#accountOf(to);
      const balance = recipient.balance + value;
      if (balance > WORD_MASK) return false;
      this.resolve(() => state.setAccount(to, { ...recipient, balance }));
      this.logTransfer(caller, to, value);
    }
    this.journal.touch(caller);
    this.journal.touch(to);
    return true;
  }

  /** Ensures that a transfer of value has a recipient. Returns the gas for a new one. */
  #prepareRecipient({ to, gas }: Call): number {
    const { ledger } = this.options.state;
    const kind = this.resolve(() => ledger?.kind(to));
    if (kind === 'token' || kind === 'schedule') throw haltOf('ILLEGAL_STATE_CHANGE');
    if (kind !== 'missing') return 0;
    if (!this.profile.createsHollowAccounts) throw haltOf('INVALID_SOLIDITY_ADDRESS');
    if (longZeroNumber(to) !== undefined) throw haltOf('INVALID_ALIAS_KEY');
    const cost = Number(this.resolve(() => this.options.hollowAccountGas?.(to)) ?? 0n);
    if (cost > gas) throw haltOf('INSUFFICIENT_GAS');
    this.resolve(() => ledger?.createHollow(to));
    return cost;
  }

  #enterSystem(call: Call, value: bigint): void {
    const { options } = this;
    const { codeAddress: address, caller: sender, to: recipient } = call;
    call.isSystem = true;
    const contract = options.systemContracts?.get(address);
    if (contract === undefined) throw new Error(`no system contract at ${address}`);
    if (value > 0n && options.takesValue?.(address, call.data) !== true) {
      throw haltOf('INVALID_CONTRACT_ID');
    }
    const parent = this.#frames[this.#depth - 1]?.call;
    const result = this.resolve(() =>
      contract({
        address,
        input: call.data.slice(),
        gas: BigInt(call.gas),
        value,
        sender,
        recipient,
        parentSender: parent?.caller ?? sender,
        parentIsDelegate: parent !== undefined && !parent.isCreate && parent.to !== parent.codeAddress,
        origin: this.#origin,
        isStatic: call.isStatic,
        isDelegate: recipient !== address,
        depth: call.depth,
        block: options.block,
      }),
    );
    const { outcome, gasUsed, output, logs = [] } = result;
    if (outcome.kind === 'halt') throw haltOf(outcome.reason);
    if (gasUsed > BigInt(call.gas)) throw haltOf('INSUFFICIENT_GAS');
    this.journal.logs.push(...logs);
    this.#end(outcome, Number(gasUsed), output);
  }

  #beginPrecompile(call: Call, precompile: Precompile, base: number): void {
    const gas = precompile.gas(call.data);
    if (gas === undefined) throw haltOf('PRECOMPILE_ERROR');
    if (gas > BigInt(call.gas - base)) throw haltOf('INSUFFICIENT_GAS');
    this.resolve(() => precompile.prepare?.());
    this.#computing = { run: precompile.run(call.data), gas: Number(gas), base };
    this.#phase = 'precompile';
  }

  #compute(): Promise<unknown> | undefined {
    const computing = this.#computing;
    if (computing === undefined) throw new Error('no execution');
    for (;;) {
      const step = computing.run.next();
      if (step.done === true) {
        this.#computing = undefined;
        if (step.value === undefined) throw haltOf('PRECOMPILE_ERROR');
        this.#end(SUCCESS, computing.gas + computing.base, step.value);
        return this.clock.isDue() ? this.clock.check() : undefined;
      }
      if (this.clock.isDue()) return this.clock.check();
    }
  }

  #open(call: Call, code: Uint8Array, input: Uint8Array, gas: number): void {
    let frame = this.#frames[this.#depth];
    if (frame === undefined) {
      frame = new Frame();
      this.#frames.push(frame);
    }
    frame.open(call, code, input, gas, this.journal.slots(call.to));
    call.ranCode = true;
    this.#depth += 1;
    this.#entering = undefined;
    this.#phase = 'run';
  }

  #leave(call: Call): void {
    const { state, watchers } = this.options;
    let ended = this.#endOf(call);
    if (call.isCreate) ended = this.#deposit(call, ended);
    if (ended.outcome.kind === 'success') {
      if (call.depth === 0) this.#flush();
      this.resolve(() => {
        this.#checkpoints -= 1;
        return state.commit();
      });
    } else {
      this.resolve(() => {
        this.#checkpoints -= 1;
        return state.revert();
      });
      if (call.mark !== undefined) this.journal.undoTo(call.mark);
    }
    const report = watchers?.frame;
    if (report !== undefined) {
      const frame = callFrame(call, ended);
      this.resolve(() => report(frame));
    }
    if (call.ranCode) {
      this.#frame().close();
      this.#depth -= 1;
    }
    this.#entering = undefined;
    this.#ended = ended;
    if (call.depth === 0) this.#phase = 'done';
    else this.#return(call, ended);
  }

  #endOf(call: Call): Ended {
    if (this.#ended === undefined) throw new Error(`call ${call.index} did not end`);
    return this.#ended;
  }

  /** Stores the code of a creation, which costs gas for each byte. */
  #deposit(call: Call, ended: Ended): Ended {
    if (ended.outcome.kind !== 'success') return ended;
    const { state } = this.options;
    const { output } = ended;
    const gasUsed = ended.gasUsed + output.length * CODE_BYTE_GAS;
    const reason: HaltReason | undefined =
      output.length > MAX_CODE
        ? 'CODE_TOO_LARGE'
        : gasUsed > call.gas
          ? 'INSUFFICIENT_GAS'
          : output[0] === RESERVED
            ? 'INVALID_CODE'
            : undefined;
    if (reason !== undefined) {
      return { outcome: { kind: 'halt', reason }, gasUsed: call.gas, output: NOTHING };
    }
    if (output.length > 0) this.resolve(() => state.setCode(call.to, output));
    return { ...ended, gasUsed };
  }

  /** Writes the final values of storage to the state, which is not read in between. */
  #flush(): void {
    const { state } = this.options;
    for (const [address, slots] of this.journal.storage()) {
      for (const [key, { value, isWritten }] of slots) {
        if (isWritten) this.resolve(() => state.setStorage(address, wordOf(key), wordOf(value)));
      }
    }
  }

  /** Resumes the caller, or ends it as well. */
  #return(call: Call, { outcome, gasUsed, output }: Ended): void {
    const frame = this.#frame();
    // If a call sends value to a contract that must not receive any, the ledger halts all its callers.
    if (outcome.kind === 'halt' && outcome.reason === 'INVALID_CONTRACT_ID') {
      this.#finish(frame, outcome);
      return;
    }
    const isSuccess = outcome.kind === 'success';
    frame.gas += call.gas - gasUsed;
    if (call.isCreate) {
      frame.returnData = outcome.kind === 'revert' ? output : NOTHING;
      frame.replace(frame.takes, isSuccess ? BigInt(`0x${call.to}`) : 0n);
    } else {
      frame.returnData = outcome.kind === 'halt' ? NOTHING : output;
      const size = Math.min(call.outSize, frame.returnData.length);
      if (size > 0) frame.memory.bytes.set(frame.returnData.subarray(0, size), call.out);
      frame.replace(frame.takes, isSuccess ? 1n : 0n);
    }
    this.#phase = 'run';
  }
}

function callFrame(call: Call, { outcome, gasUsed, output }: Ended): CallFrame {
  const to = call.isCreate ? (outcome.kind === 'success' ? call.to : undefined) : call.codeAddress;
  return {
    index: call.index,
    depth: call.depth,
    type: call.type,
    from: call.from,
    to,
    isSystem: call.isSystem,
    isPrecompiled: call.isPrecompiled,
    ranCode: call.ranCode,
    value: call.isDelegate ? 0n : call.value,
    gas: BigInt(call.gas),
    gasUsed: BigInt(gasUsed),
    input: call.data.slice(),
    output: outcome.kind === 'halt' ? NOTHING : output,
    outcome,
  };
}
