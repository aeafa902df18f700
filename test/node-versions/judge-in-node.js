// node judge-in-node.js VERIFIER CASES: verdicts of this version of Node.js about the cases, as JSON.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { judge } from './judge.js';

const [, , module, file] = process.argv;
const verifier = await import(pathToFileURL(module).href);
const cases = JSON.parse(readFileSync(file, 'utf8'));
process.stdout.write(JSON.stringify(await judge(verifier, cases)));
