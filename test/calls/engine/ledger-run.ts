import { createEngine } from '@tain/evm/engine';
import type { Engine, ExecutionOptions, ExecutionResult, Message } from '@tain/evm/execution';
import type { LedgerVersion } from '@tain/evm/profiles';
import { longZeroHex } from '@tain/ledger/evm-address';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { LedgerEngineState } from '../../../src/calls/state/engine-state.ts';
import { LedgerOverlay } from '../../../src/calls/state/ledger-overlay.ts';
import { type MemoryLedger, memoryReader } from '../memory-reader.ts';

/** Numbers of the calling account, of the called contract, and of an account with an alias. */
export const CALLER = 1500n;
export const CONTRACT = 2000n;
export const ALIASED = 1600n;
export const ALIAS = 'ab'.repeat(20);
/** Addresses without an entity. */
export const MISSING_ALIAS = 'cd'.repeat(20);
export const MISSING = longZeroHex(9999n);
export const TOKEN = 3000n;
export const SCHEDULE = 3001n;

const engines = new Map<LedgerVersion, Engine>();

export function engineOf(version: LedgerVersion): Engine {
  const engine = engines.get(version) ?? createEngine(version);
  engines.set(version, engine);
  return engine;
}

export interface LedgerCase {
  readonly version?: LedgerVersion;
  /** Operations or bytes of the called contract. */
  readonly code: string | Uint8Array;
  readonly ledger?: MemoryLedger;
  /** Code of further contracts. */
  readonly contracts?: Readonly<Record<string, string>>;
  readonly message?: Partial<Message>;
  readonly options?: Partial<ExecutionOptions>;
  readonly minimumBalance?: bigint;
  /** Called with the state, for objects that a test created before. */
  readonly onOverlay?: (overlay: LedgerOverlay) => void;
}

export interface LedgerRun {
  readonly result: ExecutionResult;
  readonly overlay: LedgerOverlay;
  readonly state: LedgerEngineState;
}

/** Calls the contract on a small ledger. */
export async function runLedger(test: LedgerCase): Promise<LedgerRun> {
  const { code, ledger = {}, contracts = {} } = test;
  const others = Object.entries(contracts).map(([id, text]) => [BigInt(id), assemble(text)] as const);
  const overlay = new LedgerOverlay(
    memoryReader({
      ...ledger,
      accounts: [
        { id: CALLER, balance: 1_000_000n, nonce: 1n },
        { id: ALIASED, evmAddress: ALIAS, balance: 77n },
        { id: CONTRACT, type: 'CONTRACT', nonce: 1n, balance: 500n },
        { id: 98n, balance: 4n },
        { id: 800n, balance: 5n, type: 'CONTRACT', nonce: 1n },
        ...others.map(([id]) => ({ id, type: 'CONTRACT' as const, nonce: 1n })),
        ...(ledger.accounts ?? []),
      ],
      tokens: [{ id: TOKEN }, ...(ledger.tokens ?? [])],
      schedules: [{ id: SCHEDULE }],
      code: new Map([
        [CONTRACT, typeof code === 'string' ? assemble(code) : code],
        [800n, assemble('STOP')],
        ...others,
      ]),
    }),
    { idGap: 0n },
  );
  test.onOverlay?.(overlay);
  const state = new LedgerEngineState(overlay, {
    ...(test.minimumBalance === undefined ? {} : { minimumBalance: test.minimumBalance }),
  });
  const result = await engineOf(test.version ?? 'v0.67').run(
    {
      from: longZeroHex(CALLER),
      to: longZeroHex(CONTRACT),
      data: new Uint8Array(),
      value: 0n,
      gas: 1_000_000n,
      gasPrice: 85n,
      ...test.message,
    },
    {
      state,
      block: {
        number: 1000n,
        timestamp: 1_700_000_000n,
        coinbase: longZeroHex(98n),
        gasLimit: 1_000_000n,
        baseFee: 0n,
        prevRandao: 'aa'.repeat(32),
        chainId: 298n,
        blockHash: async (number) => (number < 5n ? '0' : number.toString(16)).padStart(64, '0'),
      },
      ...test.options,
    },
  );
  return { result, overlay, state };
}

/** Returns the output as a number. */
export function wordOf(result: ExecutionResult): bigint {
  return BigInt(`0x${Buffer.from(result.output).toString('hex') || '0'}`);
}
