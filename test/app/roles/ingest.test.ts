import { expect, test } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { runsDemo } from '../../../src/app/roles/ingest.ts';

test.each([
  [{}, true],
  [{ TAIN_STREAMS: '/streams' }, false],
  [{ TAIN_BUCKET_NAME: 'a-bucket' }, false],
  [{ TAIN_NETWORK: 'other', TAIN_STREAMS: '/streams' }, false],
  // A demo network that runs elsewhere.
  [{ TAIN_BLOCK_NODES: 'localhost:40840' }, false],
  // Its own block node.
  [{ TAIN_BLOCK_NODES: 'localhost:40840', TAIN_DEMO_BLOCK_NODE_PORT: '40840' }, true],
])('with %j a demo network runs in this process: %s', (settings, runs) => {
  expect(runsDemo(readConfig(settings))).toBe(runs);
});
