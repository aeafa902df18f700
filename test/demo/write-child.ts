import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';

/** Writes a demo stream until it is killed. Options are passed as JSON. */
await writeDemo({
  runCode: demoEngine,
  ...JSON.parse(process.argv[2] ?? '{}'),
  onProgress: () => process.send?.('block'),
});
process.disconnect?.();
