/**
 * Loaded into the built program by `bench/latency.ts`: before a block of a block node is accepted, a threshold
 * signature of a real block is verified, in the program's own thread pool. The demo network's proofs are mocks, which
 * cost nothing; a real one is verified at the same point, in the same thread, once for each block.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Worker threads load this module, too.
if (isMainThread) {
  const { BlockNodeSource } = await import('../../dist/ingest/block-nodes/block-node-source.js');
  const { ThresholdPool } = await import('../../dist/ingest/verify/tss/threshold-pool.js');
  const fixture = new URL('../../test/fixtures/tss/hapi-0.73.json', import.meta.url);
  const { publication, blocks } = JSON.parse(readFileSync(fixture, 'utf8'));
  const bytes = (hex) => Buffer.from(hex, 'hex');
  const ledger = {
    ledgerId: bytes(publication.ledgerId),
    wrapsKey: bytes(publication.wrapsKey),
    nodes: publication.nodes.map(({ nodeId, weight, key }) => ({
      nodeId: BigInt(nodeId),
      weight: BigInt(weight),
      key: bytes(key),
    })),
  };
  const pool = new ThresholdPool({ threads: 1, maxWaiting: 8, profiles: new Map() });
  const { open } = BlockNodeSource.prototype;
  BlockNodeSource.prototype.open = async function (...asked) {
    const found = await open.apply(this, asked);
    if (found !== null) {
      const { root, signature } = blocks[0];
      await pool.verifyThreshold({ publication: ledger, needsSchnorr: false }, bytes(root), bytes(signature));
    }
    return found;
  };
}
