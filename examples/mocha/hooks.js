import { startLocalNetwork } from 'tain';

export let network;

/** Starts a network for all test files. */
export async function mochaGlobalSetup() {
  network = await startLocalNetwork({ quiet: true });
  await network.snapshot();
}

export const mochaGlobalTeardown = () => network.stop();

export const mochaHooks = {
  /** Each test begins with the same state. */
  afterEach: () => network.reset(),
};
