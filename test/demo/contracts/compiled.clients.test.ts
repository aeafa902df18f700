import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { artifactsIn, CONTRACTS, compileContracts } from '../../../tools/compile-contracts.ts';
import { PACKAGES } from '../../clients/packages.ts';

describe.skipIf(PACKAGES === undefined)('contracts of the demo network', () => {
  test.each(CONTRACTS)('equal the compiler output of their sources in %s', async (sources) => {
    const stored = JSON.parse(await readFile(artifactsIn(sources), 'utf8')) as unknown;
    expect(await compileContracts(PACKAGES ?? '', sources)).toEqual(stored);
  });
});
