import { describe } from 'vitest';
import { sharedDir } from '../shared.ts';
import { proveChain } from './prove-chain.ts';

/** Real blocks, which are beside the project; skipped without them. All of them are in the slow suite. */
const CHAINS = [
  { chain: 'hapi-0.73-tss-wraps', numbers: [0, 467] },
  { chain: 'hapi-0.78-tss-schnorr', numbers: [0, 5] },
];

describe.skipIf(sharedDir === null).each(CHAINS)('real blocks of $chain', (named) => {
  proveChain(named, true);
});
