import { NETWORK, type NetworkDialect } from './network.ts';
import { executionErrorAnswer } from './network-problems.ts';

/**
 * Dialect of the routes that execute contracts: calls and traces. It is the dialect of the network, but each entry of
 * an error has `detail` and `data`.
 */
export const EXECUTION: NetworkDialect = { ...NETWORK, errorAnswer: executionErrorAnswer };
