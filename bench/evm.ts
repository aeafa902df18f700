// `npm run bench:evm`: Mgas a second of the engine for a keccak loop, an ERC-20-like transfer and an arithmetic loop,
// by time of the processor, measured in turn so that
// load of the machine meets all alike; and what a watcher of steps costs.
import { createEngine } from '../src/evm/engine/engine.ts';
import type { ExecutionOptions, Watchers } from '../src/evm/engine/execution.ts';
import { LedgerEngineState } from '../src/evm/state/engine-state.ts';
import { LedgerOverlay } from '../src/evm/state/ledger-overlay.ts';
import { longZeroHex } from '../src/kernel/evm-address.ts';
import { assemble } from '../test/evm/engine/assembly.ts';
import { memoryReader } from '../test/evm/memory-reader.ts';

const ROUNDS = 3;
const CALLER = 1500n;
const CONTRACT = 2000n;

/** Slot of a balance: `keccak256(address, 0)`, as Solidity has it. */
const balanceSlot = (address: string) => `${address} 0 MSTORE 0 32 MSTORE 64 0 KECCAK256`;
const MANY = 500;

const CODES: Readonly<Record<string, { code: string; gas: bigint; times: number }>> = {
  'keccak loop': { code: 'JUMPDEST 32 0 KECCAK256 0 MSTORE 0 JUMP', gas: 500_000n, times: 1 },
  'arithmetic loop': {
    code: '7 JUMPDEST DUP1 3 MUL 5 ADD 0xffffffffffffffff AND SWAP1 POP 2 JUMP',
    gas: 3_000_000n,
    times: 1,
  },
  'ERC-20 transfer': {
    code: [
      `${balanceSlot('CALLER')} DUP1 SLOAD 1 SWAP1 SUB SWAP1 SSTORE`,
      `${balanceSlot('4 CALLDATALOAD')} DUP1 SLOAD 1 ADD SWAP1 SSTORE`,
      `7 0 MSTORE 4 CALLDATALOAD 32 0 LOG1 1 0 MSTORE 32 0 RETURN`,
    ].join(' '),
    gas: 100_000n,
    times: MANY,
  },
};

const options: Omit<ExecutionOptions, 'state'> = {
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
};
const engine = createEngine('v0.67');
const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, { code, gas, times }] of Object.entries(CODES)) {
    await measure(name, assemble(code), gas, times, {});
    await measure(`${name}, watched`, assemble(code), gas, Math.max(1, times / 10), { step: () => {} });
  }
}
for (const [name, rate] of best) console.log(`${name.padEnd(32)} ${rate.toFixed(1).padStart(8)}`);

async function measure(name: string, code: Uint8Array, gas: bigint, times: number, watchers: Watchers) {
  const reader = memoryReader({
    accounts: [{ id: CALLER }, { id: CONTRACT, type: 'CONTRACT', nonce: 1n }],
    code: new Map([[CONTRACT, code]]),
  });
  let used = 0n;
  const begin = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    const state = new LedgerEngineState(new LedgerOverlay(reader));
    const data = new Uint8Array(68).fill(9);
    const { gasUsed } = await engine.run(
      {
        from: longZeroHex(CALLER),
        to: longZeroHex(CONTRACT),
        data,
        value: 0n,
        gas,
        gasPrice: 0n,
      },
      { ...options, state, watchers },
    );
    used += gasUsed;
  }
  const { user, system } = process.cpuUsage(begin);
  const seconds = (user + system) / 1e6;
  const rate = Number(used) / 1e6 / seconds;
  keepBest(`${name}, Mgas/s`, rate);
  if (times === MANY) keepBest(`${name}, calls/s`, times / seconds);
}

function keepBest(name: string, rate: number): void {
  best.set(name, Math.max(best.get(name) ?? 0, rate));
}
