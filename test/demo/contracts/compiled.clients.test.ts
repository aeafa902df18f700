import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  artifactsIn,
  buildInfoIn,
  CONTRACTS,
  compileContracts,
  compileForDebugging,
  SOURCE_FIXTURE,
} from '../../../tools/compile-contracts.ts';
import { PACKAGES } from '../../clients/packages.ts';

describe.skipIf(PACKAGES === undefined)('contracts of the demo network', () => {
  test.each(CONTRACTS)('equal the compiler output of their sources in %s', async (sources) => {
    const stored = JSON.parse(await readFile(artifactsIn(sources), 'utf8')) as unknown;
    expect(await compileContracts(PACKAGES ?? '', sources)).toEqual(stored);
  });

  test('equal it in the explorer’s tests, too', async () => {
    const stored = JSON.parse(await readFile(buildInfoIn(SOURCE_FIXTURE), 'utf8')) as unknown;
    expect(await compileForDebugging(PACKAGES ?? '', SOURCE_FIXTURE)).toEqual(stored);
  });
});
