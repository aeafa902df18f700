import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'setup.js',
    // The files share one network, whose snapshots are those of the whole network.
    fileParallelism: false,
    testTimeout: 30_000,
    // The mirror has a transaction a moment after the node's receipt.
    expect: { poll: { timeout: 20_000 } },
  },
});
