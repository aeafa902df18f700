import type { CodeRequest, CodeResult, CodeState, RunCode } from '@tain/network-simulator/ledger/run-code';
import type { CallFrame, Engine, EngineState, SystemContract } from '../evm/engine/execution.ts';
import { longZeroHex } from '../kernel/evm-address.ts';
import { FEE_ACCOUNT } from '../ledger/system-accounts.ts';

/** The version of the ledger's EVM that the demo network has. */
const VERSION = 'v0.67';
const ZEROS = '0'.repeat(64);
const COINBASE = longZeroHex(FEE_ACCOUNT);

let engine: Promise<Engine> | undefined;

/** Loaded with the first code that runs: a process that runs none does without. */
function load(): Promise<Engine> {
  engine ??= import('../evm/engine/engine.ts').then(({ createEngine }) => createEngine(VERSION));
  return engine;
}

/** Runs contract code for the demo network. */
export const demoEngine: RunCode = async (request) => {
  const { message, blockNumber, timestamp, chainId } = request;
  const frames: CallFrame[] = [];
  const { createAt, ...rest } = message;
  const result = await (await load()).run(createAt === undefined ? rest : { ...rest, createAt }, {
    state: engineState(request.state),
    block: {
      number: blockNumber,
      timestamp,
      coinbase: COINBASE,
      gasLimit: request.gasLimit,
      baseFee: 0n,
      prevRandao: ZEROS,
      chainId,
      blockHash: async () => ZEROS,
    },
    systemContracts: systemContracts(request),
    watchers: {
      frame: (frame) => {
        frames[frame.index] = frame;
      },
    },
  });
  if (result.destroyed.length > 0) throw new Error('no contract of the demo network destroys itself');
  const { outcome, gasUsed, gasRefund, output, logs } = result;
  return { outcome, gasUsed, gasRefund, output, logs, frames } satisfies CodeResult;
};

/** The state as the engine asks for it. Tokens and schedules have no code on the demo network. */
function engineState(state: CodeState): EngineState {
  return {
    account: async (address) => state.account(address),
    setAccount: async (address, { nonce, balance }) => state.setAccount(address, nonce, balance),
    async deleteAccount(address) {
      throw new Error(`the demo network deletes no account such as ${address}`);
    },
    code: async (address) => state.code(address),
    setCode: async (address, code) => state.setCode(address, code),
    storage: async (address, slot) => state.storage(address, slot),
    originalStorage: async (address, slot) => state.originalStorage(address, slot),
    setStorage: async (address, slot, value) => state.setStorage(address, slot, value),
    // A new contract finds nothing stored: its number is new.
    clearStorage: async () => {},
    checkpoint: async () => state.checkpoint(),
    commit: async () => state.commit(),
    revert: async () => state.revert(),
    ledger: {
      async kind(address) {
        const account = state.account(address);
        if (account === undefined) return 'missing';
        return account.hasCode ? 'contract' : 'account';
      },
      visibleBalance: async (address) => state.account(address)?.balance ?? 0n,
      callCode: async (address) => state.code(address),
      async createHollow(address) {
        throw new Error(`no contract of the demo network sends to ${address}, where nobody is`);
      },
      logAddress: async (address) => state.longZeroOf(address),
      ownsTokens: async () => false,
    },
  };
}

function systemContracts({ systemContracts: contracts }: CodeRequest): ReadonlyMap<string, SystemContract> {
  const adapted = new Map<string, SystemContract>();
  for (const [address, contract] of contracts) {
    adapted.set(address, async ({ sender, input, gas }) => {
      const answer = contract({ sender, input, gas });
      if (answer !== undefined) return { ...answer, outcome: { kind: 'success' } };
      const reason = 'ERROR_DECODING_PRECOMPILE_INPUT';
      return { outcome: { kind: 'halt', reason }, gasUsed: gas, output: new Uint8Array() };
    });
  }
  return adapted;
}
