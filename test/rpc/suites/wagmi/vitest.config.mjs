/** Project `core` of wagmi's own configuration, without Anvils that fork other networks. */
import path from 'node:path';

const packages = (file) => path.resolve(process.cwd(), 'packages', file);

export default {
  root: process.cwd(),
  resolve: {
    alias: {
      '@wagmi/core': packages('core/src/exports'),
      '@wagmi/test': packages('test/src/exports'),
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['packages/core/src/**/*.test.ts'],
    exclude: ['packages/core/src/tempo/**', '**/node_modules/**'],
    testTimeout: 20_000,
    setupFiles: [packages('core/test/setup.ts'), packages('test/src/setup.ts')],
  },
};
