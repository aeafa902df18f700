import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

/** Lock files of the project, of which workspaces have none. */
const LOCK_FILES = [
  'package-lock.json',
  ...['bench', 'deploy', 'examples', 'test', 'tools', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'package-lock.json' && !file.includes('node_modules'))
      .map((file) => path.join(folder, file)),
  ),
];

test('Renovate updates the packages of every lock file', () => {
  expect(LOCK_FILES.length).toBeGreaterThan(6);
  const { ignorePaths, enabledManagers = ['npm'] } = JSON.parse(
    readFileSync('.github/renovate.json', 'utf8'),
  ) as { ignorePaths: readonly string[]; enabledManagers?: readonly string[] };
  // The recommended paths, which this setting replaces, have folders of tests and examples.
  expect(ignorePaths).toEqual(['**/node_modules/**']);
  expect(enabledManagers).toContain('npm');
  for (const file of LOCK_FILES)
    expect(readFileSync(file.replace('-lock', ''), 'utf8')).toContain('ependencies"');
});

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
