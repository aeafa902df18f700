import { createEngine } from '@tain/evm/engine';
import type { Engine } from '@tain/evm/execution';
import { type LedgerVersion, profileOf } from '@tain/evm/profiles';
import { tinybarsOf } from '@tain/ledger/exchange-rates';
import { LedgerEngineState } from '../state/engine-state.ts';
import { TOKEN_SERVICE, TOKEN_SERVICE_V2 } from '../system/environment.ts';
import { PRICE } from '../system/gas.ts';
import { systemContracts } from '../system/system-contracts.ts';
import type { CallWorld, LedgerEngine } from './call-world.ts';

export interface LedgerEngineSettings {
  /** Id of the network's ledger, of one byte. */
  readonly ledgerId: Uint8Array;
  /** Whether 0x16c also answers as the token service. */
  readonly tokenServiceV2: boolean;
}

const engines = new Map<LedgerVersion, Engine>();

function engineOf(version: LedgerVersion): Engine {
  let engine = engines.get(version);
  if (engine === undefined) {
    engine = createEngine(version);
    engines.set(version, engine);
  }
  return engine;
}

/** Creates the engine of a version of the ledger's EVM, with the ledger's own contracts. */
export function makeLedgerEngine(
  version: LedgerVersion,
  { ledgerId, tokenServiceV2 }: LedgerEngineSettings,
): LedgerEngine {
  const tokenServices = tokenServiceV2 ? [TOKEN_SERVICE, TOKEN_SERVICE_V2] : [TOKEN_SERVICE];
  return {
    engine: engineOf(version),
    callsMissing: !profileOf(version).haltsOnMissing,
    engineState: (state, { network }, minimumBalance) =>
      new LedgerEngineState(state, { ...network, minimumBalance }),
    options: (state, world, { minimumBalance, childFailed }) => ({
      systemContracts: systemContracts({
        state,
        network: world.network,
        ledgerId,
        rate: world.rate,
        gasPrice: world.gasPrice,
        now: world.now,
        minimumAccountBalance: minimumBalance,
        tokenServices,
        childFailed,
      }),
      // The engine passes value on to the token service, which itself refuses it for methods that create no token.
      takesValue: (address) => tokenServices.includes(address),
      hollowAccountGas: async () => hollowAccountGas(world),
    }),
  };
}

/** Returns the fee of an account's creation, in gas (contract-calls facts, 2.5). */
function hollowAccountGas({ rate, gasPrice }: CallWorld): bigint {
  const tinybars = tinybarsOf(PRICE.accountCreate, rate);
  return tinybars === undefined || gasPrice === 0n ? 0n : tinybars / gasPrice;
}
