import { describe } from 'vitest';
import { sharedDir } from '../shared.ts';
import { proveChain } from './prove-chain.ts';

/** Real blocks, which are outside of the project. Skipped without them. The slow suite has all of them. */
const CHAINS = [
  { chain: 'hapi-0.73-tss-wraps', numbers: [0, 467] },
  { chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] },
];

describe.skipIf(sharedDir === null).each(CHAINS)('real blocks of $chain', (named) => {
  proveChain(named, true);
});
