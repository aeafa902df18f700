import { EVMError, type ExecResult, type PrecompileInput } from '@ethereumjs/evm';
import { haltError } from './halt-reason.ts';
import type { Machine } from './operation.ts';
import { precompilesOf } from './precompiles/by-address.ts';
import type { Precompile } from './precompiles/precompile.ts';
import type { Profile } from './profiles.ts';

const NOTHING = new Uint8Array(0);

/** Our precompiled contracts as the library takes them, and without those that the profile does not have. */
export function libraryPrecompiles(profile: Profile) {
  const own = [...precompilesOf(profile)].map(([address, precompile]) => ({
    address: `0x${address}` as const,
    function: (input: PrecompileInput) => execute(precompile, input),
  }));
  const pointEvaluation = `0x${'0'.repeat(38)}0a` as const;
  return profile.hasPointEvaluation ? own : [...own, { address: pointEvaluation }];
}

async function execute(
  precompile: Precompile,
  { data, gasLimit, _EVM }: PrecompileInput,
): Promise<ExecResult> {
  const { clock } = _EVM as Machine;
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
