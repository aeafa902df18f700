import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM, type InterpreterStep } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import { createEngine } from '@tain/evm/engine';
import type { Watchers } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import { LedgerEngineState } from '../../src/calls/state/engine-state.ts';
import { LedgerOverlay } from '../../src/calls/state/ledger-overlay.ts';
import type { LedgerReader } from '../../src/calls/state/ledger-state.ts';
import { memoryReader } from '../../test/calls/memory-reader.ts';

/** An engine with contracts. Addresses and data are hex digits without a prefix. */
export interface World {
  /** Runs init code and returns the contract's address. Throws when it fails. */
  deploy(initCode: string): Promise<string>;
  /** Executes a transaction that changes the state. */
  send(to: string, data: string, gas: bigint): Promise<Ran>;
}

export interface Ran {
  readonly gas: bigint;
  readonly output: string;
  readonly isSuccess: boolean;
}

const CALLER = 1500n;
const FIRST_CONTRACT = 2000n;
const DEPLOY_GAS = 100_000_000n;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));

/** Tain's engine: each call has its own overlay over the state from before the call, as for calls over HTTP. */
export function tainWorld(): World & { watchedBy(watchers: Watchers): World['send'] } {
  const engine = createEngine('v0.67');
  const nothing = memoryReader({ accounts: [{ id: CALLER }] });
  const stored = new LedgerOverlay(nothing);
  const reader: LedgerReader = {
    ...nothing,
    idOfAlias: async (address) => stored.aliases.get(address),
    account: async (id) => stored.accounts.get(id),
    code: async (id) => stored.code.get(id),
    storage: async (id, slot) => stored.storage.get([id, slot]),
  };
  let next = FIRST_CONTRACT;
  const run = async (
    overlay: LedgerOverlay,
    { to, data, gas, createAt }: { to?: string; data: string; gas: bigint; createAt?: string },
    watchers: Watchers = {},
  ): Promise<Ran> => {
    const { gasUsed, output, outcome } = await engine.run(
      {
        from: longZeroHex(CALLER),
        to,
        data: bytes(data),
        value: 0n,
        gas,
        gasPrice: 0n,
        ...(createAt === undefined ? {} : { createAt }),
      },
      {
        state: new LedgerEngineState(overlay),
        watchers,
        block: {
          number: 1000n,
          timestamp: 1n,
          coinbase: longZeroHex(98n),
          gasLimit: 15_000_000n,
          baseFee: 0n,
          prevRandao: '0'.repeat(64),
          chainId: 298n,
          blockHash: async () => '0'.repeat(64),
        },
      },
    );
    return { gas: gasUsed, output: hex(output), isSuccess: outcome.kind === 'success' };
  };
  return {
    async deploy(initCode) {
      const address = longZeroHex(next);
      next += 1n;
      const { isSuccess } = await run(stored, { data: initCode, gas: DEPLOY_GAS, createAt: address });
      if (!isSuccess) throw new Error('a contract was not deployed');
      return address;
    },
    send: (to, data, gas) => run(new LedgerOverlay(reader), { to, data, gas }),
    watchedBy: (watchers) => (to, data, gas) => run(new LedgerOverlay(reader), { to, data, gas }, watchers),
  };
}

/** Fields of a library's step that a trace shows. */
export interface PlainStep {
  readonly pc: number;
  readonly op: string;
  readonly gas: bigint;
  readonly gasCost: bigint;
  readonly depth: number;
  readonly stack: readonly bigint[];
}

/** Plain `@ethereumjs/evm`, with its own in-memory state. */
export async function plainWorld(): Promise<
  World & { watchedBy(tell: (step: PlainStep) => void): World['send'] }
> {
  const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Cancun });
  const evm: EVM = await createEVM({ common, allowUnlimitedInitCodeSize: true });
  const caller = createAddressFromString(`0x${longZeroHex(CALLER)}`);
  const call = async (to: string | undefined, data: string, gasLimit: bigint) => {
    const result = await evm.runCall({
      caller,
      gasLimit,
      data: bytes(data),
      skipBalance: true,
      ...(to === undefined ? {} : { to: createAddressFromString(`0x${to}`) }),
    });
    await evm.journal.cleanup();
    evm.stateManager.originalStorageCache.clear();
    return result;
  };
  const send: World['send'] = async (to, data, gas) => {
    const { execResult } = await call(to, data, gas);
    return {
      gas: execResult.executionGasUsed,
      output: hex(execResult.returnValue),
      isSuccess: execResult.exceptionError === undefined,
    };
  };
  return {
    async deploy(initCode) {
      const { createdAddress, execResult } = await call(undefined, initCode, DEPLOY_GAS);
      if (createdAddress === undefined || execResult.exceptionError) {
        throw new Error('a contract was not deployed');
      }
      return createdAddress.toString().slice(2);
    },
    send,
    watchedBy: (tell) => async (to, data, gas) => {
      const step = ({ pc, opcode, gasLeft, depth, stack }: InterpreterStep, next?: () => void) => {
        tell({ pc, op: opcode.name, gas: gasLeft, gasCost: BigInt(opcode.fee), depth, stack });
        next?.();
      };
      evm.events?.on('step', step);
      try {
        return await send(to, data, gas);
      } finally {
        evm.events?.off('step', step);
      }
    },
  };
}
