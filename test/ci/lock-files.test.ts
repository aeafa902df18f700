import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

test.each(['package-lock.json', 'test/clients/packages/package-lock.json'])(
  'every package of %s has a hash, and no registry of its own',
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
    const entries = Object.entries(packages).filter(([name]) => name !== '');
    expect(entries.length).toBeGreaterThan(10);
    const without = entries.filter(
      ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    expect(without.map(([name]) => name)).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
  },
);
