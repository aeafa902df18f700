export default {
  globalSetup: './setup.mjs',
  globalTeardown: './teardown.mjs',
  testTimeout: 30_000,
  // The tests need no Babel.
  transform: {},
};
