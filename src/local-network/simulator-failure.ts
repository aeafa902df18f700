import { SimulatorError } from '@tain/network-simulator/simulator-error';
import { Failure } from '../kernel/failure.ts';

/** Converts an error of the network simulator to a `Failure`. */
export function simulatorFailure(error: unknown): unknown {
  return error instanceof SimulatorError ? new Failure('usage', error.message, { cause: error }) : error;
}
