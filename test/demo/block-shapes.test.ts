import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { sharedDir } from '../shared.ts';
import { BlockMessages } from './block-shapes.ts';

/** Shapes of real blocks that the demo network's blocks lack, with the reason. */
const EXCLUDED: Readonly<Record<string, readonly string[]>> = {
  'its proofs are mocks; readers of real ones are tested with real ones': ['blockProof.blockStateProof'],
  'it sets up no threshold signature: keys, votes and constructions of hinTS, histories and WRAPS': [
    'state 37 mapUpdate hintsPartyIdKey hintsKeySetValue',
    'state 38 singletonUpdate  hintsConstructionValue',
    'state 39 singletonUpdate  hintsConstructionValue',
    'state 40 mapUpdate preprocessingVoteIdKey preprocessingVoteValue',
    'state 42 singletonUpdate  bytesValue',
    'state 43 mapUpdate nodeIdKey proofKeySetValue',
    'state 44 singletonUpdate  historyProofConstructionValue',
    'state 45 singletonUpdate  historyProofConstructionValue',
    'state 47 mapDelete constructionNodeIdKey ',
    'state 47 mapUpdate constructionNodeIdKey historyProofVoteValue',
    'state 48 singletonUpdate  crsStateValue',
    'state 49 mapUpdate nodeIdKey crsPublicationValue',
    'state 54 mapUpdate constructionNodeIdKey wrapsMessageHistoryValue',
    'state 58 singletonUpdate  bytesValue',
  ],
  'its roster is empty, because its nodes do not gossip': ['state 28 mapUpdate protoBytesKey rosterValue'],
};

/** Timeout for writing a stream and reading all real blocks. */
const TIMEOUT_MS = 120_000;

describe.skipIf(sharedDir === null)('the blocks of the demo network and those of ../shared', () => {
  let dir: string;
  let real: ReadonlySet<string>;
  let demo: ReadonlySet<string>;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'tain-'));
    await writeDemo({ dir, seed: 11, tps: 60, blocks: 12, cutover: 0, runCode: demoEngine });
    const messages = new BlockMessages(`${sharedDir}/reference/block-stream-messages.json`);
    real = await messages.shapesIn(`${sharedDir}/streams`);
    demo = await messages.shapesIn(path.join(dir, 'demo'));
  }, TIMEOUT_MS);
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('contain the same as real blocks, except for the named differences', () => {
    expect([...real].filter((shape) => !demo.has(shape)).sort()).toEqual(
      Object.values(EXCLUDED).flat().sort(),
    );
    expect(real.size).toBeGreaterThan(80);
  });
});
