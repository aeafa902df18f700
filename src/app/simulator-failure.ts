import { SimulatorError } from '@tain/network-simulator/simulator-error';
import { Failure } from '../kernel/failure.ts';

/** What the network simulator throws, as a failure of this program. */
export function simulatorFailure(error: unknown): unknown {
  return error instanceof SimulatorError ? new Failure('usage', error.message, { cause: error }) : error;
}
