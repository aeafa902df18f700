import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { recordedProof } from '../../proof/recorded-proofs.ts';

it('reads files of as many nodes as mainnet has on one signal, without a warning of Node.js', async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error) => warnings.push(message);
  process.on('warning', warn);
  try {
    await recordedProof('2025-07-23');
    await setImmediate();
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', warn);
  }
});
