/**
 * Loaded into the built program by `bench/latency.ts`: before each block of a block node is taken, a threshold signature
 * of a real block is verified, in the program's own pool of threads. The demo network's proofs are mocks, which cost
 * nothing; a real one is verified at the same place of the way, in the same thread, once for each block.
 */
import { isMainThread } from 'node:worker_threads';
import { networkVectors } from '../../test/ingest/verify/tss/vectors.ts';

const built = new URL('../../dist/ingest/', import.meta.url).href;
const { BlockNodeSource } = (await import(
  `${built}block-nodes/block-node-source.js`
)) as typeof import('../../src/ingest/block-nodes/block-node-source.ts');
const { ThresholdPool } = (await import(
  `${built}verify/tss/threshold-pool.js`
)) as typeof import('../../src/ingest/verify/tss/threshold-pool.ts');

const pool = new ThresholdPool({ threads: 1, maxWaiting: 8, profiles: new Map() });
const { publication, blocks } = networkVectors();
const [vector] = blocks;
if (!vector) throw new Error('the fixture has a signature');

const { open } = BlockNodeSource.prototype;
// Threads load this, too.
if (isMainThread) {
  BlockNodeSource.prototype.open = async function (...asked) {
    const found = await open.apply(this, asked);
    if (found !== null) {
      await pool.verifyThreshold({ publication, needsSchnorr: false }, vector.message, vector.signature);
    }
    return found;
  };
}
