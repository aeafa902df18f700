import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { type EVMResult, Message as LibraryMessage, paramsEVM } from '@ethereumjs/evm';
import { chargedIntrinsicGas } from '../../ledger/gas.ts';
import { OutOfTime } from './clock.ts';
import type { Engine, ExecutionOptions, ExecutionResult, HaltReason, Message } from './execution.ts';
import { isEvmError, outcomeOf } from './halt-reason.ts';
import { toHex, toLibraryAddress } from './hex.ts';
import { keccak256 } from './keccak.ts';
import { Machine } from './machine.ts';
import { operationsOf } from './operations.ts';
import { PRECOMPILES } from './precompiles/table.ts';
import { type Profile, type ProfileName, profileOf } from './profiles.ts';

const NOTHING = new Uint8Array(0);

/** The engine for a profile. It keeps no state between executions, which may run side by side. */
export function createEngine(name: ProfileName): Engine {
  const profile = profileOf(name);
  const common = commonOf(profile);
  const operations = operationsOf(profile, common);
  const idle: Machine[] = [];
  return {
    async run(message, options) {
      if (profile.isLedger && options.state.ledger === undefined) {
        throw new Error(`profile ${name} needs a state of the ledger`);
      }
      const machine = idle.pop() ?? new Machine(profile, common, operations);
      try {
        return await runOn(machine, profile, message, options);
      } finally {
        machine.release();
        idle.push(machine);
      }
    },
    intrinsicGas: ({ to, data }) => chargedIntrinsicGas(data, to === undefined),
  };
}

function commonOf(profile: Profile) {
  const common = createCustomCommon({}, Mainnet, {
    hardfork: Hardfork.Cancun,
    customCrypto: { keccak256 },
  });
  common.updateParams(paramsEVM);
  // The ledger does not keep 2300 gas back from SSTORE (EIP-2200, with Istanbul: EIP-1679).
  if (profile.isLedger) common.updateParams({ 1679: { sstoreSentryEIP2200Gas: -1 } });
  return common;
}

async function runOn(
  machine: Machine,
  profile: Profile,
  message: Message,
  options: ExecutionOptions,
): Promise<ExecutionResult> {
  const origin = toLibraryAddress(message.from);
  const run = new LibraryMessage({
    caller: origin,
    gasLimit: message.gas,
    ...(message.to === undefined ? {} : { to: toLibraryAddress(message.to) }),
    value: message.value,
    data: message.data,
    isStatic: message.isStatic ?? false,
    selfdestruct: new Map(),
    createdAddresses: new Set(),
    blobVersionedHashes: (message.blobHashes ?? []).map((hash) => `0x${hash}` as const),
  });
  machine.prepare(options, origin, message.gasPrice, message.createAt);
  warm(machine, profile, message, options);
  try {
    return await resultOf(await machine.execute(run), machine, profile, options);
  } catch (error) {
    if (error instanceof OutOfTime) return failed(message, 'TIMEOUT');
    const outcome = isEvmError(error) ? outcomeOf(error) : undefined;
    if (outcome?.kind === 'halt') return failed(message, outcome.reason);
    throw error;
  }
}

/** EIP-2929, EIP-2930, EIP-3651. The ledger warms neither the coinbase nor what an access list names. */
function warm(machine: Machine, profile: Profile, message: Message, options: ExecutionOptions): void {
  const { journal } = machine;
  for (const { address } of PRECOMPILES) journal.addAlwaysWarmAddress(address);
  journal.addAlwaysWarmAddress(message.from);
  if (message.to !== undefined) journal.addAlwaysWarmAddress(message.to);
  if (profile.isLedger) return;
  journal.addAlwaysWarmAddress(options.block.coinbase);
  for (const { address, slots } of message.accessList ?? []) {
    journal.addAlwaysWarmAddress(address);
    for (const slot of slots) journal.addAlwaysWarmSlot(address, slot);
  }
}

async function resultOf(
  { execResult, createdAddress }: EVMResult,
  machine: Machine,
  profile: Profile,
  options: ExecutionOptions,
): Promise<ExecutionResult> {
  const outcome = outcomeOf(execResult.exceptionError);
  const isSuccess = outcome.kind === 'success';
  const { ledger } = options.state;
  const logs = await Promise.all(
    (execResult.logs ?? []).map(async ([emitter, topics, data]) => {
      const address = toHex(emitter);
      return { address: (await ledger?.logAddress(address)) ?? address, topics: topics.map(toHex), data };
    }),
  );
  const destroyed = [...(execResult.selfdestruct?.keys() ?? [])].filter(
    (address) => !profile.destroysOnlyCreated || execResult.createdAddresses?.has(address) === true,
  );
  return {
    outcome,
    gasUsed: execResult.executionGasUsed,
    gasRefund: execResult.gasRefund ?? 0n,
    output: outcome.kind === 'halt' ? NOTHING : execResult.returnValue,
    logs: isSuccess ? logs : [],
    created: isSuccess && createdAddress !== undefined ? toHex(createdAddress.bytes) : undefined,
    destroyed: isSuccess ? destroyed.map((address) => address.slice(2)) : [],
    touched: machine.touched(),
  };
}

function failed(message: Message, reason: HaltReason): ExecutionResult {
  return {
    outcome: { kind: 'halt', reason },
    gasUsed: message.gas,
    gasRefund: 0n,
    output: NOTHING,
    logs: [],
    created: undefined,
    destroyed: [],
    touched: [],
  };
}
