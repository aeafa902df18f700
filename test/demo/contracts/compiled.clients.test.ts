import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ARTIFACTS, compileShowcase } from '../../../tools/compile-contracts.ts';
import { PACKAGES } from '../../clients/packages.ts';

describe.skipIf(PACKAGES === undefined)('contracts of the demo network', () => {
  test('equal the compiler output of their sources', async () => {
    const stored = JSON.parse(await readFile(ARTIFACTS, 'utf8')) as unknown;
    expect(await compileShowcase(PACKAGES ?? '')).toEqual(stored);
  });
});
