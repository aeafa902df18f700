import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const LOCK_FILES = [
  'package-lock.json',
  'tools/protos/package-lock.json',
  'test/clients/packages/package-lock.json',
  'test/deploy/packages/package-lock.json',
  'test/packages/package-lock.json',
  'tools/node-versions/package-lock.json',
];

// Biome stays at 2.5.15: the registry lacks platform packages of 2.6, so their entries would have no hash.
test.each(LOCK_FILES)('every package of %s has a hash, and uses the default registry', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  // Folders of this repository, and links to them, are no packages of a registry.
  const entries = Object.entries(packages).filter(
    ([name, { link }]) => name.startsWith('node_modules/') && link !== true,
  );
  expect(entries.length).toBeGreaterThan(5);
  const without = entries.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
  expect(without.map(([name]) => name)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
});
