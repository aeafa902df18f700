import { accountOperations } from './account-operations.ts';
import { CALL_OPERATIONS } from './call-operations.ts';
import { OutOfTime } from './clock.ts';
import type { Engine, ExecutionOptions, ExecutionResult, Message } from './execution.ts';
import { haltOf } from './halt.ts';
import { calldataFloorGas, chargedIntrinsicGas } from './intrinsic-gas.ts';
import { type Ended, Machine } from './machine.ts';
import { MEMORY_OPERATIONS } from './memory-operations.ts';
import type { Operation } from './operation.ts';
import { hasPrecompile, PRECOMPILES } from './precompiles/table.ts';
import { type Profile, type ProfileName, profileOf } from './profiles.ts';
import { STORAGE_OPERATIONS } from './storage-operations.ts';

const INVALID = haltOf('INVALID_OPERATION');

/**
 * Returns the operations of a profile, by opcode, that are not in the loop itself: those of Cancun that the profile
 * has.
 */
function operationsOf(profile: Profile): readonly Operation[] {
  const operations = new Array<Operation>(256).fill(() => {
    throw INVALID;
  });
  operations[0x00] = () => 'stop';
  for (const [opcode, operation] of [
    ...MEMORY_OPERATIONS,
    ...STORAGE_OPERATIONS,
    ...CALL_OPERATIONS,
    ...accountOperations(profile),
  ]) {
    if (!profile.missingOpcodes.includes(opcode)) operations[opcode] = operation;
  }
  return operations;
}

const NOTHING = new Uint8Array(0);

/** Returns the engine for a profile. It has no state between executions, which may run concurrently. */
export function createEngine(name: ProfileName): Engine {
  const profile = profileOf(name);
  const operations = operationsOf(profile);
  const precompiles = new Map(
    PRECOMPILES.filter((entry) => hasPrecompile(profile, entry)).map(({ address, implementation }) => [
      address,
      implementation,
    ]),
  );
  const idle: Machine[] = [];
  return {
    async run(message, options) {
      if (profile.isLedger && options.state.ledger === undefined) {
        throw new Error(`profile ${name} needs a state of the ledger`);
      }
      const machine = idle.pop() ?? new Machine(profile, operations, precompiles);
      try {
        return await runOn(machine, profile, message, options);
      } finally {
        machine.release();
        idle.push(machine);
      }
    },
    intrinsicGas: ({ to, data }) => chargedIntrinsicGas(data, to === undefined),
    floorGas: ({ data }) => (profile.hasCalldataFloor ? calldataFloorGas(data) : 0n),
  };
}

async function runOn(
  machine: Machine,
  profile: Profile,
  message: Message,
  options: ExecutionOptions,
): Promise<ExecutionResult> {
  machine.prepare(message, options);
  warm(machine, profile, message, options);
  try {
    const { ended, created } = await machine.execute(message);
    return await resultOf(machine, profile, message, options, ended, created);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return {
      outcome: { kind: 'halt', reason: 'TIMEOUT' },
      gasUsed: message.gas,
      gasRefund: 0n,
      output: NOTHING,
      logs: [],
      created: undefined,
      destroyed: [],
      touched: [],
    };
  }
}

/**
 * Makes addresses and slots warm (EIP-2929, EIP-2930, EIP-3651). The ledger warms neither the coinbase nor the entries
 * of an access list.
 */
function warm(machine: Machine, profile: Profile, message: Message, options: ExecutionOptions): void {
  const { journal } = machine;
  journal.warm(message.from);
  if (message.to !== undefined) journal.warm(message.to);
  if (profile.isLedger) return;
  journal.warm(options.block.coinbase);
  for (const { address, slots } of message.accessList ?? []) {
    journal.warm(address);
    for (const slot of slots) machine.list(address, slot);
  }
}

async function resultOf(
  { journal }: Machine,
  profile: Profile,
  message: Message,
  { state: { ledger } }: ExecutionOptions,
  { outcome, gasUsed, output }: Ended,
  created: string,
): Promise<ExecutionResult> {
  const isSuccess = outcome.kind === 'success';
  const logs = await Promise.all(
    journal.logs.map(async (log) => ({
      ...log,
      address: (await ledger?.logAddress(log.address)) ?? log.address,
    })),
  );
  const destroyed = [...journal.destroyed].filter(
    (address) => !profile.destroysOnlyCreated || journal.created.has(address),
  );
  return {
    outcome,
    // Gas beyond the range of exact numbers is the whole limit.
    gasUsed: gasUsed >= Number.MAX_SAFE_INTEGER ? message.gas : BigInt(gasUsed),
    gasRefund: BigInt(journal.refund),
    output,
    logs,
    created: isSuccess && message.to === undefined ? created : undefined,
    destroyed,
    touched: [...journal.touched],
  };
}
