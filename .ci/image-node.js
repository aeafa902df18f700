// Prints the folder of the Node.js that the image runs on (Dockerfile), or nothing when it cannot be installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../tools/install-packages.js';

const inRoot = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const version = /^ARG NODE_IMAGE=node:(\d+)/m.exec(readFileSync(inRoot('Dockerfile'), 'utf8'))?.[1];
const packages = await installPackages({
  source: inRoot('test/node-versions/packages/'),
  cache: 'tain-test-node-versions',
  what: 'other versions of Node.js',
});
if (packages !== undefined) {
  const name = `node-${version}-${process.platform}-${process.arch}`;
  console.log(path.join(packages, 'node_modules', name, 'bin'));
}
