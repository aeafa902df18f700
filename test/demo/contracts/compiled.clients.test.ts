import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ARTIFACTS, compileShowcase } from '../../../tools/compile-contracts.ts';
import { installContractPackages } from '../../evm/contracts/packages.ts';

const packages = await installContractPackages();

describe.skipIf(packages === undefined)('contracts of the demo network', () => {
  test('are what the compiler makes of their sources', async () => {
    const stored = JSON.parse(await readFile(ARTIFACTS, 'utf8')) as unknown;
    expect(await compileShowcase(packages ?? '')).toEqual(stored);
  }, 300_000);
});
