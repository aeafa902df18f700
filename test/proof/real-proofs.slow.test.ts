import { describe } from 'vitest';
import { sharedDir } from '../shared.ts';
import { proveChain } from './prove-chain.ts';

/** Real blocks, which are outside of the project. Skipped without them. */
const CHAINS = [
  { chain: 'hapi-0.73-tss-wraps', numbers: [0, 1, 2, 3, 4, 467] },
  { chain: 'hapi-0.78-tss-schnorr', numbers: [0, 1, 2, 3, 4, 5] },
  { chain: 'hapi-0.78-tss-wraps', numbers: [0] },
];

describe.skipIf(sharedDir === null).each(CHAINS)('real blocks of $chain', (named) => {
  proveChain(named, false);
});
