import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { Account, createAddressFromString } from '@ethereumjs/util';
import type { Watchers } from '@tain/evm/execution';
import { longZeroHex } from '@tain/ledger/evm-address';
import fc from 'fast-check';
import { expect } from 'vitest';
import { assemble } from '../../../packages/evm/test/assembly.ts';
import { executeCall } from '../../../src/calls/call/execute-call.ts';
import { makeLedgerEngine } from '../../../src/calls/call/ledger-engine.ts';
import { memoryReader } from '../memory-reader.ts';
import {
  FORWARDER,
  FORWARDER_NUM,
  type PectraProgram,
  pectraProgram,
  SLOTS,
  USED_SLOT,
} from './pectra-programs.ts';

const [CALLER, PROGRAM] = [1500n, 2000n];
const forwarder = assemble(FORWARDER);
const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Prague });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const bytes = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));
const addressOf = (num: bigint) => createAddressFromString(`0x${longZeroHex(num)}`);

/** Storage of the program before the transaction. */
const BEFORE: ReadonlyMap<number, string> = new Map([
  ...Array.from({ length: SLOTS }, (_, slot) => [slot, word(0)] as const),
  [USED_SLOT, word(1)],
]);

interface End {
  readonly status: 'refused' | 'success' | 'revert' | 'halt';
  readonly output: string;
  readonly gasUsed: bigint;
}

/** Returns the gas of calldata by EIP-2028, and the floor of EIP-7623. */
function calldataGas(data: Uint8Array): { readonly intrinsic: bigint; readonly floor: bigint } {
  const zeros = BigInt(data.filter((byte) => byte === 0).length);
  const others = BigInt(data.length) - zeros;
  return { intrinsic: 21_000n + 4n * zeros + 16n * others, floor: 21_000n + 10n * (zeros + 4n * others) };
}

/** Runs a program as a transaction of Ethereum. `slots`: storage after a success, otherwise empty. */
async function prague({ code, data, gas }: PectraProgram): Promise<{ end: End; slots: Map<number, string> }> {
  const { intrinsic, floor } = calldataGas(data);
  const slots = new Map<number, string>();
  if (gas < intrinsic || gas < floor) return { end: { status: 'refused', output: '', gasUsed: 0n }, slots };
  const evm = await createEVM({ common });
  const { stateManager: state } = evm;
  await state.putAccount(addressOf(CALLER), new Account(0n, 10n ** 18n));
  for (const [num, runs] of [
    [PROGRAM, code],
    [BigInt(FORWARDER_NUM), forwarder],
  ] as const) {
    await state.putAccount(addressOf(num), new Account(1n, 0n));
    await state.putCode(addressOf(num), runs);
  }
  await state.putStorage(addressOf(PROGRAM), bytes(word(USED_SLOT)), Uint8Array.of(1));
  for (let precompile = 1n; precompile <= 0x11n; precompile += 1n)
    evm.journal.addAlwaysWarmAddress(longZeroHex(precompile));
  for (const warm of [CALLER, PROGRAM]) evm.journal.addAlwaysWarmAddress(longZeroHex(warm));
  const { execResult } = await evm.runCall({
    caller: addressOf(CALLER),
    to: addressOf(PROGRAM),
    gasLimit: gas - intrinsic,
    data,
  });
  const error = execResult.exceptionError?.error;
  const status = error === undefined ? 'success' : error === 'revert' ? 'revert' : 'halt';
  if (status === 'success') {
    for (const slot of BEFORE.keys()) {
      const value = await state.getStorage(addressOf(PROGRAM), bytes(word(slot)));
      slots.set(slot, hex(value).padStart(64, '0'));
    }
  }
  const used = intrinsic + execResult.executionGasUsed;
  const refund = status === 'success' ? (execResult.gasRefund ?? 0n) : 0n;
  const charged = used - (refund < used / 5n ? refund : used / 5n);
  return {
    end: {
      status,
      output: status === 'halt' ? '' : hex(execResult.returnValue),
      gasUsed: charged < floor ? floor : charged,
    },
    slots,
  };
}

/** Runs a program as a call of the ledger under v0.70. */
async function ledger({ code, data, gas }: PectraProgram, watchers: Watchers): Promise<End> {
  const reader = memoryReader({
    accounts: [
      { id: CALLER, balance: 1_000_000n, nonce: 1n },
      { id: PROGRAM, type: 'CONTRACT', nonce: 1n },
      { id: BigInt(FORWARDER_NUM), type: 'CONTRACT', nonce: 1n },
    ],
    code: new Map([
      [PROGRAM, code],
      [BigInt(FORWARDER_NUM), forwarder],
    ]),
    storage: { [`${PROGRAM},${word(USED_SLOT)}`]: word(1) },
  });
  const { status, isRevert, output, gasUsed } = await executeCall(
    { from: longZeroHex(CALLER), to: longZeroHex(PROGRAM), data, value: 0n, gas },
    {
      network: { shard: 0n, realm: 0n },
      chainId: 298n,
      block: {
        number: 1n,
        hash: '11'.repeat(48),
        consensusStart: 1n,
        consensusEnd: 2n,
        version: 6,
        hapi: null,
      },
      now: 2n,
      reader,
      blockHash: async () => undefined,
      gasPrice: 71n,
      rate: { hbars: 1n, cents: 12n, expires: null },
      ledgerEngine: makeLedgerEngine('v0.70', { ledgerId: Uint8Array.of(3), tokenServiceV2: false }),
      validatesPayers: false,
    },
    { deadline: Date.now() + 600_000, signal: { aborted: false } },
    watchers,
  );
  return {
    status:
      output === undefined ? 'refused' : status === 'SUCCESS' ? 'success' : isRevert ? 'revert' : 'halt',
    output: hex(output ?? new Uint8Array()),
    gasUsed,
  };
}

/** Number of programs by their outcome, and of those that were charged the floor of EIP-7623. */
export type Ends = Readonly<Record<End['status'] | 'floor', number>>;

/**
 * Runs random transactions over the precompiles 0x0b to 0x11 (EIP-2537) by v0.70 of the ledger's EVM, with and without
 * watchers, and by @ethereumjs/evm with the rules of Prague. Throws if success, output, storage or gas differ.
 */
export async function comparePrograms(count: number): Promise<Ends> {
  const ends = { refused: 0, success: 0, revert: 0, halt: 0, floor: 0 };
  await fc.assert(
    fc.asyncProperty(pectraProgram, async (program) => {
      const { end, slots } = await prague(program);
      const what = `${hex(program.code)} ${hex(program.data)}`;
      expect(await ledger(program, {}), what).toEqual(end);
      const stored = new Map([...BEFORE].filter(([slot]) => slots.has(slot)));
      const watched = await ledger(program, {
        step: () => undefined,
        storage: (_, slot, value, isWritten) => {
          if (isWritten && slots.size > 0) stored.set(Number(`0x${slot}`), value);
        },
      });
      expect(watched, what).toEqual(end);
      expect(stored, what).toEqual(slots);
      ends[end.status] += 1;
      if (end.gasUsed === calldataGas(program.data).floor) ends.floor += 1;
    }),
    { numRuns: count },
  );
  return ends;
}
