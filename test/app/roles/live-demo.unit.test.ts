import { expect, test } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { demoUse } from '../../../src/app/roles/live-demo.ts';

test.each([
  [{}, 'runs'],
  [{ TAIN_ROLES: 'ingest' }, 'runs'],
  // Another process runs it, or another role.
  [{ TAIN_DEMO_RUN: 'off' }, 'reads'],
  [{ TAIN_ROLES: 'network,ingest' }, 'reads'],
  [{ TAIN_DEMO_RUN: 'off', TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_STREAMS: '/streams' }, 'none'],
  [{ TAIN_BUCKET_NAME: 'a-bucket' }, 'none'],
  [{ TAIN_NETWORK: 'other', TAIN_STREAMS: '/streams' }, 'none'],
  // A demo network that runs elsewhere.
  [{ TAIN_BLOCK_NODES: 'localhost:40840' }, 'none'],
  // Its own block node.
  [{ TAIN_BLOCK_NODES: 'localhost:40840', TAIN_DEMO_BLOCK_NODE_PORT: '40840' }, 'runs'],
])('with %j the ingest %s a demo network', (settings, use) => {
  expect(demoUse(readConfig(settings))).toBe(use);
});
