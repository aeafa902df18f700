import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the files and packages that a file loads, without types and dynamic imports. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export)\b(?! type)[^;]*?\bfrom '([^']+)'/gm)) {
    if (name.startsWith('.')) loadedBy(path.join(path.dirname(file), name), found);
    else {
      found.add(name);
      const [, ours = '', module = ''] = /^@tain\/([\w-]+)\/(.*)$/.exec(name) ?? [];
      const source = path.join(root, 'packages', ours, 'src', `${module}.ts`);
      if (existsSync(source)) loadedBy(source, found);
    }
  }
  return found;
}

test('a mirror loads no server module of a local network', () => {
  const loaded = new Set<string>();
  const sources = path.join(root, 'src');
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) loadedBy(path.join(sources, file), loaded);
  }
  expect(loaded).toContain(path.join(root, 'packages/network-simulator/src/run-demo.ts'));
  expect([...loaded].filter((name) => /^@tain\/protos\/(services|rpcs)$/.test(name))).toEqual([]);
  expect([...loaded].filter((name) => name.includes('network-simulator/src/grpc'))).toEqual([]);
});

test('the server of a local network loads the services, without the generator of random clients', () => {
  const loaded = loadedBy(path.join(root, 'packages/network-simulator/src/grpc/serve-node.ts'));
  expect(loaded).toContain('@tain/protos/services');
  expect(loaded).toContain('@tain/protos/rpcs');
  expect([...loaded].filter((name) => name.endsWith('generator.ts'))).toEqual([]);
});
