import path from 'node:path';
import type { Plugin } from 'vitest/config';

/**
 * Path of a source below the root of a checkout: the folder of its package, if any, and its name. The explorer is only
 * bundled.
 */
const SOURCE = /^(packages\/(?!explorer\/)[\w-]+\/)?src\/(.*)\.ts$/;

/**
 * Built or generated modules, by path: Node.js loads them without Vitest. The modules that generated code imports are
 * treated the same, because there must be one instance of each.
 */
export const BUILT =
  /^(?!.*\/node_modules\/).*\/((dist|packages\/protos\/generated)\/.*|packages\/protos\/decoding)\.js$/;

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
  const [, folderOfPackage = '', source] = SOURCE.exec(file) ?? [];
  return source === undefined ? null : path.join(root, folderOfPackage, 'dist', `${source}.js`);
}
