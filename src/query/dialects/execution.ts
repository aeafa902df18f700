import { NETWORK, type NetworkDialect } from './network.ts';
import { executionErrorAnswer } from './network-problems.ts';

/**
 * The dialect of what executes contracts: calls and traces. As that of the network, but each entry of an error has
 * `detail` and `data`.
 */
export const EXECUTION: NetworkDialect = { ...NETWORK, errorAnswer: executionErrorAnswer };
