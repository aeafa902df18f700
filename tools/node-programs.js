// Programs of other Node.js versions than the running one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.js';

export async function nodePrograms() {
  const folder = await installPackages({
    source: fileURLToPath(new URL('node-versions/', import.meta.url)),
    cache: 'tain-test-node-versions',
    what: 'other versions of Node.js',
  });
  if (folder === undefined) return undefined;
  return (version) => {
    const name = `node-${version}-${process.platform}-${process.arch}`;
    return path.join(folder, 'node_modules', name, 'bin', 'node');
  };
}
