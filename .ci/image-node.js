// Prints the program of the Node.js that the image runs on (Dockerfile), or nothing when it cannot be installed.
import { readFileSync } from 'node:fs';
import { nodePrograms } from '../tools/node-programs.js';

const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
const version = /^ARG NODE_IMAGE=node:(\d+)/m.exec(dockerfile)?.[1];
console.log((await nodePrograms())?.(version) ?? '');
