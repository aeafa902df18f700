import { EVMError, type ExecResult, type PrecompileInput } from '@ethereumjs/evm';
import { haltError } from './halt-reason.ts';
import { evmOfPrecompile } from './library-inside.ts';
import type { Execution } from './operation.ts';
import type { Precompile } from './precompiles/precompile.ts';
import { hasPrecompile, PRECOMPILES } from './precompiles/table.ts';
import type { Profile } from './profiles.ts';

const NOTHING = new Uint8Array(0);

/** The table of precompiled contracts as the library takes it: ours, and without those that the profile does not have. */
export function libraryPrecompiles(profile: Profile) {
  return PRECOMPILES.flatMap((entry) => {
    const address = `0x${entry.address}` as const;
    const { implementation } = entry;
    // An address alone takes away what is there.
    if (!hasPrecompile(profile, entry)) return [{ address }];
    if (implementation === 'library') return [];
    return [{ address, function: (input: PrecompileInput) => execute(implementation, input) }];
  });
}

async function execute(precompile: Precompile, input: PrecompileInput): Promise<ExecResult> {
  const { data, gasLimit } = input;
  const { clock } = evmOfPrecompile(input) as Execution;
  const gas = precompile.gas(data);
  if (gas === undefined) return failed(gasLimit, haltError('PRECOMPILE_ERROR'));
  if (gas > gasLimit) return failed(gasLimit, new EVMError(EVMError.errorMessages.OUT_OF_GAS));
  await precompile.prepare?.();
  const run = precompile.run(data);
  for (;;) {
    const step = run.next();
    if (step.done === true) {
      if (step.value === undefined) return failed(gasLimit, haltError('PRECOMPILE_ERROR'));
      return { executionGasUsed: gas, returnValue: step.value };
    }
    if (clock.isDue()) await clock.check();
  }
}

function failed(gasLimit: bigint, exceptionError: EVMError): ExecResult {
  return { executionGasUsed: gasLimit, returnValue: NOTHING, exceptionError };
}
