import { expect, test } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { demoUse } from '../../../src/app/roles/live-demo.ts';

test.each([
  [{}, 'runs'],
  [{ TAIN_ROLES: 'ingest' }, 'runs'],
  // Another process, or another role, runs the network.
  [{ TAIN_DEMO_RUN: 'off' }, 'reads'],
  [{ TAIN_ROLES: 'network,ingest' }, 'reads'],
  [{ TAIN_DEMO_RUN: 'off', TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_BUCKET_NAME: 'a-bucket' }, 'none'],
  [{ TAIN_NETWORK: 'other', TAIN_STREAMS: '/streams' }, 'none'],
  // The block node of a demo network in another process.
  [{ TAIN_BLOCK_NODES: 'localhost:40840' }, 'none'],
  // The block node of this network itself.
  [{ TAIN_BLOCK_NODES: 'localhost:40840', TAIN_DEMO_BLOCK_NODE_PORT: '40840' }, 'runs'],
])('with %j the ingest %s a demo network', (settings, use) => {
  expect(demoUse(readConfig(settings))).toBe(use);
});
