import { SimulatorError } from '@tain/network-simulator/simulator-error';
import { Failure } from '../kernel/failure.ts';

/** Turns an error of the network simulator into a `Failure`. */
export function simulatorFailure(error: unknown): unknown {
  return error instanceof SimulatorError ? new Failure('usage', error.message, { cause: error }) : error;
}
