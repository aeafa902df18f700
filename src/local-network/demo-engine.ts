import type {
  CallFrame,
  Engine,
  EngineState,
  ExecutionResult,
  SystemContract,
  SystemResult,
} from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { FEE_ACCOUNT } from '@tain/ledger/network';
import {
  CodeHalt,
  type CodeRequest,
  type CodeResult,
  type CodeState,
  type SystemContract as DemoSystemContract,
  type RunCode,
} from '@tain/network-simulator/ledger/run-code';

/** Version of the ledger's EVM on the demo network. */
const VERSION = 'v0.70';
const COINBASE = longZeroHex(FEE_ACCOUNT);
const NOTHING = new Uint8Array(0);

/** Differs from a `SharedRead`, because it loads code rather than data. */
let engine: Promise<Engine> | undefined;

/** Loads the engine when the first contract runs, because a process without contracts does not need it. */
function load(): Promise<Engine> {
  engine ??= import('@tain/evm/engine').then(({ createEngine }) => createEngine(VERSION));
  return engine;
}

export const demoEngine: RunCode = async (request) => {
  const frames: CallFrame[] = [];
  const limit: Limit = { reached: undefined };
  const result = await runMessage(await load(), request, frames, limit).catch((error: unknown) => {
    if (limit.reached !== undefined) return haltedAt(request, limit.reached);
    throw error;
  });
  // An execution that was cut off has not reported the calls that were still open.
  const isWhole = frames[0] !== undefined;
  return { ...result, frames: isWhole ? frames : [outermost(request, result)] };
};

type Ended = Omit<CodeResult, 'frames'>;

/**
 * The ledger's limit that ended an execution. Recorded here because the library replaces some of the errors that the
 * state throws by its own.
 */
interface Limit {
  reached: string | undefined;
}

/** Runs `act`, and records the limit that it reaches. */
function within<T>(limit: Limit, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof CodeHalt) limit.reached = error.reason;
    throw error;
  }
}

async function runMessage(
  runner: Engine,
  request: CodeRequest,
  frames: CallFrame[],
  limit: Limit,
): Promise<Ended> {
  const { message, blockNumber, timestamp, chainId, hollowAccountGas } = request;
  const { createAt, ...rest } = message;
  const result: ExecutionResult = await runner.run(createAt === undefined ? rest : { ...rest, createAt }, {
    state: engineState(request.state, limit),
    block: {
      number: blockNumber,
      timestamp,
      coinbase: COINBASE,
      gasLimit: request.gasLimit,
      baseFee: 0n,
      prevRandao: request.random,
      chainId,
      blockHash: async (number) => request.blockHash(number),
    },
    systemContracts: systemContracts(request, limit),
    takesValue: (address, input) => request.takesValue?.(address, input) ?? false,
    hollowAccountGas: async () => hollowAccountGas,
    deadline: Date.now() + request.timeoutMs,
    watchers: {
      frame: (frame) => {
        frames[frame.index] = frame;
      },
    },
  });
  const { outcome, gasUsed, gasRefund, output, logs, destroyed } = result;
  return { outcome, gasUsed, gasRefund, output, logs, destroyed };
}

function haltedAt({ message }: CodeRequest, reason: string): Ended {
  const outcome = { kind: 'halt', reason } as const;
  return { outcome, gasUsed: message.gas, gasRefund: 0n, output: NOTHING, logs: [], destroyed: [] };
}

/** Returns the outermost call of an execution that was cut off. */
function outermost({ message }: CodeRequest, { outcome, gasUsed }: Ended): CodeResult['frames'][number] {
  const { from, to, value, gas, data } = message;
  return {
    depth: 0,
    type: to === undefined ? 'CREATE' : 'CALL',
    from,
    to,
    isSystem: false,
    isPrecompiled: false,
    value,
    gas,
    gasUsed,
    input: data,
    output: NOTHING,
    outcome,
  };
}

/** Adapts the state to the engine's interface. */
function engineState(state: CodeState, limit: Limit): EngineState {
  return {
    account: (address) => state.account(address),
    setAccount: (address, { nonce, balance }) =>
      within(limit, () => state.setAccount(address, nonce, balance)),
    // The caller deletes destroyed contracts once the fees are paid.
    deleteAccount: () => {},
    code: (address) => state.code(address),
    setCode: (address, code) => within(limit, () => state.setCode(address, code)),
    storage: (address, slot) => state.storage(address, slot),
    originalStorage: (address, slot) => state.originalStorage(address, slot),
    setStorage: (address, slot, value) => state.setStorage(address, slot, value),
    // A new contract has no storage: its number is new, or that of an account without code.
    clearStorage: () => {},
    checkpoint: () => state.checkpoint(),
    commit: () => state.commit(),
    revert: () => state.revert(),
    ledger: {
      kind: (address) => state.kind(address),
      visibleBalance: (address) => state.account(address)?.balance ?? 0n,
      callCode: (address, input) => state.callCode(address, input),
      createHollow: (address) => within(limit, () => state.createHollow(address)),
      logAddress: (address) => state.longZeroOf(address),
      ownsTokens: (address) => state.ownsTokens(address),
    },
  };
}

function systemContracts(
  { systemContracts: contracts }: CodeRequest,
  limit: Limit,
): ReadonlyMap<string, SystemContract> {
  return new Map([...contracts].map(([address, contract]) => [address, adapted(contract, limit)]));
}

function adapted(contract: DemoSystemContract, limit: Limit): SystemContract {
  return async (call): Promise<SystemResult> => {
    const answer = within(limit, () => contract(call));
    if (answer === undefined) {
      const reason = 'ERROR_DECODING_PRECOMPILE_INPUT';
      return { outcome: { kind: 'halt', reason }, gasUsed: call.gas, output: NOTHING };
    }
    const { output, gasUsed, reverts = false, logs = [] } = answer;
    return { outcome: { kind: reverts ? 'revert' : 'success' }, output, gasUsed, logs };
  };
}
