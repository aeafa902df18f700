import path from 'node:path';
import type { Plugin } from 'vitest/config';

/** Source folders below the root of a checkout, and the output of `npm run build` for each. */
const FOLDERS = [
  ['src/', 'dist/'],
  ['packages/network-simulator/src/', 'packages/network-simulator/dist/'],
] as const;

/**
 * Built or generated modules, by path: Node.js loads them without Vitest. The modules that generated code imports are
 * treated the same, because there must be one instance of each.
 */
export const BUILT = /^(?!.*\/node_modules\/).*\/((dist|proto\/generated)\/.*|proto\/unknown)\.js$/;

/**
 * Replaces the sources that tests import by their build. Node.js loads it as in the program, whereas sources are transpiled again
 * for each test file, and once more for each thread that the code under test starts.
 */
export function builtModules(root: string): Plugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    resolveId(name, importer) {
      return importer === undefined ? null : builtModule(root, name, path.dirname(importer));
    },
  };
}

/** Returns the built file of a source that a file in a folder imports; null for anything else. */
export function builtModule(root: string, name: string, folder: string): string | null {
  if (!/^[./]/.test(name) || !name.endsWith('.ts')) return null;
  const file = path.relative(root, path.resolve(folder, name));
  const [sources, built] = FOLDERS.find(([from]) => file.startsWith(from)) ?? [];
  if (sources === undefined) return null;
  return path.join(root, built ?? '', `${file.slice(sources.length, -'.ts'.length)}.js`);
}
